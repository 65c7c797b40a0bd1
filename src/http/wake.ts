import type { MiddlewareHandler } from "hono";
import type { App, Bindings, Scope } from "#env";

type WakeWorkers = (
  env: Bindings,
  scope: Scope,
  wake: ReturnType<Scope["sink"]["drain"]>,
) => Promise<unknown>;

/** After the answer, wakes the workers that have something to do after the request's batches. */
export const drainSink =
  (wakeWorkers: WakeWorkers): MiddlewareHandler<App> =>
  async (c, next) => {
    await next();
    const { scope } = c.var;
    c.executionCtx.waitUntil(wakeWorkers(c.env, scope, scope.sink.drain()));
  };
