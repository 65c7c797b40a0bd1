import { and, eq, type SQL } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { channels } from "#db/schema/messaging";
import { failQueuedOfChannel } from "#db/statements/messages/queued";
import { changedAt } from "#db/writes/revision";
import { blockError } from "#domain/block-reasons";
import type { StopReason } from "#domain/messaging";
import type { Writer } from "#env";

/** Stops a channel and fails its queued messages. A stopped channel keeps its first reason. */
export function stopChannel(
  writer: Writer,
  channelId: number | SQL,
  stopReason: StopReason,
  stopDetail: string | null,
): Statement[] {
  const now = Date.now();
  return [
    writer.db
      .update(channels)
      .set({
        status: "stopped",
        stopReason,
        stopDetail,
        stoppedAt: now,
        changedBy: writer.actor,
        updatedAt: changedAt(channels.updatedAt, now),
      })
      .where(and(eq(channels.id, channelId), eq(channels.status, "active"))),
    failQueuedOfChannel(writer, channelId, blockError("channel_stopped")),
  ];
}
