import { and, eq, type SQL } from "drizzle-orm";
import type { Statement } from "../../../db/batch";
import { channels } from "../../../db/schema/messaging";
import { failQueuedOfChannel } from "../../../db/statements/messages/queued";
import { blockError } from "../../../domain/block-reasons";
import type { StopReason } from "../../../domain/messaging";
import type { Scope } from "../../../env";

/** Stops a channel and fails its queued messages. A stopped channel keeps its first reason. */
export function stopChannel(
  db: Scope["db"],
  channelId: number | SQL,
  stopReason: StopReason,
  stopDetail: string | null,
): Statement[] {
  const now = Date.now();
  return [
    db
      .update(channels)
      .set({ status: "stopped", stopReason, stopDetail, stoppedAt: now, updatedAt: now })
      .where(and(eq(channels.id, channelId), eq(channels.status, "active"))),
    failQueuedOfChannel(db, channelId, blockError("channel_stopped")),
  ];
}
