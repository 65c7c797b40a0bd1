import { oncePer, remembered } from "#lib/memo";
import { matchesPattern } from "#lib/patterns";
import { foldAnswer, foldWritten } from "#lib/text";
import { spend } from "#lib/work";
import type { Clause, DateOp } from "../scenarios/clauses";
import type { Match } from "./nodes/wait-for-reply/settings";

type Scalar = string | number | boolean;
/** A relation between two values. Conditions themselves handle dates and the negations. */
export type Relation = Exclude<
  Clause["op"],
  DateOp | "not_equals" | "not_contains" | "not_in" | "is_set" | "is_not_set"
>;

/** A value and its folded text. */
export type Comparable = { raw: Scalar; text: string };

/** The length of a message. Longer texts are cut before folding: a graph may compare thousands. */
export const MAX_CHARACTERS = 4_096;

const comparableBy = (fold: (text: string) => string) => {
  const folded = remembered(500, (text) => ({ text: fold(text) }));
  return (raw: Scalar): Comparable => ({
    raw,
    text: typeof raw === "string" ? folded(raw.slice(0, MAX_CHARACTERS)).text : String(raw),
  });
};

export const comparable = comparableBy(foldWritten);
const asAnswer = comparableBy(foldAnswer);

/** The values that a clause or a match compares with. They are folded once. */
export const expectedValues = oncePer((setting: Clause | Match) =>
  [setting.value ?? []].flat().map(comparable),
);

/** The characters that a search compares in the time of a unit of work. */
const COMPARED_PER_UNIT = 50;

/** True if a text holds another. At worst each character is compared with all of the other. */
function holdsText({ text }: Comparable, { text: part }: Comparable) {
  spend(Math.ceil(text.length * (1 + part.length / COMPARED_PER_UNIT)));
  return part !== "" && text.includes(part);
}

/** Relates what a lead has answered: it equals a value whatever marks are around either. */
export const answerRelates = (actual: Comparable, relation: Relation, expected: Comparable) =>
  relates(actual, relation, expected) ||
  ((relation === "equals" || relation === "in") &&
    isEqual(asAnswer(actual.raw), asAnswer(expected.raw)));

export function relates(actual: Comparable, relation: Relation, expected: Comparable): boolean {
  spend(1);
  switch (relation) {
    case "equals":
    case "in":
      return isEqual(actual, expected);
    case "contains":
      return holdsText(actual, expected);
    case "starts_with":
      return expected.text !== "" && actual.text.startsWith(expected.text);
    case "ends_with":
      return expected.text !== "" && actual.text.endsWith(expected.text);
    case "matches":
      return matchesPattern(String(expected.raw), String(actual.raw));
    case "greater_than":
      return difference(actual, expected) > 0;
    case "at_least":
      return difference(actual, expected) >= 0;
    case "less_than":
      return difference(actual, expected) < 0;
    case "at_most":
      return difference(actual, expected) <= 0;
  }
}

function isEqual(one: Comparable, other: Comparable) {
  if (typeof one.raw === "boolean" || typeof other.raw === "boolean")
    return truthOf(one) === truthOf(other) && truthOf(one) !== undefined;
  return one.text === other.text || difference(one, other) === 0;
}

const truthOf = ({ text }: Comparable) =>
  /^(true|1)$/.test(text) ? true : /^(false|0)$/.test(text) ? false : undefined;

/** NaN unless both values are numbers. */
const difference = (one: Comparable, other: Comparable) => numberOf(one) - numberOf(other);

/** Longer digits are ids, too large for a JavaScript number to be exact. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

/** A value as the number that comparisons take it for; NaN if it is none. */
export const numberOf = ({ raw, text }: Comparable) =>
  typeof raw === "number" ? raw : NUMBER.test(text) ? Number(text) : Number.NaN;
