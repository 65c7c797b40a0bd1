import { type SQL, sql } from "drizzle-orm";
import { batch, type Statement } from "#db/batch";
import { messages } from "#db/schema/messages";
import { owned, scopeOf } from "#db/scope/scope";
import {
  releaseEchoes,
  selectHeld,
  selectHeldFiles,
  selectOthers,
  selectOurs,
  selectOverdueEchoes,
} from "#db/statements/held-echoes";
import { insertReceived } from "#db/statements/media";
import { applyReports, nameReported } from "#db/statements/messages/delivery";
import { insertEchoes } from "#db/statements/messages/insert";
import { BY_PLATFORM } from "#domain/actors";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings, Scope } from "#env";
import { describeError, log } from "#lib/log";
import { pauseRunsOfEchoes } from "./pause-runs";
import { matchReports, storedReports, tagRecipients } from "./reports";

/**
 * Settles messages of ours by the platform's echoes: `echoes` selects `message_id`, `external_id`,
 * `at` and `lead_id`. Only a message to that lead that was attempted, and has no id yet, is meant.
 */
export function settleEchoed(scope: Scope, channelId: number, echoes: SQL): Statement[] {
  const meant = sql`
    select messages.id as message_id, echo.external_id
    from (${echoes}) as echo
      cross join messages on messages.id = echo.message_id
      cross join conversations
        on conversations.id = conversation_id and conversations.lead_id = echo.lead_id
    where ${owned(scope, messages)} and messages.channel_id = ${channelId} and ${isAttempted}
      and messages.external_id is null
      and not exists (
        select 1 from messages as other
        where other.channel_id = ${channelId} and other.external_id = echo.external_id)`;
  return [nameReported(meant), ...applyEchoes(scope, channelId, echoes)];
}

/** True for messages of ours that a provider was asked to send. */
const isAttempted = sql`messages.direction = 'outbound' and messages.attempts > 0
  and messages.status in ('sending', 'unknown')`;

/** Marks messages as sent that have got the ids of `echoes`, with the reports that waited. */
function applyEchoes(scope: Scope, channelId: number, echoes: SQL): Statement[] {
  const named = sql`
    select messages.id as message_id, echo.external_id, 'sent' as status, echo.at, null as error
    from (${echoes}) as echo
      cross join messages
        on messages.channel_id = ${channelId} and messages.external_id = echo.external_id
    where ${isAttempted}`;
  const ids = sql`
    select id from messages
    where channel_id = ${channelId} and external_id in (select external_id from (${echoes}))`;
  const known = sql`
    select channel_id, external_id, id as message_id from messages where id in (${ids})`;
  return [
    matchReports(known),
    applyReports(scope.actor, sql`${named} union all ${storedReports(ids)}`),
    ...tagRecipients(scope.db, ids),
  ];
}

/**
 * Lets the held echoes of a channel go, for whose conversations nothing is being sent any more: one
 * that has become known is dropped, one with the text of an `unknown` message settles that, and
 * another is a message that somebody else has written. `files` are its files, to be fetched.
 */
export function settleHeld(scope: Scope, channelId: number, now: number) {
  const echoes = selectHeld(scope, channelId);
  const conversation = sql`(select id from conversations where id = item.value ->> 'talk')`;
  const heldIds = sql`select external_id from (${echoes})`;
  const others = selectOthers(scope, channelId, now);
  const files = selectHeldFiles(scope, channelId);
  return {
    echoes: [
      nameReported(selectOurs(scope, channelId, now)),
      ...applyEchoes(scope, channelId, echoes),
      insertEchoes(scope, channelId, others, { conversation, condition: sql`true` }, now),
      ...pauseRunsOfEchoes(scope, channelId, heldIds, now),
    ],
    files: insertReceived(scope, channelId, files, "native_app", now),
    released: releaseEchoes(scope, channelId),
  };
}

/** The time for which an echo waits for the sender of its channel. */
const HELD_FOR_MS = 60_000;

/** Selects at most `limit` channels with overdue echoes: their sender has not come to them. */
export const overdueEchoes = (limit: number) =>
  selectOverdueEchoes(Date.now() - HELD_FOR_MS, limit);

/** Lets the held echoes of channels go. */
export async function settleEchoesOf(
  env: Bindings,
  channels: { id: number; workspaceId: number }[],
) {
  const now = Date.now();
  for (const { id, workspaceId } of channels)
    try {
      const scope = { ...(await scopeOf(env, workspaceId)), actor: BY_PLATFORM };
      const { files } = await batch(scope, settleHeld(scope, id, now));
      scope.sink.wake({ media: files.length > 0 });
      await wakeWorkers(env, scope, scope.sink.drain());
    } catch (error) {
      log("error", "echoes not settled", { channel_id: id, ...describeError(error) });
    }
}
