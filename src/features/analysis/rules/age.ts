import type { Claim, Said } from "../analyst";
import type { Heard, Statement } from "./heard";
import { KIN } from "./others";
import { ANSWER, claimOf, type Phrases, PLAIN, says, starts, USUAL } from "./phrases";
import { isOfSelf } from "./self";
import { sentencesOf } from "./sentences";
import { trades } from "./trades";

/** "I'm 34", and nothing behind it that would make it a duration, an amount or a place in a line. */
const STATED: Phrases = {
  en: /^(?:im|i am|i turned|ive turned|i have turned)(?: now| only)? (\d{2,3})(?: ?(?:years? old|years of age|yo|y o|y\/o|yrs?(?: old)?|y))?(?: now| today| btw| last (?:week|month|year))?$|^i(?:ve| have)? turned (\d{2,3}) (?:in|this|last) (?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$|^(?:im|i am) an? (\d{2,3}) years? old(?! (?:company|brand|firm))/,
  fr: /^j ?ai(?: maintenant| seulement| tout)? (\d{2,3})(?: ?ans|a)(?: maintenant| aujourdhui| revolus| passes)?$|^je viens davoir (\d{2,3}) ?ans$/,
  es: /^tengo(?: ya| ahora| solo)? (\d{2,3})(?: ?anos|a)(?: ya| ahora| cumplidos| de edad)?$|^acabo de cumplir (\d{2,3})(?: ?anos)?$/,
  pt: /^tenho(?: ja| agora| so)? (\d{2,3})(?: ?anos|a)(?: ja| agora| feitos| de idade)?$|^acabei de fazer (\d{2,3}) ?anos$/,
};

/** An age alone, behind who somebody is: "I'm a seamstress, 30 years old". */
const ALONE = /^(\d{2,3}) ?(?:ans|anos|years? old|yo|y o|y\/o)(?: here)?$/;
const NUMBER_ALONE = /^(1[89]|[2-7]\d)$/;

/** What asks the lead for their age, and for nothing else in numbers. */
const ASKED: Phrases = {
  en: /\bhow old (?:(?:are|r) (?:you|u)|you are)(?! (?:kids|children))\b|\b(?:whats|what is|tell me|ask|know) your age\b|^your age$/,
  fr: /\bquel age (?:as tu|avez vous|tu as|vous avez|t as|tas)\b|\b(?:tu as|vous avez|tas) quel age\b|\b(?:quel est|cest quoi) (?:ton|votre) age\b|^(?:ton|votre) age$/,
  es: /\b(?:cuantos anos|que edad) (?:tienes|tenes|tiene usted)\b|\b(?:cuantos anos|que edad) tiene$|\bcual es (?:tu|su) edad\b|^(?:tu|su) edad$/,
  pt: /\b(?:quantos anos|que idade) (?:tens|voce tem|vc tem|tem voce)\b|\b(?:quantos anos|que idade) tem$|\bqual (?:e )?a? ?(?:sua|tua) idade\b|^a? ?(?:sua|tua) idade$/,
};
const OTHER_NUMBER =
  /\bhow (?:many|much|long|often)\b|\bcombien\b|\bcuant[oa]s?\b(?! anos)|\bquant[oa]s?\b(?! anos)|\bdepuis quand\b|\bdesde cuando\b/;
const BARE =
  /^(?:im |i am |j ?ai |tengo |tenho )?(\d{2,3})(?: ?(?:ans|anos|years? old|yo|y o|yrs?)|a|y)?(?: ya| recien cumplidos| cumplidos| now| feitos)?$/;

const MIN = 10;
const MAX = 110;

/** The number that a pattern has found, if somebody can be as old as that. */
function numberIn(words: string, pattern: RegExp) {
  const years = Number(pattern.exec(words)?.slice(1).find(Boolean));
  return years >= MIN && years <= MAX ? years : undefined;
}

const stated = (words: string) =>
  Object.values(STATED)
    .map((pattern) => numberIn(words, pattern))
    .find((years) => years !== undefined);

function claimIn(statement: Statement): Claim[] {
  const { clause, sentence } = statement;
  const plainly = stated(clause.words);
  if (plainly) return [claimOf("age", plainly, sentence, PLAIN)];
  if (!isOfSelf(statement)) return [];
  const isInEnglish =
    /^(?:im|i am) an? /.test(sentence.clauses[statement.before.length - 1]!.words) &&
    /^(?:and i|$)/.test(clause.after);
  const usually =
    numberIn(clause.words, ALONE) ??
    (isInEnglish ? numberIn(clause.words, NUMBER_ALONE) : undefined);
  return usually ? [claimOf("age", usually, sentence, USUAL)] : [];
}

/** Whether a message of the team's asks for the lead's age alone. */
function isAsked(before: Said | undefined) {
  if (before?.author !== "team") return false;
  const questions = sentencesOf(before).filter(({ asks }) => asks);
  const words = questions.map((question) => question.words);
  return (
    questions.length === 1 &&
    says(words[0]!, ASKED) &&
    !OTHER_NUMBER.test(words[0]!) &&
    !KIN.test(words[0]!)
  );
}

/** A number, or an age, that a message begins with, and no other in it: believed as the answer to the question for it. */
function answers(heard: Heard[]): Claim[] {
  return heard.flatMap(({ before, sentences }) => {
    const answer = sentences.find(({ clauses }) => clauses.some(({ words }) => words !== ""));
    const isAlone =
      sentences.flatMap(({ clauses }) => clauses).filter(({ words }) => BARE.test(words)).length ===
      1;
    if (!answer || !isAlone || (answer.asks && answer.clauses.length === 1) || !isAsked(before))
      return [];
    const years = numberIn(answer.clauses.find(({ words }) => words !== "")!.words, BARE);
    return years ? [claimOf("age", years, answer, ANSWER)] : [];
  });
}

const TRADE = starts(...Object.values(trades));

/** An age that a message opens with, where nothing was asked: "34 yo", or, as years alone can last, "36 ans, infirmière". */
function openings(heard: Heard[]): Claim[] {
  return heard.flatMap(({ before, sentences }) => {
    const [sentence] = sentences;
    const isAnswer = before?.author === "team" && before.text.includes("?");
    if (!sentence || sentence.asks || isAnswer || sentences.some(({ words }) => KIN.test(words)))
      return [];
    const [first, second] = sentence.clauses;
    const isOfPerson = /y/.test(first?.words ?? "") || TRADE.test(second?.words ?? "");
    const years = isOfPerson ? numberIn(first!.words, ALONE) : undefined;
    return years ? [claimOf("age", years, sentence, USUAL)] : [];
  });
}

/** How old the lead says to be; the newest last. A plain statement comes after what else the same message has. */
export function ages(statements: Statement[], heard: Heard[]): Claim[] {
  const order = new Map(heard.map(({ said }, index) => [said.id, index]));
  const claims = [...openings(heard), ...answers(heard), ...statements.flatMap(claimIn)];
  return claims.toSorted(
    (a, b) => order.get(a.messageId)! - order.get(b.messageId)! || a.confidence - b.confidence,
  );
}
