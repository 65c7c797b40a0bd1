import { oncePer, remembered } from "../../../lib/memo";
import { matchesPattern } from "../../../lib/patterns";
import { foldText } from "../../../lib/text";
import type { Clause } from "../scenarios/clauses";
import type { Match } from "./nodes/wait-for-reply/settings";

type Scalar = string | number | boolean;
/** How a value stands to one that is asked for. The negations of `scenarios/nodes.ts` are for who asks. */
export type Relation = Exclude<
  Clause["op"],
  "not_equals" | "not_contains" | "not_in" | "is_set" | "is_not_set"
>;

/** A value as it is compared. */
export type Compared = { raw: Scalar; text: string };

/** As long as a message. Of longer texts the beginning is compared: folding is not cheap, and a graph may ask for thousands of values. */
const MAX_CHARACTERS = 4_096;

const folded = remembered(500, (text) => ({ text: foldText(text).trim() }));

export const compared = (raw: Scalar): Compared => ({
  raw,
  text: typeof raw === "string" ? folded(raw.slice(0, MAX_CHARACTERS)).text : String(raw),
});

/** The values that a setting of a graph asks for. They are folded once. */
export const valuesAsked = oncePer((setting: Clause | Match) =>
  [setting.value ?? []].flat().map(compared),
);

export function stands(actual: Compared, relation: Relation, asked: Compared): boolean {
  switch (relation) {
    case "equals":
    case "in":
      return isSame(actual, asked);
    case "contains":
      return asked.text !== "" && actual.text.includes(asked.text);
    case "starts_with":
      return asked.text !== "" && actual.text.startsWith(asked.text);
    case "ends_with":
      return asked.text !== "" && actual.text.endsWith(asked.text);
    case "matches":
      return matchesPattern(String(asked.raw), String(actual.raw));
    case "greater_than":
      return differ(actual, asked) > 0;
    case "at_least":
      return differ(actual, asked) >= 0;
    case "less_than":
      return differ(actual, asked) < 0;
    case "at_most":
      return differ(actual, asked) <= 0;
  }
}

function isSame(one: Compared, other: Compared) {
  if (typeof one.raw === "boolean" || typeof other.raw === "boolean")
    return truthOf(one) === truthOf(other) && truthOf(one) !== undefined;
  return one.text === other.text || differ(one, other) === 0;
}

const truthOf = ({ text }: Compared) =>
  /^(true|1)$/.test(text) ? true : /^(false|0)$/.test(text) ? false : undefined;

/** Not a number where one of the two is none. */
const differ = (one: Compared, other: Compared) => numberOf(one) - numberOf(other);

/** Longer ones are ids, which a number would not tell apart. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/;

const numberOf = ({ raw, text }: Compared) =>
  typeof raw === "number" ? raw : NUMBER.test(text) ? Number(text) : Number.NaN;
