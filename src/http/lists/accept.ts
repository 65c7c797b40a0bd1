import type { Context } from "hono";
import { accepts } from "hono/accepts";

/** In what a list is answered: pages of JSON, or all rows in one stream. */
export const listTypes = ["application/json", "text/csv", "application/x-ndjson"] as const;
export type ListType = (typeof listTypes)[number];

const [JSON_TYPE] = listTypes;
/** Ranges that stand for JSON, the most specific first. */
const JSON_RANGES = [JSON_TYPE, "application/*", "*/*"];

type Accepted = { type: string; q: number }[];

/**
 * The type that a request prefers among those that it names. A range such as `text/*` names none:
 * it is JSON, and so is whatever a list can't be answered in.
 */
export function preferredType(accepted: Accepted): ListType {
  const named = accepted.map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  const json = JSON_RANGES.flatMap((range) => named.filter(({ type }) => type === range)).at(0);
  const streams = named.flatMap(({ type, q }, place) => {
    const stream = listTypes.slice(1).find((known) => known === type);
    return stream && q > 0 ? [{ stream, q, place }] : [];
  });
  const [best] = streams.toSorted((a, b) => b.q - a.q || a.place - b.place);
  if (!best) return JSON_TYPE;
  if (!json || best.q > json.q) return best.stream;
  // As much wanted as JSON: what is named goes before a range, and what comes first before the
  // rest.
  const isFirst = json.type !== JSON_TYPE || best.place < named.indexOf(json);
  return best.q === json.q && isFirst ? best.stream : JSON_TYPE;
}

/** The type of a list's answer. HEAD describes the JSON. */
export const listTypeOf = (c: Context): ListType =>
  c.req.method === "HEAD"
    ? JSON_TYPE
    : // The match returns one of `listTypes`, which hono's type calls a string.
      (accepts(c, {
        header: "Accept",
        supports: [...listTypes],
        default: JSON_TYPE,
        match: (accepted) => preferredType(accepted),
      }) as ListType);
