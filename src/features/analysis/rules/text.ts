import { foldText } from "#lib/text";
import type { Utterance } from "../analyst";

/** A sentence as it stands in its message, and, as it is read, with its quotations blanked. */
export type Sentence = { message: Utterance; text: string; read: string; isQuestion: boolean };

/** Longer sentences can't be quoted, and are not read. */
const MAX_SENTENCE_CHARACTERS = 500;
const MAX_SENTENCES = 80;

/** Lines, marks and emoji end sentences; the full stop of a number or an address does not. */
const SENTENCE =
  /(?:[^\n.!?…。！？\p{ExtPict}]|\.(?=[\p{L}\d]))+(?:[.!?…。！？\p{ExtPict}\p{EMod} ]|\u200d|\ufe0f)*/gu;
const QUOTATION = /["«»“”„][^"«»“”„]*(?:["«»“”„]|$)/g;

/** Words as phrases compare them: without case, accents, apostrophes and marks. */
export const wordsOf = (text: string) =>
  foldText(text.replace(/\p{Cf}/gu, ""))
    .replace(/['\u2018\u2019\u02bc`\u00b4]/g, "")
    .replace(/(\d)(?=[a-z]{2})/g, "$1 ")
    .replace(/(?:[^\p{L}\p{M}\p{N}%€$£.,:]|[.,:](?!\d)|(?<!\d)[.,:])+/gu, " ")
    .trim();

/** The sentences of a message that have words. */
export function sentencesOf(message: Utterance): Sentence[] {
  const read = message.text.replace(QUOTATION, (quotation) => quotation.replace(/./g, " "));
  return [...read.matchAll(SENTENCE)]
    .map(({ 0: sentence, index }) => {
      const text = message.text.slice(index, index + sentence.length).trim();
      return { message, text, read: sentence.trim(), isQuestion: /[?？؟]/.test(sentence) };
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && text.length <= MAX_SENTENCE_CHARACTERS)
    .slice(0, MAX_SENTENCES);
}
