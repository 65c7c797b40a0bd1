import { sql } from "drizzle-orm";
import { conversations } from "../../../db/schema/messaging";
import { rows, type Statement } from "../../../db/scope";
import { applyClaims } from "../../../db/statements/profiles";
import type { Scope } from "../../../env";
import { moveNumber } from "../../leads/identities";
import { messageConsents } from "./consents";
import { leadIdOf, listOf, type Receiver, type Said } from "./matched-leads";
import type { InboundMessage } from "./webhook-events";

/** Stores messages, each once, with what they mean for consents, earlier messages and numbers. */
export function messageStatements(
  scope: Scope,
  receiver: Receiver,
  arrived: Said<InboundMessage>[],
): Statement[] {
  const now = Date.now();
  const list = listOf(arrived);
  const lead = leadIdOf(scope);
  const conversation = sql`(select id from conversations where lead_id = ${lead} and channel_id = ${receiver.id})`;
  const isThere = sql`exists (select 1 from messages where channel_id = ${receiver.id} and external_id = item.value ->> 'externalId')`;
  const deleted = arrived.filter(({ isDeleted }) => isDeleted).map(({ externalId }) => externalId);
  return [
    scope.db
      .insert(conversations)
      .select(
        // In the order of the table's columns.
        sql`select distinct null, leads.workspace_id, leads.id, ${receiver.platform}, ${receiver.id}, null, null, null, null, null, 0, 0, ${now}, ${now}
          from json_each(${list}) as item cross join leads on leads.id = ${lead} and leads.workspace_id = ${scope.workspaceId} where ${conversation} is null and not ${isThere}`,
      )
      .onConflictDoNothing(),
    rows(
      scope,
      sql`insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, tapped, payload, status, external_id, sent_at, created_at)
        select ${scope.workspaceId}, ${conversation}, ${receiver.id}, 'inbound', item.value ->> 'type', item.value ->> 'text', item.value ->> 'tapped', item.value -> 'payload',
          'received', item.value ->> 'externalId', item.value ->> 'at', ${now}
        from json_each(${list}) as item where ${conversation} is not null order by item.key
        on conflict do nothing`,
    ),
    ...messageConsents(scope, receiver, arrived),
    ...(deleted.length > 0 ? redact(scope, receiver.id, deleted, now) : []),
    ...arrived.flatMap(({ externalId, from, movesTo }) => {
      // Once only: by the time that it is repeated, the old number may be another's.
      const isNew = sql`exists (select 1 from messages where channel_id = ${receiver.id} and external_id = ${externalId} and created_at = ${now})`;
      return movesTo && from.waId ? moveNumber(scope, from.waId, movesTo, isNew) : [];
    }),
  ];
}

/** Forgets what its sender has deleted, and what of the lead's profile rests on it alone. */
function redact(scope: Scope, channelId: number, externalIds: string[], now: number): Statement[] {
  const isOne = sql`messages.channel_id = ${channelId} and direction = 'inbound' and external_id in (select value from json_each(${JSON.stringify(externalIds)}))`;
  const leadIds = sql`select lead_id from messages cross join conversations on conversations.id = conversation_id where ${isOne}`;
  return [
    rows(
      scope,
      sql`update messages set text = null, tapped = null, payload = '{"deleted":true}' where ${isOne}`,
    ),
    applyClaims(scope, leadIds, false, now),
  ];
}
