import * as z from "zod";
import {
  type Cursor,
  decodeCursor,
  decodeMovingCursor,
  encodeCursor,
  type Page,
} from "#lib/cursor";
import { query } from "#lib/fields";
import { memberNames } from "#lib/unknown-members";
import { validationMessages } from "#lib/validation-messages";
import type { Render } from "./description";
import { withCursor } from "./query";

const cursorBy = (decode: (text: string) => Cursor | null) =>
  z
    .string()
    .transform((value, context) => {
      const decoded = decode(value);
      if (decoded) return decoded;
      context.issues.push({ code: "custom", message: validationMessages.format, input: value });
      return z.NEVER;
    })
    .meta({
      description: "`meta.next_cursor` or `meta.prev_cursor` of an earlier answer, unchanged.",
    })
    .optional();

export const cursor = cursorBy(decodeCursor);
/** For lists that have an order in which rows move up. */
export const movingCursor = cursorBy(decodeMovingCursor);

const DEFAULT_PER_PAGE = 25;

export const perPage = query
  .integer(10, 100, DEFAULT_PER_PAGE)
  .describe("The most results that a page has.");

export const bom = query
  .flag()
  .describe("`1`: a CSV begins with a byte order mark, which tells Excel that it is UTF-8.");

/** The query of every list. */
export const PageQuery = z.object({ cursor, per_page: perPage, bom });

/** The page that a query asks for. */
export const pageRequest = (query: {
  cursor?: Cursor | undefined;
  per_page?: number | undefined;
}) => ({
  cursor: query.cursor ?? null,
  perPage: query.per_page ?? DEFAULT_PER_PAGE,
});

const Links = z
  .object({ first: z.null(), last: z.null(), prev: z.url().nullable(), next: z.url().nullable() })
  .meta({
    id: "PageLinks",
    description:
      "Absolute URLs that keep every query parameter of the request. `first` and `last` are " +
      "always `null`.",
  });

const Meta = z
  .object({
    path: z.url(),
    per_page: z.int(),
    next_cursor: z.string().nullable(),
    prev_cursor: z.string().nullable(),
  })
  .meta({
    id: "PageMeta",
    description:
      "`path` is the request's URL without its query. The cursors are opaque: send them back " +
      "unchanged. A page can be shorter than `per_page`, even empty, while `next_cursor` is " +
      "not `null`: one request visits a bounded number of rows, and few of them may match.",
  });

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), links: Links, meta: Meta });

/** True if an answer is a page of a list. */
export const isPage = (answer: z.ZodType) => {
  const names = memberNames(answer);
  return names.includes("data") && names.includes("links") && names.includes("meta");
};

const Csv = z.string().meta({
  id: "Csv",
  description:
    "The whole list, streamed: a line for each item behind one with the names of its members, " +
    "in their order. `null` is an empty cell, an object or a list is JSON, tags are labels. See " +
    "[Lists as files](/docs/errors-and-limits#lists-as-files).",
});

const JsonLines = z.string().meta({
  id: "JsonLines",
  description: "The whole list, streamed: each item as JSON on a line of its own.",
});

/** In what every list is answered, too, if `Accept` asks for it. */
export const streamed = (render: Render) => ({
  "text/csv": { schema: render(Csv, "output") },
  "application/x-ndjson": { schema: render(JsonLines, "output") },
});

/** The answer with a page of a list. */
export function envelope<T>(requestUrl: string, { items, perPage, next, prev }: Page<T>) {
  const { origin, pathname, search } = new URL(requestUrl);
  const path = origin + pathname;
  const [nextCursor, prevCursor] = [next && encodeCursor(next), prev && encodeCursor(prev)];
  const link = (cursor: string | null) => cursor && path + withCursor(search, cursor);
  return {
    data: items,
    links: { first: null, last: null, prev: link(prevCursor), next: link(nextCursor) },
    meta: { path, per_page: perPage, next_cursor: nextCursor, prev_cursor: prevCursor },
  };
}

/** The answer with a single resource. */
export const dataOf = <T extends z.ZodType>(resource: T) => z.object({ data: resource });

export const Deletion = z.object({ success: z.boolean(), deleted: z.int() }).meta({
  id: "Deletion",
  description: "How many were deleted.",
  examples: [{ success: true, deleted: 1 }],
});

export const deletion = (deleted: number) => ({ success: true, deleted });
