import { type SQL, sql } from "drizzle-orm";
import { rows, type Statement } from "../../../db/scope";
import type { Scope } from "../../../env";
import { consentIn } from "../../access/settings/consent";
import { consentStatements, entryOrder } from "../../leads/consents";
import { leadIdOf, listOf, type Receiver, type Said } from "./matched-leads";
import type { InboundMessage, Preference } from "./webhook-events";

/** Enters what messages of the same batch say of their senders' consent, and confirms to those who have opted out by it, once. */
export function messageConsents(
  scope: Scope,
  { id: channelId, settings }: Receiver,
  arrived: Said<InboundMessage>[],
): Statement[] {
  const said = arrived.flatMap(({ externalId, from, leadId, ...message }) => {
    const consent = consentIn(message, settings);
    return consent ? [{ externalId, from, leadId, ...consent }] : [];
  });
  if (said.length === 0) return [];
  // A gateway may give one id to messages of several leads: the first of them has it, and nobody speaks for another.
  const meant = sql`json_each(${listOf(said)}) as item
    cross join messages on messages.channel_id = ${channelId} and external_id = item.value ->> 'externalId' and direction = 'inbound'
    cross join conversations on conversations.id = conversation_id and conversations.lead_id = ${leadIdOf(scope)}`;
  const entries = sql`select lead_id, item.value ->> 'kind', item.value ->> 'method', messages.id, messages.sent_at from ${meant} order by messages.id`;
  const confirmation = settings.opt_out_confirmation;
  return [
    ...consentStatements(scope.db, entries, sql`select lead_id from ${meant}`),
    ...(confirmation === null
      ? []
      : [confirm(scope, confirmation, sql`select messages.id from ${meant}`)]),
  ];
}

/** The one message that an opted-out lead gets: where they said so last, and were not opted out before these messages nor told by one. */
function confirm(scope: Scope, text: string, messageIds: SQL): Statement {
  const now = Date.now();
  const [own, other, since] = [entryOrder("consents"), entryOrder("other"), entryOrder("since")];
  const isKnown = sql`(other.message_id is null or other.message_id not in (${messageIds}) or exists (select 1 from messages where consent_id = other.id))`;
  const isUndone = sql`exists (select 1 from consents as since where since.lead_id = consents.lead_id and since.kind = 'opted_in' and (${since}) > (${other}))`;
  return rows(
    scope,
    sql`insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, status, consent_id, next_attempt_at, created_at)
      select messages.workspace_id, conversation_id, channel_id, 'outbound', 'text', ${text}, 'queued', consents.id, ${now}, ${now}
      from consents cross join messages on messages.id = consents.message_id
      where consents.message_id in (${messageIds}) and consents.kind = 'opted_out'
        and not exists (select 1 from consents as other where other.lead_id = consents.lead_id
          and ((${other}) > (${own}) or (${other}) < (${own}) and other.kind = 'opted_out' and ${isKnown} and not ${isUndone}))
      on conflict do nothing`,
  );
}

/** Enters what leads have set on the platform. One without a time is entered only where it changes something. */
export function preferenceStatements(scope: Scope, told: Said<Preference>[]): Statement[] {
  if (told.length === 0) return [];
  const list = listOf(told);
  const lead = leadIdOf(scope);
  const entries = sql`select leads.id as lead_id, iif(item.value ->> 'wants', 'opted_in', 'opted_out'), 'preference', null, ifnull(item.value ->> 'at', ${Date.now()})
    from json_each(${list}) as item cross join leads on leads.id = ${lead}
    where item.value ->> 'at' is not null or is_optout = (item.value ->> 'wants')`;
  return consentStatements(scope.db, entries, sql`select ${lead} from json_each(${list}) as item`);
}
