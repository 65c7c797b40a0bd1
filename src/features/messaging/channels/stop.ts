import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import { channels, messages } from "../../../db/schema/messaging";
import type { Statement } from "../../../db/scope";
import { BLOCK_REASONS } from "../../../domain/block-reasons";
import type { FailureReason, StopReason } from "../../../domain/messaging";
import type { Scope } from "../../../env";

/** Gives up what a channel was still to send; what a provider is being asked to send right now stays. */
export const failQueued = (
  db: Scope["db"],
  channelId: number | SQL,
  reason: FailureReason,
  text: string,
): Statement =>
  db
    .update(messages)
    .set({
      status: "failed",
      error: { reason, code: null, message: text, retry_at: null },
      nextAttemptAt: null,
    })
    .where(
      and(
        eq(messages.channelId, channelId),
        isNotNull(messages.nextAttemptAt),
        eq(messages.status, "queued"),
      ),
    );

/** Stops a channel, and gives up what it was still to send. One that is stopped already keeps its reason. */
export function stopChannel(
  db: Scope["db"],
  channelId: number | SQL,
  stopReason: StopReason,
  detail: string | null,
): Statement[] {
  const now = Date.now();
  return [
    db
      .update(channels)
      .set({ status: "stopped", stopReason, stopDetail: detail, stoppedAt: now, updatedAt: now })
      .where(and(eq(channels.id, channelId), eq(channels.status, "active"))),
    failQueued(db, channelId, "channel_stopped", BLOCK_REASONS.channel_stopped),
  ];
}
