import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#env";

/** Methods of requests that store nothing more. */
const SPARING = ["GET", "HEAD", "DELETE"];

/**
 * Has the request of a token refused where its workspace has stored far more than its quota. The
 * operator's are never, nor those of platforms and recipients, who have no token.
 */
export function cap(c: Context<App>) {
  const { scope } = c.var as Partial<App["Variables"]>;
  if (!scope || scope.tokenId === 0 || SPARING.includes(c.req.method)) return;
  c.set("scope", { ...scope, isCapped: true });
}

/**
 * Carries out a request whose valid body `applies` even where the workspace has stored far more
 * than its quota. Comes behind `validate`.
 */
export const evenFullWhere = <Body>(applies: (body: Body) => boolean) =>
  createMiddleware<App>(async (c, next) => {
    if (applies(c.req.valid("json" as never) as Body)) {
      const { isCapped: _, ...scope } = c.var.scope;
      c.set("scope", scope);
    }
    await next();
  });
