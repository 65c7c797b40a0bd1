import type { Group, Phrasebook } from "./notation";
import { clausesOf, type Message, type Statement, statementsOf } from "./statements";
import { type Sentence, sentencesOf } from "./text";

/** A statement in a sentence of the lead's. Ages have their years. */
export type Fact = { kind: Group; sentence: Sentence; confidence: number; years?: number };

/** The confidence in a plain statement, and in a short one: an answer, or "I'm a nurse, 34". */
const PLAIN = 0.9;
const SHORT = 0.8;

/** Of these a clause states the first. A trade alone does not tell who pays for it. */
const OCCUPATIONS: Group[] = [
  ...(["self_employed", "business_owner", "retired", "unemployed", "student"] as const),
  ...(["employee", "trade"] as const),
];
const OTHERS: Group[] = [
  ...(["goal", "price", "time", "thought", "stop", "not_interested", "already_handled"] as const),
  ...(["wrong_timing", "invalid_lead", "returns", "booked", "calledOff"] as const),
];

const asksAge = ({ before }: Message, book: Phrasebook) =>
  before?.author === "team" &&
  sentencesOf(before).some(
    ({ read, isQuestion }) =>
      isQuestion && clausesOf(read, book).some((clause) => book.stated("asksAge", clause)),
  );

function ageIn({ sentence, words }: Statement, isShort: boolean, book: Phrasebook): Fact[] {
  const plain = book.stated("age", words);
  const age = plain ?? (isShort ? book.stated("shortAge", words) : undefined);
  const confidence = plain ? PLAIN : SHORT;
  return age ? [{ kind: "age", sentence, confidence, years: Number(/\d+/.exec(age)) }] : [];
}

/** The facts of a message in one of the languages, in the order of its sentences. */
export function factsIn(message: Message, book: Phrasebook): Fact[] {
  const isAsked = asksAge(message, book);
  let followsOccupation = false;
  const statements = statementsOf(message, book);
  const isAlone = statements.length === 1 && message.sentences.length === 1;
  return statements.flatMap((statement) => {
    const { sentence, words, place } = statement;
    const answers = isAsked && place === 0 && sentence === message.sentences[0];
    const age = ageIn(statement, answers || (place > 0 && followsOccupation), book);
    const occupation = OCCUPATIONS.filter((kind) => book.stated(kind, words)).slice(0, 1);
    const others = OTHERS.filter((kind) => book.stated(kind, words));
    if (isAlone && book.stated("stopWord", words)) others.push("stop");
    followsOccupation = occupation.length > 0;
    const kinds = [...occupation, ...others];
    return [...age, ...kinds.map((kind) => ({ kind, sentence, confidence: PLAIN }))];
  });
}
