import { sql } from "drizzle-orm";
import { foldText } from "../../../lib/text";
import { searchFields } from "./filter";
import type { LeadFilter } from "./query";

/** The sizes of n-grams in the search index (db/triggers/leads.sql), largest first. */
const GRAM_SIZES = [5, 3, 2, 1];
/**
 * The most n-grams of a search, enough for a long text: every lead found is checked against all of
 * it.
 */
const MAX_GRAMS = 32;

/**
 * The n-grams of a searched text, of the largest size that fits: every text that contains it has
 * them. They overlap by two characters; without an overlap, a search for `lead4@example.com` would
 * find every `lead4…@example.com` in the index.
 */
function gramsOf(text: string): string[] {
  const characters = [...text];
  const size = GRAM_SIZES.find((size) => size <= characters.length);
  if (!size) return [];
  const [last, step] = [characters.length - size, Math.max(1, size - 2)];
  const starts = Array.from(
    { length: Math.min(Math.ceil(last / step), MAX_GRAMS - 1) },
    (_, index) => index * step,
  );
  return [...starts, last].map((start) => characters.slice(start, start + size).join(""));
}

/** The FTS5 expression for all searches of a filter, with the tokens of db/triggers/leads.sql. */
export function searchExpression(filter: LeadFilter, workspaceId: number) {
  const tokens = searchFields.flatMap((field) =>
    gramsOf(foldText(filter[field] ?? "")).map(
      (gram) => `${workspaceId}${field[0]}${new TextEncoder().encode(gram).toHex()}`,
    ),
  );
  return tokens.length === 0 ? undefined : [...new Set(tokens)].join(" AND ");
}

/**
 * Merges segments of the index, about this many pages. Every write of a lead adds a segment and a
 * search reads them all, but FTS5 on its own leaves dozens of them.
 */
export const mergeSearch = (pages: number) =>
  sql`insert into leads_search (leads_search, rank) values ('merge', ${pages})`;
