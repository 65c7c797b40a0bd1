import { sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { dropHeld, holdEchoes, isFree } from "#db/statements/held-echoes";
import { insertReceived } from "#db/statements/media";
import { eraseContent } from "#db/statements/messages/delivery";
import { applyEdits, writtenBy } from "#db/statements/messages/edits";
import { insertEchoes } from "#db/statements/messages/insert";
import type { Scope } from "#env";
import { pauseRunsOfEchoes } from "../outbound/pause-runs";
import { settleEchoed } from "../outbound/settle-echoes";
import { latestOf } from "./edits";
import { leadIdOf, listOf, type Matched, type Receiver } from "./matched-leads";
import { areNamed, conversationOf, hasFile, openMissing, plain } from "./message-statements";
import type { Echo, Edit } from "./webhook-events";

/**
 * Stores what was written in the account's name, each once. It is no act of the lead: it opens no
 * window, and says nothing of consents. One of our own messages is none: an echo settles it.
 */
export function echoStatements(
  scope: Scope,
  receiver: Receiver,
  echoes: Matched<Echo>[],
): Statement[] {
  if (echoes.length === 0) return [];
  const { id: channelId } = receiver;
  const now = Date.now();
  const list = listOf(echoes.map(({ tapped, ...echo }) => plain(echo)));
  const conversation = conversationOf(scope, receiver);
  const mayBeOurs = echoes.some((echo) => echo.mayBeOurs);
  const deleted = echoes.filter(({ isDeleted }) => isDeleted).map(({ externalId }) => externalId);
  const isDeleted = areNamed(channelId, deleted, writtenBy.team);
  const items = sql`select key, value from json_each(${list})`;
  const condition = mayBeOurs ? isFree(scope, channelId) : sql`true`;
  const externalIds = sql`select value ->> 'externalId' from json_each(${list})`;
  return [
    ...(mayBeOurs ? settleEchoed(scope, channelId, ours(scope, list)) : []),
    openMissing(scope, receiver, list, now),
    ...(mayBeOurs && deleted.length > 0 ? [dropHeld(scope, channelId, deleted)] : []),
    ...(mayBeOurs ? [holdEchoes(scope, channelId, list, conversation, now)] : []),
    insertEchoes(scope, channelId, items, { conversation, condition }, now),
    ...(echoes.some(hasFile) ? [insertReceived(scope, channelId, items, "native_app", now)] : []),
    ...(deleted.length > 0 ? [eraseContent(scope, isDeleted)] : []),
    ...pauseRunsOfEchoes(scope, channelId, externalIds, now),
  ];
}

/**
 * The echoes that name a message of ours: one of their channel, to their lead, that was attempted.
 * Whoever else can write to the account may name any.
 */
const ours = (scope: Scope, list: string) => sql`
  select item.value ->> 'messageId' as message_id, item.value ->> 'externalId' as external_id,
    item.value ->> 'at' as at, ${leadIdOf(scope)} as lead_id
  from json_each(${list}) as item where item.value ->> 'messageId' is not null`;

/** Changes the texts of messages that were edited in the platform's own app. */
export const echoEditStatements = (scope: Scope, { id }: Receiver, edits: Edit[]): Statement[] =>
  edits.length === 0 ? [] : [applyEdits(scope, id, latestOf(edits), "team")];
