import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { consentStatements } from "#db/statements/consents";
import type { Hashes } from "#db/statements/contact-hashes";
import { applyEdits } from "#db/statements/messages/edits";
import { consentScopes } from "#domain/consents";
import type { Scope } from "#env";
import { consentIn } from "#features/access/settings/consent";
import { messageConsents } from "./consents";
import { leadIdOf, listOf, type Matched, type Receiver } from "./matched-leads";
import { suppressStrangers } from "./sender-suppressions";
import type { Edit } from "./webhook-events";

/**
 * Changes the texts of messages that their senders have edited. Nothing else moves, save that who
 * edits a message to an opt-out word is unsubscribed: an edit subscribes nobody. Nothing else is
 * known of an edit of a message that is not stored, or that was erased. Must follow the messages
 * of the same batch.
 */
export function editStatements(
  scope: Scope,
  receiver: Receiver,
  edits: Matched<Edit>[],
  hashes: Hashes,
): Statement[] {
  if (edits.length === 0) return [];
  // An opt-out that the next edit takes back counts all the same. A weak word counts only in a
  // message that is new.
  const optOuts = edits.filter((edit) => {
    const consent = consentIn(edit, receiver.settings);
    return consent?.kind === "opted_out" && consent.weak === undefined;
  });
  const withLead = latestOf(optOuts).map((one) => ({ ...one, editedAt: one.at }));
  return [
    applyEdits(scope, receiver.id, latestOf(edits), "lead"),
    ...messageConsents(scope, receiver, withLead, hashes, Date.now()),
    ...(withLead.length > 0 ? earlyOptOuts(scope, receiver, withLead, hashes) : []),
  ];
}

/**
 * Enters the opt-outs in edits that have come before their messages. Those of people who are no
 * leads yet are kept for when the message makes them some.
 */
function earlyOptOuts(
  scope: Scope,
  { id, settings }: Receiver,
  edits: Matched<Edit>[],
  hashes: Hashes,
) {
  const lead = leadIdOf(scope);
  const optOuts = edits.map((edit) => ({ ...edit, consent: consentIn(edit, settings) }));
  return consentScopes.flatMap((about) => {
    const some = optOuts.filter(({ consent }) => consent?.scope === about);
    if (some.length === 0) return [];
    const isStored = sql`exists (
      select 1 from messages
      where channel_id = ${id} and external_id = item.value ->> 'externalId')`;
    const early = sql`from json_each(${listOf(some)}) as item where not ${isStored}`;
    const entries = sql`
      select ${lead}, 'opted_out', item.value -> 'consent' ->> 'method', null, item.value ->> 'at'
      ${early}`;
    return [
      ...consentStatements(scope, entries, sql`select ${lead} ${early}`, about),
      ...suppressStrangers(scope, some.map(asOptOut), hashes, isStored, about),
    ];
  });
}

const asOptOut = <Event extends Matched<Edit>>(edit: Event) => ({
  ...edit,
  kind: "opted_out" as const,
});

/** The last edit of each message. */
export const latestOf = <Event extends Edit>(edits: Event[]) => [
  ...new Map(
    edits.toSorted((one, other) => one.at - other.at).map((one) => [one.externalId, one]),
  ).values(),
];
