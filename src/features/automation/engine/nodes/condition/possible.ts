import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  sources,
  stages,
  warmths,
} from "#domain/leads";
import { expectedValues, numberOf } from "#features/automation/engine/compare";
import type { Clause } from "#features/automation/scenarios/clauses";
import type { WarningParams } from "#features/messaging/warnings";
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

type Why = { why: NonNullable<WarningParams["why"]>; choices?: string[] };

/** The reason why a clause never holds by itself; undefined if it may hold. */
export function whyNever(clause: Clause, when: When): Why | undefined {
  const { field, op } = clause;
  const isSize = SIZES.includes(op);
  const isDate = op === "before" || op === "after" || op === "within_days";
  if (isDate && (NUMBERS.includes(field) || field === "tags" || valuesOfField(field)))
    return { why: "not_a_date" };
  if ((op === "before" || op === "after") && !isReadable(clause, when))
    return { why: "unreadable_date" };
  const values = expectedValues(clause);
  if (isSize && values.every((value) => Number.isNaN(numberOf(value))))
    return { why: "not_a_number" };
  if (TEXTS.includes(op) && values.every(({ text }) => text === "")) return { why: "nothing" };
  if (NUMBERS.includes(field) && (op === "equals" || op === "in"))
    return values.every((value) => Number.isNaN(numberOf(value)))
      ? { why: "number_field" }
      : undefined;
  const possible = valuesOfField(field);
  if (!possible || possible.some((value) => holds(clause, value, when))) return undefined;
  return { why: "no_choice", choices: possible.filter((value) => value !== null).map(String) };
}

const isReadable = (clause: Clause, when: When) => rangeOf(clause, "before", when) !== undefined;
