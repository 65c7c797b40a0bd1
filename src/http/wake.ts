import type { Context, MiddlewareHandler } from "hono";
import {
  wakeAnalysisWorker,
  wakeMessageSender,
  wakeRunScheduler,
  wakeWebhookSender,
} from "../domain/wake";
import type { App, Scope } from "../env";

/** Wakes, behind the answer, whom the scope's writes have left something to do. */
export function wakeFor(
  c: Context<App>,
  { wakesClock, wakesDesk, endpointsDue = [], workspaceId }: Scope,
) {
  if (wakesClock) c.executionCtx.waitUntil(wakeRunScheduler(c.env, workspaceId));
  if (wakesDesk) c.executionCtx.waitUntil(wakeAnalysisWorker(c.env, workspaceId));
  for (const id of endpointsDue) c.executionCtx.waitUntil(wakeWebhookSender(c.env, id));
}

/** The same for every request of a tenant's. */
export const wakes: MiddlewareHandler<App> = async (c, next) => {
  await next();
  wakeFor(c, c.var.scope);
};

/** Wakes the sender of a channel behind the answer. */
export function wakeMessageSenderOf(c: Context<App>, channelId: number | null) {
  if (channelId !== null) c.executionCtx.waitUntil(wakeMessageSender(c.env, channelId));
}
