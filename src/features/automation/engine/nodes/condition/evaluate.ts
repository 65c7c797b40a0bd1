import { isWindowOpen } from "#domain/window";
import { bookingOf } from "#features/automation/engine/booking";
import {
  type BookedRun,
  bookingValue,
  isOfBooking,
} from "#features/automation/engine/booking-values";
import {
  answerRelates,
  type Comparable,
  comparable,
  expectedValues,
  type Relation,
  relates,
} from "#features/automation/engine/compare";
import { businessOpensAt } from "#features/automation/engine/hours";
import { regionOf } from "#features/automation/engine/region";
import { routeOfRun } from "#features/automation/engine/route";
import type { Run } from "#features/automation/engine/run";
import { isOfTrigger, triggerValue } from "#features/automation/engine/trigger";
import { type Clause, isWritten, VARIABLE } from "#features/automation/scenarios/clauses";
import { variableAt } from "#features/links/placeholders";
import { oncePer } from "#lib/memo";
import { isDated, type When } from "./dates";
import { type ConditionSettings, ELSE } from "./settings";

/** Clauses of which all hold, or any. */
export type Clauses = Pick<ConditionSettings["branches"][number], "all" | "any">;

/** The parts of a run that clauses are about. */
export type ConditionRun = BookedRun & Pick<Run, "platform" | "channelId" | "trigger">;

/** The handle of the first branch that holds. */
export const branchThatHolds = ({ branches }: ConditionSettings, run: Run, now: number) =>
  branches.find((branch) => branchHolds(branch, run, now))?.handle ?? ELSE;

/** True if all clauses of a branch hold, or any of them. */
export function branchHolds({ all, any }: Clauses, run: ConditionRun, now: number) {
  const when = { region: regionOf(run), now };
  const isMet = (clause: Clause) => holds(clause, valueFor(clause.field, run, now), when);
  return all ? all.every(isMet) : (any ?? []).some(isMet);
}

function valueFor(field: string, run: ConditionRun, now: number): unknown {
  const { lead } = run;
  if (field.startsWith(VARIABLE)) return variableAt(lead.variables, field.slice(VARIABLE.length));
  if (isOfTrigger(field)) return triggerValue(run.trigger, field);
  if (isOfBooking(field)) return bookingValue(run, field, now);
  switch (field) {
    case "tags":
      return lead.tagIds;
    case "last_reply":
      return lead.lastReply;
    case "is_optout":
      return lead.isOptout;
    case "is_marketing_optout":
      return lead.isMarketingOptout;
    case "window_open":
      return isWindowOpen(routeOfRun(run).conversation?.lastInboundAt ?? null, now);
    case "business_open":
      return businessOpensAt(run.workspace, routeOfRun(run), now) === now;
    case "has_booking":
      return (bookingOf(run, now)?.state ?? "cancelled") !== "cancelled";
    case "id":
    case "ext_id":
    case "first_name":
    case "last_name":
    case "username":
    case "email":
    case "phone":
      return lead[field];
    default:
      return lead.fields[field];
  }
}

/** True if a clause holds for a field's value. */
export function holds(clause: Clause, value: unknown, when: When): boolean {
  const { op } = clause;
  switch (op) {
    case "is_set":
      return isSet(value);
    case "is_not_set":
      return !isSet(value);
    case "not_equals":
      return !isRelated(value, "equals", clause);
    case "not_contains":
      return !isRelated(value, "contains", clause);
    case "not_in":
      return !isRelated(value, "in", clause);
    case "before":
    case "after":
    case "within_days":
      return isDated(clause, op, value, when);
    default:
      return isRelated(value, op, clause);
  }
}

/** Lists of free texts, whose items a scenario can't name word for word. */
const FREE_TEXT_LISTS = ["blockers", "levers"];

/**
 * A list relates to a value if one of its items does. It contains the items that equal the value; a
 * list of free texts contains every part of its texts.
 */
function isRelated(value: unknown, relation: Relation, clause: Clause) {
  const itemRelation =
    Array.isArray(value) && relation === "contains" && !FREE_TEXT_LISTS.includes(clause.field)
      ? "equals"
      : relation;
  const isFitting = isWritten(clause.field) ? answerRelates : relates;
  return itemsOf(value).some((item) =>
    expectedValues(clause).some((expected) => isFitting(item, itemRelation, expected)),
  );
}

/** The items of a list, or the value itself, that can be comparable. */
const itemsOf = (value: unknown) =>
  Array.isArray(value) ? itemsOfList(value).items : comparablesOf(value);

const comparablesOf = (one: unknown): Comparable[] =>
  isScalar(one) && isSet(one) ? [comparable(one)] : [];

/** Many clauses may ask for the same long list. */
const itemsOfList = oncePer((list: unknown[]) => ({ items: list.flatMap(comparablesOf) }));

const isScalar = (value: unknown) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** A blank text, an empty list and null count as not set. */
const isSet = (value: unknown) =>
  value != null &&
  (typeof value !== "string" || value.trim() !== "") &&
  (!Array.isArray(value) || value.length > 0);
