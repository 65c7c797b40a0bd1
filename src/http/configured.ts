import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { log } from "#lib/log";
import { Problem } from "#lib/problem";
import { isConfigured, misconfigurations } from "./configuration";
import { answer } from "./on-error";

/** Answers 500 as long as the configuration is wrong, and logs its faults. */
export const configured = createMiddleware<App>(async (c, next) => {
  if (isConfigured(c.env, c.req.url)) return next();
  const wrong = misconfigurations(c.env, c.req.url);
  log("error", "configuration", { request_id: c.var.requestId, wrong });
  return answer(c, new Problem("server_error"));
});
