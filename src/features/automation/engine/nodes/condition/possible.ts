import { bookingStates } from "#domain/bookings";
import { namesWhere } from "#domain/field-names";
import { type LeadFields, leadFields } from "#domain/lead-fields";
import { triggerTypes } from "#domain/triggers";
import { expectedValues, numberOf } from "#features/automation/engine/compare";
import { type Clause, momentFlags } from "#features/automation/scenarios/clauses";
import type { WarningParams } from "#features/messaging/warnings";
import { rangeOf, type When } from "./dates";
import { holds } from "./evaluate";

const FIELDS: LeadFields = leadFields;
const FLAGS: string[] = [...namesWhere(FIELDS, ({ kind }) => kind === "flag"), ...momentFlags];
const NUMBERS: string[] = ["id", ...namesWhere(FIELDS, ({ kind }) => kind === "integer")];

/** The values of a field that has only these, or none. */
export function choicesOf(name: string): readonly string[] | undefined {
  if (name === "trigger.type") return triggerTypes;
  if (name === "booking.state") return bookingStates;
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  return field?.kind === "choice" ? field.values : undefined;
}

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
