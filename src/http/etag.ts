import { createMiddleware } from "hono/factory";
import type { App } from "#env";

/** True if one of the tags is that of the answer. Weak ones count, as in lib/etag.ts. */
const names = (tags: string, tag: string) =>
  tags.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === tag);

/** Answers 304, without the body, to a GET whose `If-None-Match` names what it would answer. */
export const notModified = createMiddleware<App>(async (c, next) => {
  await next();
  const [tags, tag] = [c.req.header("If-None-Match"), c.res.headers.get("ETag")];
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (!isRead || !tags || !tag || c.res.status !== 200 || !names(tags, tag)) return;
  const headers = new Headers(c.res.headers);
  for (const name of ["Content-Type", "Content-Length"]) headers.delete(name);
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers });
});
