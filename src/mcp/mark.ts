import { mistake } from "./api";
import { isObject } from "./fit";

/** The members that hold what leads write, or others write of them. */
const WRITTEN = new Set([
  ...["first_name", "last_name", "full_name", "username", "email", "phone", "ext_id", "image"],
  ...["text", "caption", "filename", "title", "quote", "summary", "note", "referrer", "answer"],
  ...["professional_situation", "primary_objective", "blockers", "levers", "verbatim"],
  ...["lost_reason_detail", "variables", "cells", "value", "external_id", "referrer_host"],
  ...["payload", "author", "answers", "location", "join_url", "reschedule_url", "cancel_url"],
  ...["cancel_reason", "cancelled_by"],
  // Of sources: what came, and what their reader made of it.
  ...["body", "item"],
]);
/** Members that hold such a text, or else what is ours. */
const MAY_BE_WRITTEN = new Set(["data", "from", "to"]);
/** A text that hardly is a sentence: an id, a name of a closed list, a time, a URL. */
const PLAIN = /^([\w.:+-]{0,64}|https?:\/\/\S{1,300})$/;
const isPlainKey = (key: string) => /^[\w.:-]{1,64}$/.test(key);

export type Untrusted = { untrusted: unknown };
const mark = (value: unknown): Untrusted => ({ untrusted: value });

/** True if a value holds nothing that anybody could have written. */
const isEmpty = (value: unknown): boolean =>
  value === null || typeof value === "number" || typeof value === "boolean" || value === "";

/**
 * An answer whose texts are marked as data: `{"untrusted": …}` around what leads write, and around
 * anything that may be a sentence. Texts at the paths in `own` are the service's.
 */
export function marked(value: unknown, own: string[] = [], name = "", path = ""): unknown {
  if (isEmpty(value)) return value;
  if (typeof value === "string" && own.includes(path)) return value;
  if (typeof value === "string")
    return WRITTEN.has(name) || MAY_BE_WRITTEN.has(name) || !PLAIN.test(value)
      ? mark(value)
      : value;
  if (Array.isArray(value)) return value.map((item) => marked(item, own, name, path));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (WRITTEN.has(name) || entries.some(([key]) => !isPlainKey(key)))
    return entries.length > 0 ? mark(value) : value;
  return Object.fromEntries(
    entries.map(([key, member]) => [key, marked(member, own, key, path ? `${path}.${key}` : key)]),
  );
}

/** Deeper values are refused by the API, too. */
const MAX_DEPTH = 70;

/** Arguments without the marks that an agent has left around what it sends back. */
export function unmarked(value: unknown, left = MAX_DEPTH): unknown {
  if (left === 0) throw mistake("arguments", "Nested too deeply.");
  if (Array.isArray(value)) return value.map((item) => unmarked(item, left - 1));
  if (!isObject(value)) return value;
  if (Object.keys(value).length === 1 && "untrusted" in value) return value.untrusted;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, unmarked(member, left - 1)]),
  );
}
