import { codePoints, cut } from "../../../lib/text";
import type { Claim } from "../analyst";
import type { Heard } from "./heard";
import type { Sentence } from "./sentences";

const MAX_SENTENCES = 4;
/** Four of these with their dates, marks and joints stay below 600. */
const MAX_CHARACTERS = 125;

/** What leads ask of price, content and dates. */
const OF_THE_OFFER =
  /\b(?:price|costs?|fees?|how much|programme?|course|pay|instal?ments?|start|certificate|scholarship|prix|coute|tarif|combien|formation|payer|commence|bourse|certificat|precio|cuesta|cuanto|curso|programa|pagar|empieza|beca|preco|quanto|custa|parcel[a-z]+|prestac[a-z]+|comeca|turma|bolsa)\b/;

/** A sentence that a summary has room for, cut at a word. */
function short(text: string) {
  const plain = text.replace(/\s+/g, " ");
  if (codePoints(plain) <= MAX_CHARACTERS) return plain;
  const start = cut(plain, MAX_CHARACTERS - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > MAX_CHARACTERS / 2 ? start.slice(0, space) : start).replace(/[\s,;:.]+$/, "")}…`;
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** What the lead said that tells most, with the days on which it was said, in the order of time: what was claimed, then what was asked, then the last. */
export function summaryOf(heard: Heard[], claims: Claim[]): string | null {
  const sentences = heard
    .flatMap(({ sentences }) => sentences)
    .filter(({ text }) => /\p{L}/u.test(text));
  const claimed = new Set(claims.map(({ messageId, quote }) => `${messageId} ${quote}`));
  const scoreOf = ({ said, text, words, asks }: Sentence, index: number) => {
    if (claimed.has(`${said.id} ${text}`)) return 3;
    if (asks && OF_THE_OFFER.test(words)) return 2;
    return index === sentences.length - 1 ? 1 : 0;
  };
  const newest = new Map(
    sentences.map((sentence, index) => [
      sentence.words || sentence.text,
      { sentence, index, score: scoreOf(sentence, index) },
    ]),
  );
  const chosen = [...newest.values()]
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.index - a.index)
    .slice(0, MAX_SENTENCES)
    .toSorted((a, b) => a.index - b.index);
  const told = chosen.map(({ sentence: { said, text } }, index) => {
    const isSameDay = index > 0 && day(chosen[index - 1]!.sentence.said.at) === day(said.at);
    return `${isSameDay ? " " : ` · ${day(said.at)}: `}"${short(text)}"`;
  });
  return told.join("").slice(" · ".length) || null;
}
