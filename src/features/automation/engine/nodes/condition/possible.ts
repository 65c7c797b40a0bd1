import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  sources,
  stages,
  warmths,
} from "../../../../../domain/leads";
import type { Clause } from "../../../scenarios/clauses";
import { expectedValues, numberOf } from "../../compare";
import { rangeOf, type When } from "./dates";
import { holds } from "./evaluate";

/** The values of the fields that have only these, or none. */
const CHOICES: Record<string, readonly string[]> = {
  source: sources,
  warmth: warmths,
  pipeline_stage: stages,
  occupation_status: occupations,
  maturity_level: maturityLevels,
  engagement_level: engagementLevels,
  lost_reason: lostReasons,
};
const FLAGS = ["is_optout", "is_lost", "window_open"];
const NUMBERS = ["id", "age"];

export const choicesOf = (field: string): readonly string[] | undefined =>
  Object.hasOwn(CHOICES, field) ? CHOICES[field] : undefined;

/** All values that a field may have; undefined where they can't be listed. */
export function valuesOfField(field: string): unknown[] | undefined {
  if (FLAGS.includes(field)) return [true, false];
  const choices = choicesOf(field);
  return choices && [...choices, null];
}

const SIZES = ["greater_than", "at_least", "less_than", "at_most"];
const TEXTS = ["equals", "in", "contains", "starts_with", "ends_with"];

/** What to do about a clause that never holds by itself; undefined if it may hold. */
export function whyNever(clause: Clause, when: When): string | undefined {
  const { field, op } = clause;
  const isSize = SIZES.includes(op);
  const isDate = op === "before" || op === "after" || op === "within_days";
  if (isDate && (NUMBERS.includes(field) || field === "tags" || valuesOfField(field)))
    return `${field} is not a date: compare a variable`;
  if ((op === "before" || op === "after") && !isReadable(clause, when))
    return "its value is not a date here: write it like 2027-01-05, or use now";
  const values = expectedValues(clause);
  if (isSize && values.every((value) => Number.isNaN(numberOf(value))))
    return "its value is not a number: compare with a number";
  if (TEXTS.includes(op) && values.every(({ text }) => text === ""))
    return "it looks for nothing: give it a value, or use is_not_set";
  if (NUMBERS.includes(field) && (op === "equals" || op === "in"))
    return values.every((value) => Number.isNaN(numberOf(value)))
      ? `${field} is a number: compare with a number`
      : undefined;
  const possible = valuesOfField(field);
  if (!possible || possible.some((value) => holds(clause, value, when))) return undefined;
  return `use one of ${possible.filter((value) => value !== null).join(", ")}`;
}

const isReadable = (clause: Clause, when: When) => rangeOf(clause, "before", when) !== undefined;
