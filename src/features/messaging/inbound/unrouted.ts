import { sql } from "drizzle-orm";
import { unroutedWebhooks } from "#db/schema/channels";
import type { Scope } from "#env";

/** Counts a webhook at a channel's URL in which an account is no channel's. */
export const countUnrouted = ({ db, workspaceId }: Scope, channelId: number, accountId: string) => {
  const lastAt = Date.now();
  return db
    .insert(unroutedWebhooks)
    .values({ workspaceId, channelId, accountId, webhooksCount: 1, lastAt })
    .onConflictDoUpdate({
      target: unroutedWebhooks.channelId,
      set: { accountId, webhooksCount: sql`${unroutedWebhooks.webhooksCount} + 1`, lastAt },
    });
};
