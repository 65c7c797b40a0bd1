import { type SQL, sql } from "drizzle-orm";
import { channels } from "#db/schema/messaging";
import { areSomeFree } from "#db/statements/messages/kept";
import { changedAt } from "#db/writes/revision";
import {
  type PauseHolds,
  type PauseOrigin,
  type PauseOver,
  pauseHolds,
  pauses,
  type RefusalPause,
  refusalPauses,
} from "#domain/pauses";
import type { Writer } from "#env";

// The statements that begin and end the pauses of channels. Channels of one account or portfolio
// pause together, in their own workspace. What a try does: pause-tries.ts.

/** A value by the reason of a pause, in SQL; null for the sender's own, and without a pause. */
export const byReason = (
  reason: SQL,
  valueIn: (row: (typeof pauses)[RefusalPause]) => SQL | number,
) => sql`
  case ${reason} ${sql.join(
    refusalPauses.map((one) => sql`when ${one} then ${valueIn(pauses[one])}`),
    sql` `,
  )} end`;

const isTogether: Record<PauseOver, SQL> = {
  channel: sql`false`,
  account: sql`other.business_account_id = own.business_account_id`,
  portfolio: sql`other.portfolio_id = own.portfolio_id`,
};

/** Selects the ids of the channels that pause with the channel `own`, itself among them. */
const together = (channelId: number, isSame: SQL, condition: SQL) => sql`
  select other.id
  from channels as own cross join channels as other on other.workspace_id = own.workspace_id
  where own.id = ${channelId} and (other.id = own.id or ${isSame}) and ${condition}`;

/** As `together`, of channels that are paused for one reason. `condition` is about `own`. */
export const pausedTogether = (channelId: number, condition: SQL) =>
  together(
    channelId,
    byReason(sql`own.pause_reason`, ({ over }) => isTogether[over]),
    sql`own.pause_reason is not null and other.pause_reason = own.pause_reason and ${condition}`,
  );

const rankOf = (holds: SQL) => sql`
  case ${holds} ${sql.join(
    pauseHolds.map((one, rank) => sql`when ${one} then ${rank + 1}`),
    sql` `,
  )} else 0 end`;

/** A pause that begins: why, in whose words, and when. */
export type NewPause = {
  reason: RefusalPause;
  origin: PauseOrigin;
  detail: string;
  at: number;
};

/**
 * Pauses a channel, and those that pause with it, if `refused` selects ids of messages. One that is
 * paused keeps its pause, unless the new one holds more. Where such a message is none of those that
 * the pause holds, it holds all.
 */
export function pauseChannels(
  { db, actor }: Writer,
  channelId: number,
  { reason, origin, detail, at }: NewPause,
  refused: SQL,
) {
  const { over, holds: usual, firstMs } = pauses[reason];
  const holds = sql<PauseHolds>`iif(${areSomeFree(refused, usual, at)}, 'all', ${usual})`;
  const kept = <Value>(column: SQL, value: Value) =>
    sql<Value>`iif(pause_reason is ${reason}, ${column}, ${value})`;
  return db
    .update(channels)
    .set({
      pauseReason: reason,
      pauseDetail: kept(sql`pause_detail`, detail),
      pausedAt: kept(sql`paused_at`, at),
      pauseUntil: kept(sql`pause_until`, at + firstMs),
      pauseStep: kept(sql`pause_step`, 0),
      pauseProbeId: kept(sql`pause_probe_id`, null),
      pauseOrigin: kept(sql`pause_origin`, origin),
      pauseHolds: holds,
      changedBy: actor,
      updatedAt: changedAt(channels.updatedAt),
    })
    .where(sql`
      id in (${together(channelId, isTogether[over], sql`true`)}) and status = 'active'
      and ${rankOf(sql`pause_holds`)} < ${rankOf(holds)} and exists (${refused})`);
}

/** Shows that a channel's sender waits for its provider; nothing is held by it. */
export const showOutage = (
  { db, actor }: Writer,
  channelId: number,
  { since, until }: { since: number; until: number },
) =>
  db
    .update(channels)
    .set({
      pauseReason: "outage",
      pausedAt: since,
      pauseUntil: until,
      changedBy: actor,
      updatedAt: sql`iif(pause_reason is null, ${changedAt(channels.updatedAt)}, updated_at)`,
    })
    .where(sql`
      id = ${channelId} and status = 'active' and ifnull(pause_reason, 'outage') = 'outage'
      and pause_until is not ${until}`);

/** Shows that the provider of a channel answers again. */
export const hideOutage = (writer: Writer, channelId: number) =>
  resumeChannels(writer, channelId, sql`own.pause_reason = 'outage'`);

/** The columns of a channel that is not paused. */
export const UNPAUSED = {
  pauseReason: null,
  pauseDetail: null,
  pausedAt: null,
  pauseUntil: null,
  pauseStep: 0,
  pauseHolds: null,
  pauseOrigin: null,
  pauseProbeId: null,
} as const;

/** The same columns, which stay as they are where the condition holds. */
export const pausedWhile = (condition: SQL) =>
  ({
    pauseReason: sql`iif(${condition}, pause_reason, null)`,
    pauseDetail: sql`iif(${condition}, pause_detail, null)`,
    pausedAt: sql`iif(${condition}, paused_at, null)`,
    pauseUntil: sql`iif(${condition}, pause_until, null)`,
    pauseStep: sql`iif(${condition}, pause_step, 0)`,
    pauseHolds: sql`iif(${condition}, pause_holds, null)`,
    pauseOrigin: sql`iif(${condition}, pause_origin, null)`,
    pauseProbeId: sql`iif(${condition}, pause_probe_id, null)`,
  }) satisfies Record<keyof typeof UNPAUSED, SQL>;

/** Ends the pause of a channel, and of those paused with it, on a condition about it, `own`. */
export const resumeChannels = ({ db, actor }: Writer, channelId: number, condition: SQL) =>
  db
    .update(channels)
    .set({ ...UNPAUSED, changedBy: actor, updatedAt: changedAt(channels.updatedAt) })
    .where(sql`id in (${pausedTogether(channelId, condition)})`)
    .returning({ id: channels.id });
