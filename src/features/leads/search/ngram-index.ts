import { searchedGrams, tokenOf } from "../../../lib/grams";
import { foldText } from "../../../lib/text";
import { searchFields } from "./filter";
import type { LeadFilter } from "./query";

/** The sizes of n-grams in the search index (db/triggers/leads.sql), largest first. */
const GRAM_SIZES = [5, 3, 2, 1];

/** The FTS5 expression for all searches of a filter, with the tokens of db/triggers/leads.sql. */
export function searchExpression(filter: LeadFilter, workspaceId: number) {
  const tokens = searchFields.flatMap((field) =>
    searchedGrams(foldText(filter[field] ?? ""), GRAM_SIZES).map((gram) =>
      tokenOf(`${workspaceId}${field[0]}`, gram),
    ),
  );
  return tokens.length === 0 ? undefined : [...new Set(tokens)].join(" AND ");
}
