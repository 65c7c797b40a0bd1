import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#db/batch";
import { channels } from "#db/schema/messaging";
import { failQueuedOfChannel } from "#db/statements/messages/queued";
import { changedAt } from "#db/writes/revision";
import { blockError } from "#domain/block-reasons";
import type { StopReason } from "#domain/messaging";
import type { Writer } from "#env";
import { UNPAUSED } from "./pause";

/**
 * Stops channels and fails their queued messages. A stopped channel keeps its first reason.
 * `channelIds` selects the channels.
 */
export function stopChannels(
  writer: Writer,
  channelIds: SQL,
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
        ...UNPAUSED,
        changedBy: writer.actor,
        updatedAt: changedAt(channels.updatedAt, now),
      })
      .where(and(inArray(channels.id, sql`(${channelIds})`), eq(channels.status, "active"))),
    failQueuedOfChannel(writer, channelIds, blockError("channel_stopped")),
  ];
}
