import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#env";
import { BoundedErrors, inPath } from "#lib/bounded-errors";
import { placeOf } from "#lib/guesses";
import { hasBackslashKey, MAX_DEPTH } from "#lib/json";
import { fileInForm, isMultipart } from "#lib/multipart";
import { type FieldErrors, invalid, Problem } from "#lib/problem";
import { readBody } from "#lib/read-body";
import { asReceived } from "#lib/received";
import type { Holder } from "#lib/slots";
import { cut } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";

const MAX_BODY_BYTES = 1_048_576;
/** Meta sends up to a thousand updates in one body, of 3 MB in all. */
const MAX_PLATFORM_WEBHOOK_BYTES = 3 * MAX_BODY_BYTES;
/** The paths whose bodies may be larger than others. */
const MAX_BYTES: Record<string, number> = { "/v1/leads/batch": 4 * MAX_BODY_BYTES };

/** Finds whose slot a large or slow body takes; undefined where no address is known. */
type HolderOf = (c: Context<App>) => Holder | undefined;

/** Throws a `too_large` problem for a body of more than this many bytes. */
const limitBodyTo = (most: number, holderOf: HolderOf) =>
  createMiddleware<App>(async (c, next) => {
    const maxBytes = MAX_BYTES[c.req.path] ?? most;
    const { body, headers } = c.req.raw;
    if (!body) return next();
    const length = headers.has("Transfer-Encoding") ? null : headers.get("Content-Length");
    if (Number(length) > maxBytes) throw new Problem("too_large");
    const bytes = await readBody(body, maxBytes, holderOf(c));
    c.req.raw = new Request(c.req.raw, { body: bytes });
    return next();
  });

/**
 * The file that is the body of a request, or the one in its form, with what the headers say of it.
 */
export async function sentFile({ req }: Context) {
  const contentType = req.header("Content-Type");
  if (contentType && isMultipart(contentType))
    return { ...(await fileInForm(asReceived(req.raw.body), contentType)), length: null };
  const length = req.header("Transfer-Encoding") ? undefined : req.header("Content-Length");
  return {
    body: asReceived(req.raw.body),
    filename: undefined,
    contentType,
    length: length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null,
  };
}

const fromAddress: HolderOf = ({ req }) => placeOf(req.header("CF-Connecting-IP"));

export const limitBody = limitBodyTo(MAX_BODY_BYTES, fromAddress);
export const limitTenantBody = limitBodyTo(MAX_BODY_BYTES, (c) => c.var.scope.workspaceId);
export const limitPlatformWebhook = limitBodyTo(MAX_PLATFORM_WEBHOOK_BYTES, fromAddress);

/** The types that JSON may come with. Many clients name none, or that of a text. */
const MAY_BE_JSON = /^\s*($|;|text\/plain\s*($|;)|[^;]*json\s*($|;))/i;

const notJson = (mediaType: string) =>
  new Problem("unsupported_media_type", {
    message: `The body must be JSON, not ${cut(mediaType.split(";")[0] ?? "", 100).trim()}.`,
  });

/**
 * Returns the body; throws an `unsupported_media_type` problem for a form, a file or XML, and an
 * `invalid` problem, with the error on `body`, unless it is a JSON object in UTF-8.
 */
export async function requireJsonObject(c: Context): Promise<object> {
  const mediaType = c.req.header("Content-Type") ?? "";
  if (!MAY_BE_JSON.test(mediaType)) throw notJson(mediaType);
  const body = parseJson(await c.req.arrayBuffer());
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalid({ body: ["The body must be a JSON object."] });
  return body;
}

/** Parses JSON in UTF-8; throws an `invalid` problem if it is malformed. */
export function parseJson(bytes: ArrayBuffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    if (hasBackslashKey(text)) throw invalid({ body: ["A key must not contain a backslash."] });
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof Problem
      ? error
      : invalid({ body: ["The body must be valid JSON in UTF-8."] });
  }
}

/**
 * The errors, by path, on values that are valid JSON but can't be returned as they were sent: NUL,
 * lone surrogates, `__proto__`, numbers beyond 2^53, nesting beyond 64 levels.
 */
export function unstorable(body: unknown): FieldErrors {
  const errors = new BoundedErrors();
  const walk = (value: unknown, path: string, depth: number) => {
    if (errors.isFull) return;
    if (typeof value === "string" ? !storable(value) : typeof value === "number" && unsafe(value))
      addError(path);
    if (typeof value !== "object" || value === null) return;
    if (depth === MAX_DEPTH) return addError(path.replace(/\..*/s, ""));
    for (const [key, member] of Object.entries(value)) {
      if (key === "__proto__" || !storable(key)) addError(path || "body");
      else walk(member, path ? `${path}.${inPath(key)}` : inPath(key), depth + 1);
    }
  };
  const addError = (path: string) => errors.add(path, validationMessages.format);
  walk(body, "", 0);
  return errors.found;
}

export const storable = (text: string) => text.isWellFormed() && !text.includes("\0");

const unsafe = (value: number) =>
  !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value));
