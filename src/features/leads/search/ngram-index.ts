import { sql } from "drizzle-orm";
import type { Scope } from "../../../env";
import { foldText } from "../../../lib/text";
import type { LeadFilter } from "../query";
import { searchFields } from "./filter";

/** The sizes of the grams that drizzle/0001_triggers.sql makes of a lead, largest first. */
const GRAM_SIZES = [5, 3, 2, 1];
/** Enough of a long text: a lead that has these is held against the whole of it all the same. */
const MAX_GRAMS = 32;

/**
 * What every text that holds this one has: grams of the largest size that fits into it. They overlap by two characters, or
 * `lead4@example.com` would be looked for among all of `lead4…@example.com`.
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

/** The FTS5 expression for all searches of the filter. Its tokens are those of drizzle/0001_triggers.sql. */
export function searchExpression(filter: LeadFilter, workspaceId: number) {
  const tokens = searchFields.flatMap((field) =>
    gramsOf(foldText(filter[field] ?? "")).map(
      (gram) => `${workspaceId}${field[0]}${new TextEncoder().encode(gram).toHex()}`,
    ),
  );
  return tokens.length === 0 ? undefined : [...new Set(tokens)].join(" AND ");
}

const STEPS = 16;

/**
 * Merges segments of the index, some 500 pages at a step so that no write waits for long; what is left is for the next time. Each write
 * of a lead adds a segment, and a search looks into every one; FTS5 by itself lets dozens be.
 */
export async function mergeSearch(db: Scope["db"]) {
  for (let step = 0; step < STEPS; step++)
    await db.run(sql`insert into leads_search (leads_search, rank) values ('merge', 500)`);
}
