import { gramsIn, searchedGrams, tokenOf } from "../../../../lib/grams";
import { codePoints, cut, foldText } from "../../../../lib/text";

/** The sizes of n-grams in the index, largest first. A shorter text can't be searched for. */
const GRAM_SIZES = [5, 3] as const;
export const MIN_CHARACTERS = 3;

/** No platform takes a longer text. What a gateway sends beyond is not searched. */
const MAX_CHARACTERS = 4_096;

const folded = (text: string) => foldText(cut(text, MAX_CHARACTERS));

const prefixOf = (workspaceId: number) => `${workspaceId}m`;

/** The tokens of a message's text. */
export const tokensOf = (workspaceId: number, text: string) =>
  [...gramsIn(folded(text), GRAM_SIZES)]
    .map((gram) => tokenOf(prefixOf(workspaceId), gram))
    .join(" ");

export const isSearchable = (text: string) => codePoints(foldText(text)) >= MIN_CHARACTERS;

/** The FTS5 expression that finds the messages which may contain a text. */
export const expressionOf = (workspaceId: number, text: string) =>
  [...new Set(searchedGrams(foldText(text), GRAM_SIZES))]
    .map((gram) => tokenOf(prefixOf(workspaceId), gram))
    .join(" AND ");

/** Makes a check of whether a message's text contains a text, folded. */
export function containing(text: string) {
  const searched = foldText(text);
  return (message: { text: string | null }) =>
    message.text !== null && folded(message.text).includes(searched);
}
