import type { MiddlewareHandler } from "hono";
import type { App, Bindings, Scope } from "../env";

type WakeWorkers = (
  env: Bindings,
  workspaceId: number,
  wake: ReturnType<Scope["sink"]["drain"]>,
) => Promise<unknown>;

/** After the answer, wakes the workers that have something to do after the request's batches. */
export const drainSink =
  (wakeWorkers: WakeWorkers): MiddlewareHandler<App> =>
  async (c, next) => {
    await next();
    const { workspaceId, sink } = c.var.scope;
    c.executionCtx.waitUntil(wakeWorkers(c.env, workspaceId, sink.drain()));
  };
