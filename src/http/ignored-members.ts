import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import type { App } from "#env";
import { cut } from "#lib/text";
import { memberSchemas, unknownMembers } from "#lib/unknown-members";

const MAX_NAMES = 20;
const MAX_NAME_CHARACTERS = 100;

export type Kept = App & {
  Variables: {
    /** The schema of the resource that the operation answers. */
    resource?: z.core.$ZodType[];
    ignoredMembers?: string[];
  };
};

/** Keeps the schema of the resource in an operation's answer for `findIgnoredMembers`. */
export function showsResource(answer: z.ZodType | undefined) {
  const resource = answer ? memberSchemas(answer, "data") : [];
  return createMiddleware<Kept>(async (c, next) => {
    c.set("resource", resource);
    await next();
  });
}

/**
 * Keeps the names of the body's members that the operation ignores for `nameIgnoredMembers`. Those
 * of the resource that it answers are none: clients send back what they were answered.
 */
export function findIgnoredMembers(c: Context, schema: z.ZodType, body: object) {
  const { resource = [] } = c.var as Kept["Variables"];
  const unknown = unknownMembers([schema, ...resource], body, MAX_NAMES);
  c.set(
    "ignoredMembers",
    unknown.map(({ path }) => headerName(path.join("."))),
  );
}

/** A name of a body's member for a header: in visible ASCII without commas, and cut. */
function headerName(name: string) {
  let encoded = "";
  for (const character of cut(name.toWellFormed(), MAX_NAME_CHARACTERS)) {
    const safe = character.replace(/[^\x21-\x7e]|[%,]/u, encodeURIComponent);
    if (encoded.length + safe.length > MAX_NAME_CHARACTERS) break;
    encoded += safe;
  }
  return encoded;
}

/** Names in `X-Ignored-Members` what a body had that its operation ignores, also in replays. */
export const nameIgnoredMembers = createMiddleware<Kept>(async (c, next) => {
  await next();
  const { ignoredMembers = [] } = c.var;
  if (ignoredMembers.length > 0 && (c.res.ok || c.res.status === 422))
    c.header("X-Ignored-Members", ignoredMembers.join(", "));
});

/** The header in the OpenAPI document. */
export const IGNORED_MEMBERS = {
  description:
    "The members of the body that were ignored because the operation doesn't know them: the " +
    `first ${MAX_NAMES}, nested ones by their path. Members of the resource itself, such as ` +
    "`id`, are ignored without being named. Commas, spaces and non-ASCII characters are " +
    "percent-encoded.",
  required: false,
  schema: { type: "string", examples: ["frist_name, tagz"] },
};
