import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { consentStatements } from "#db/statements/consents";
import type { Hashes } from "#db/statements/contact-hashes";
import { latestFirst } from "#db/statements/latest-consent";
import { insertConfirmations } from "#db/statements/messages/insert";
import { answersRun } from "#db/statements/run-states";
import { type ConsentKind, type ConsentScope, consentScopes } from "#domain/consents";
import type { Scope } from "#env";
import { consentIn } from "#features/access/settings/consent";
import { leadIdOf, listOf, type Matched, type Receiver } from "./matched-leads";
import { suppressSenders } from "./sender-suppressions";
import type { Edit, InboundMessage, Sender } from "./webhook-events";

/**
 * Enters the consents in messages of the same batch, stored at `now`, or in edits of messages, and
 * confirms opt-outs, each once.
 */
export function messageConsents(
  scope: Scope,
  { id: channelId, settings }: Receiver,
  messages: Matched<InboundMessage | (Edit & { editedAt: number })>[],
  hashes: Hashes,
  now: number,
): Statement[] {
  const all = messages.flatMap((message) => {
    const { externalId, from, leadId, at } = message;
    const consent = consentIn(message, settings);
    const edited = "editedAt" in message && { editedAt: message.editedAt };
    return consent ? [{ externalId, from, leadId, at, ...edited, ...consent }] : [];
  });
  const consents = consentScopes.map((about) => {
    const changes = all.filter((change) => change.scope === about);
    const enter = (confirmation: string | null) =>
      entered(scope, { channelId, changes, hashes, now, about, confirmation });
    // Nobody is told that they get no more messages when they still get answers.
    return enter(about === "all" ? settings.opt_out_confirmation : null);
  });
  return consents.flat();
}

type Change = Matched<{ externalId: string; from: Sender; at: number; kind: ConsentKind }>;

type Entering = {
  channelId: number;
  changes: Change[];
  hashes: Hashes;
  now: number;
  about: ConsentScope;
  confirmation: string | null;
};

/** Enters the consents of one scope. */
function entered(
  scope: Scope,
  { channelId, changes, hashes, now, about, confirmation }: Entering,
): Statement[] {
  if (changes.length === 0) return [];
  // A gateway may give one id to messages of several leads: only the first lead has the message.
  // Whoever edits a message has sent it, whatever they are known by now.
  const sender = sql`
    iif(item.value ->> 'editedAt' is null, ${leadIdOf(scope)}, conversations.lead_id)`;
  const fromChanges = sql`
    from json_each(${listOf(changes)}) as item
      cross join messages
        on messages.channel_id = ${channelId}
        and external_id = item.value ->> 'externalId' and direction = 'inbound'
      cross join conversations
        on conversations.id = conversation_id and conversations.lead_id = ${sender}
    where ${counts(now)}`;
  // A message that has said something else, and opts the lead out since it was edited.
  const isOtherwise = sql`item.value ->> 'kind' = 'opted_out' and exists (
    select 1 from consents as first
    where first.message_id = messages.id
      and (first.kind = 'opted_in' or first.scope <> ${about}))`;
  const entries = sql`
    select lead_id, item.value ->> 'kind', item.value ->> 'method',
      iif(${isOtherwise}, null, messages.id), ifnull(item.value ->> 'editedAt', messages.sent_at)
    ${fromChanges} order by messages.id`;
  return [
    ...consentStatements(scope, entries, sql`select lead_id ${fromChanges}`, about),
    ...suppressSenders(scope, changes, hashes, about),
    ...(confirmation === null
      ? []
      : [confirmOptOuts(confirmation, sql`select messages.id ${fromChanges}`)]),
  ];
}

/**
 * True if the word of the message `item` counts: a weak one does not where it answers a run that
 * waits for it. That is known in the batch that stores the message, and not when it is repeated.
 */
const counts = (now: number) => sql`(
  item.value ->> 'weak' is null
  or messages.created_at = ${now}
    and not ${answersRun(
      sql`messages.id`,
      sql`conversations.lead_id`,
      sql`item.value ->> 'weak'`,
    )})`;

/**
 * Queues the one message that an opted-out lead gets, for leads whose latest entry is an opt-out:
 * unless an earlier message has opted the lead out already, or been confirmed.
 */
function confirmOptOuts(text: string, messageIds: SQL) {
  const isKnown = sql`(
    other.message_id is null
    or other.message_id not in (${messageIds})
    or exists (select 1 from messages where consent_id = other.id))`;
  // Only entries of the same messages are passed over: a long ledger is not read.
  const optOuts = sql`
    select messages.workspace_id, conversation_id, channel_id, consents.id as consent_id
    from consents cross join messages on messages.id = consents.message_id
    where consents.message_id in (${messageIds}) and consents.kind = 'opted_out'
      and consents.scope = 'all' and consents.id = (
        select latest.id from consents as latest
        where latest.lead_id = consents.lead_id ${latestFirst("latest", "all")})
      and 'opted_out' is not (
        select other.kind from consents as other
        where other.lead_id = consents.lead_id and other.id <> consents.id
          and (other.kind = 'opted_in' or ${isKnown})
        ${latestFirst("other", "all")})`;
  return insertConfirmations(optOuts, text, Date.now());
}
