import type { Context, MiddlewareHandler } from "hono";
import type { App, Scope } from "../env";
import { wakeClock, wakeDesk, wakeSender, wakeWebhooks } from "../lib/wake";

/** Wakes, behind the answer, whom the scope's writes have left something to do. */
export function wakeFor(
  c: Context<App>,
  { wakesClock, wakesDesk, endpointsDue = [], workspaceId }: Scope,
) {
  if (wakesClock) c.executionCtx.waitUntil(wakeClock(c.env, workspaceId));
  if (wakesDesk) c.executionCtx.waitUntil(wakeDesk(c.env, workspaceId));
  for (const id of endpointsDue) c.executionCtx.waitUntil(wakeWebhooks(c.env, id));
}

/** The same for every request of a tenant's. */
export const wakes: MiddlewareHandler<App> = async (c, next) => {
  await next();
  wakeFor(c, c.var.scope);
};

/** Wakes the sender of a channel behind the answer. */
export function wakeSenderOf(c: Context<App>, channelId: number | null) {
  if (channelId !== null) c.executionCtx.waitUntil(wakeSender(c.env, channelId));
}
