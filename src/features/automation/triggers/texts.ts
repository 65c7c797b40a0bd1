import { oncePer } from "#lib/memo";
import { foldAnswer, foldWritten } from "#lib/text";
import type { SpokenMessage } from "./cause";

// The search for words in texts that leads have written.

/** The scripts that write no blanks between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const OF_WORDS = /[\p{L}\p{N}\p{M}]/u;
/** The words between which there are blanks. */
const WORDS = new RegExp(`(?:(?!${UNSPACED.source})${OF_WORDS.source})+`, "gu");

/** Only the beginning of a text is searched. */
const MAX_SEARCHED_CHARACTERS = 4_096;

/** The words of a folded text between which there are blanks. */
export const wordsIn = (folded: string) => folded.match(WORDS) ?? [];

/** The text of a message, folded once. */
export const readText = oncePer(({ text }: SpokenMessage) => {
  const searched = (text ?? "").slice(0, MAX_SEARCHED_CHARACTERS);
  const folded = foldWritten(searched);
  return { folded, answer: foldAnswer(searched), words: new Set(wordsIn(folded)) };
});
export type SearchedText = ReturnType<typeof readText>;

/** A word that a trigger looks for, folded, and the words in it that have blanks around them. */
export type SoughtWord = { folded: string; words: string[] };

export const soughtWord = (word: string): SoughtWord => {
  const folded = foldWritten(word);
  return { folded, words: wordsIn(folded) };
};

/** True if a text has a word, or several in a row, with no letter, digit or mark on either side. */
export function hasWord({ folded: text, words }: SearchedText, sought: SoughtWord) {
  const { folded, words: own } = sought;
  if (own.some((word) => !words.has(word))) return false;
  if (own[0] === folded) return true;
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, at + 1))
    if (isFree(text, at) && isFree(text, at + folded.length)) return true;
  return false;
}

/** True if no word goes on over a place in a text: next to scripts without blanks none does. */
function isFree(text: string, place: number) {
  const [before, after] = [characterBefore(text, place), characterAt(text, place)];
  return !goesOn(before) || !goesOn(after);
}

const goesOn = (character: string) => OF_WORDS.test(character) && !UNSPACED.test(character);

const characterAt = (text: string, place: number) => {
  const code = text.codePointAt(place);
  return code === undefined ? "" : String.fromCodePoint(code);
};

const characterBefore = (text: string, place: number) => {
  const last = text.slice(Math.max(place - 2, 0), place);
  return [...last].at(-1) ?? "";
};
