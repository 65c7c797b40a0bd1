import type { Context } from "hono";
import type { App } from "../env";

/** Wakes the sender of a channel behind the answer. Where that fails, the cron does. */
export function wakeSender(c: Context<App>, channelId: number | null) {
  if (channelId !== null) c.executionCtx.waitUntil(c.env.CHANNEL_SENDER.getByName(String(channelId)).wake(channelId));
}
