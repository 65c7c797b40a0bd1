import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { log } from "#lib/log";
import { patternOf } from "./methods";

/** Logs one line for each request: with the pattern of its route, never its query or body. */
export const logRequests = createMiddleware<App>(async (c, next) => {
  const startedAt = Date.now();
  await next();
  log("info", "request", {
    request_id: c.var.requestId,
    method: c.req.method,
    route: patternOf(c.req.method, c.req.path),
    status: c.res.status,
    duration_ms: Date.now() - startedAt,
    workspace_id: c.var.scope?.workspaceId,
    token_id: c.var.scope?.tokenId,
  });
});
