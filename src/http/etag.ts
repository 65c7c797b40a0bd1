import { createMiddleware } from "hono/factory";
import type { App } from "../env";

/** The strong ETag of a resource's version. */
export const etag = (version: number) => `"${version}"`;

/**
 * The versions that `If-Match` allows: undefined if it allows any, an empty list if none of its
 * tags is ours. Weak tags count, since a proxy that compresses answers weakens our tags. `*` only
 * demands that the resource exists, as a replacement does anyway.
 */
export function versionsOf(ifMatch: string | undefined) {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return ifMatch.split(",").flatMap((tag) => {
    const version = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** Whether one of the tags is that of the answer. Weak ones count, as for `versionsOf`. */
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
