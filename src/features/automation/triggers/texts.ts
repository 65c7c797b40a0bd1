import { oncePer } from "#lib/memo";
import { foldAnswer, foldWritten } from "#lib/text";
import type { SpokenMessage } from "./cause";
import { type Sought, searcherOf, soughtText } from "./places";

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
  const words = new Set(wordsIn(folded));
  return { folded, answer: foldAnswer(searched), words, holds: searcherOf(folded) };
});
export type SearchedText = ReturnType<typeof readText>;

/** The key of an answer. No word begins so. */
export const answerKey = (answer: string) => `=${answer}`;

/** The keys of a message: each of its words, and the whole of it. */
export const keysOf = (message: SpokenMessage) => {
  const { words, answer } = readText(message);
  return [...words, answerKey(answer)];
};

/** A word that a trigger looks for, folded, and the words in it that have blanks around them. */
export type SoughtWord = { folded: string; words: string[]; sought: Sought };

export const soughtWord = (word: string): SoughtWord => {
  const folded = foldWritten(word);
  return { folded, words: wordsIn(folded), sought: soughtText(folded) };
};

/** True if a text has a word, or several in a row, with no letter, digit or mark on either side. */
export function hasWord(text: SearchedText, { folded, words, sought }: SoughtWord) {
  if (words[0] === folded) return text.words.has(folded);
  const isAlone = (at: number) =>
    isFree(text.folded, at) && isFree(text.folded, at + folded.length);
  return text.holds(sought, isAlone);
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
