import { codePoints, foldText } from "#lib/text";
import { phonePatterns } from "./phones";

/** A word of a search. One of up to two characters is looked for in names only. */
export type Word = { text: string; isShort: boolean; phones: string[] };

/** A phone, found by one of its patterns, or words that are all to be found. */
export type Term = { phones: string[]; words: Word[] };

const SHORT_CHARACTERS = 2;
/** The digits that may be of a phone: its end, or all of it with an exit code before it. */
const [MIN_DIGITS, MAX_DIGITS] = [4, 20];
/** The signs of a phone. A word of it has at least one digit. */
const OF_PHONE = /^[+()\d.\-/]*\d[()\d.\-/]*$/;

/** The patterns of what may be a phone; none of anything else. */
function phonesIn(text: string, country: string | null): string[] {
  const digits = text.match(/\d/g)?.length ?? 0;
  return digits < MIN_DIGITS || digits > MAX_DIGITS ? [] : phonePatterns(text, country);
}

/**
 * Numbers that follow on each other, as in `06 39 98 00 01`, are one run; a word is one of its
 * own.
 */
function runsOf(words: string[]): string[][] {
  const runs: string[][] = [];
  for (const word of words) {
    const run = runs.at(-1);
    const goesOn = run && OF_PHONE.test(word) && OF_PHONE.test(run[0] ?? "");
    if (goesOn && !word.startsWith("+")) run.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** The terms of a search for a person: all must be found, in any order. */
export function termsOf(search: string, country: string | null): Term[] {
  const words = foldText(search)
    .split(/\s+/)
    .filter((word) => word !== "");
  const terms = runsOf(words).map((run): Term => {
    const isNumber = OF_PHONE.test(run[0] ?? "");
    const wordOf = (text: string): Word => ({
      text,
      isShort: codePoints(text) <= SHORT_CHARACTERS,
      phones: isNumber && run.length > 1 ? phonesIn(text, country) : [],
    });
    return { phones: isNumber ? phonesIn(run.join(" "), country) : [], words: run.map(wordOf) };
  });
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
}

/** The most rows that D1 counts for checking terms on one lead. */
export const rowsOfTerms = (terms: Term[]) =>
  terms.reduce(
    (rows, { phones, words }) =>
      words.reduce((sum, word) => sum + 1 + word.phones.length, rows + 1 + phones.length),
    0,
  );
