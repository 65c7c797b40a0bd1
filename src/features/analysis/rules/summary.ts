import { cut } from "#lib/text";
import type { Claim } from "../analyst";
import type { Message } from "./statements";
import { wordsOf } from "./text";

const MAX_SENTENCES = 4;
/** Four sentences of this length, with dates and marks, stay below 600 characters. */
const MAX_CHARACTERS = 125;

/** A sentence that a summary has room for, cut between words. */
function shortened(sentence: string) {
  const text = sentence.replace(/\s+/g, " ");
  const start = cut(text, MAX_CHARACTERS);
  return start === text ? text : start.replace(/[\s,;:.]+\S{0,40}$/, "…");
}

/** The lead's most telling sentences by day: what was claimed, then asked, then the last word. */
export function summaryOf(messages: Message[], claims: Claim[]): string | null {
  const claimed = new Set(claims.map(({ messageId, quote }) => `${messageId} ${quote}`));
  const weighed = messages
    .flatMap(({ sentences }) => sentences.filter(({ text }) => /\p{L}/u.test(text)))
    .map(({ message, text, isQuestion }, index, { length }) => {
      const weight = isQuestion ? 2 : index === length - 1 ? 1 : 0;
      return { message, text, index, weight: claimed.has(`${message.id} ${text}`) ? 3 : weight };
    });
  const newest = new Map(weighed.map((one) => [wordsOf(one.text) || one.text, one]));
  const chosen = [...newest.values()]
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || b.index - a.index)
    .slice(0, MAX_SENTENCES)
    .toSorted((a, b) => a.index - b.index);
  const days = Map.groupBy(chosen, (one) => new Date(one.message.at).toISOString().slice(0, 10));
  const lines = [...days].map(
    ([day, own]) => `${day}: ${own.map(({ text }) => `"${shortened(text)}"`).join(" ")}`,
  );
  return lines.join(" · ") || null;
}
