import { gramsIn, isPair, pairsIn, searchedGrams, tokenOf } from "#lib/grams";
import { codePoints, cut, foldText } from "#lib/text";

/**
 * The sizes of n-grams in the index, largest first. A shorter text can't be searched for, save a
 * pair of letters of some scripts.
 */
const GRAM_SIZES = [5, 3] as const;
export const MIN_CHARACTERS = 3;

/** No platform takes a longer text. What a gateway sends beyond is not searched. */
const MAX_CHARACTERS = 4_096;

const folded = (text: string) => foldText(cut(text, MAX_CHARACTERS));

const prefixOf = (workspaceId: number) => `${workspaceId}m`;

/** The tokens of a message's text. */
export function tokensOf(workspaceId: number, text: string) {
  const searched = folded(text);
  return [...gramsIn(searched, GRAM_SIZES), ...pairsIn(searched)]
    .map((gram) => tokenOf(prefixOf(workspaceId), gram))
    .join(" ");
}

export const isSearchable = (text: string) => {
  const searched = foldText(text);
  return codePoints(searched) >= MIN_CHARACTERS || isPair(searched);
};

/** The FTS5 expression that finds the messages which may contain a text. */
export function expressionOf(workspaceId: number, text: string) {
  const searched = foldText(text);
  const grams = isPair(searched) ? [searched] : searchedGrams(searched, GRAM_SIZES);
  return [...new Set(grams)].map((gram) => tokenOf(prefixOf(workspaceId), gram)).join(" AND ");
}

/** Makes a check of whether a message's text contains a text, folded. */
export function containing(text: string) {
  const searched = foldText(text);
  return (message: string | null) => message !== null && folded(message).includes(searched);
}
