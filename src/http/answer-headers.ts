import { createMiddleware } from "hono/factory";
import type { App } from "#env";

/** On every answer: browsers take it for what its type says. */
export const noSniff = createMiddleware<App>(async (c, next) => {
  c.header("X-Content-Type-Options", "nosniff");
  await next();
});

/** On the API's answers: no cache keeps what a token was shown. */
export const noStore = createMiddleware<App>(async (c, next) => {
  c.header("Cache-Control", "no-store");
  await next();
});
