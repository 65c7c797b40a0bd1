/**
 * The most n-grams of a search, enough for a long text: whatever is found is checked against all of
 * it.
 */
const MAX_GRAMS = 32;

const gramAt = (characters: string[], start: number, size: number) =>
  characters.slice(start, start + size).join("");

/**
 * The n-grams of a searched text, of the largest of the `sizes` that fits: every text that contains
 * it has them. They overlap by two characters; without an overlap, a search for `lead4@example.com`
 * would find every `lead4…@example.com` in the index. `sizes`: largest first.
 */
export function searchedGrams(text: string, sizes: readonly number[]): string[] {
  const characters = [...text];
  const size = sizes.find((size) => size <= characters.length);
  if (!size) return [];
  const [last, step] = [characters.length - size, Math.max(1, size - 2)];
  const starts = Array.from(
    { length: Math.min(Math.ceil(last / step), MAX_GRAMS - 1) },
    (_, index) => index * step,
  );
  return [...starts, last].map((start) => gramAt(characters, start, size));
}

/** All n-grams of a text, each once. */
export function gramsIn(text: string, sizes: readonly number[]): Set<string> {
  const characters = [...text];
  const grams = new Set<string>();
  for (const size of sizes)
    for (let start = 0; start + size <= characters.length; start++)
      grams.add(gramAt(characters, start, size));
  return grams;
}

/** Two letters of the scripts that write many a word with no more. */
const SCRIPTS = ["Han", "Hira", "Kana", "Hang", "Thai", "Arab"]
  .map((name) => `\\p{scx=${name}}`)
  .join("");
const PAIR = new RegExp(`^(?:(?=[\\p{L}\\p{M}])[${SCRIPTS}]){2}$`, "u");

/** True for two letters of Han, Kana, Hangul, Thai or Arabic. */
export const isPair = (text: string) => PAIR.test(text);

/** The pairs of letters in a text, each once. */
export const pairsIn = (text: string) => [...gramsIn(text, [2])].filter(isPair);

/** A gram as a token of FTS5, in which no character that a person types separates tokens. */
export const tokenOf = (prefix: string, gram: string) =>
  `${prefix}${new TextEncoder().encode(gram).toHex()}`;
