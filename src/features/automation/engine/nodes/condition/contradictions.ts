import { expectedValues, numberOf } from "#features/automation/engine/compare";
import { type Clause, isWritten } from "#features/automation/scenarios/clauses";
import { rangeOf, type When } from "./dates";
import { holds } from "./evaluate";
import { valuesOfField } from "./possible";

/** The numbers or times from `from` to `to`, both included. */
type Bounds = { from: number; to: number };

/**
 * The values that clauses on one field leave possible. `values`: the only values, where these are
 * known.
 */
export type Possible = {
  clauses: Clause[];
  values: unknown[] | undefined;
  size: Bounds;
  time: Bounds;
};

const ANY: Bounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** Everything that a field may be. */
export const anything = (field: string): Possible => ({
  clauses: [],
  values: valuesOfField(field),
  size: ANY,
  time: ANY,
});

/** Lists, of which different items may meet different clauses. */
const LISTS = ["tags", "blockers", "levers"];
/** Longer lists of values are not tried one by one. */
const MAX_TRIED = 20;
/** The operators that hold for a field without a value. */
const UNSET = ["is_not_set", "not_equals", "not_contains", "not_in"];

/** The values that one more clause leaves possible; undefined if none. */
export function narrowed(possible: Possible, clause: Clause, when: When): Possible | undefined {
  if (!isLasting(clause) || LISTS.includes(clause.field)) return possible;
  const { clauses } = possible;
  const next = {
    clauses: [...clauses, clause],
    values: valuesLeft(possible, clause, when),
    size: overlapOf(possible.size, sizesOf(clause)),
    time: overlapOf(possible.time, timesOf(clause, when)),
  };
  if (next.values) return next.values.length > 0 ? next : undefined;
  const isUnset = next.clauses.some(({ op }) => op === "is_not_set");
  const isSet = next.clauses.some(({ op }) => !UNSET.includes(op));
  return (isUnset && isSet) || isEmpty(next.size) || isEmpty(next.time) ? undefined : next;
}

/** True if a clause means the same at any time, and of a text however it is spelt. */
const isLasting = ({ op, value }: Clause) =>
  op !== "within_days" && op !== "matches" && value !== "now";

function valuesLeft({ clauses, values }: Possible, clause: Clause, when: When) {
  if (values) return values.filter((value) => holds(clause, value, when));
  const own = [clause.value ?? []].flat();
  if (isWritten(clause.field)) return undefined;
  if ((clause.op !== "equals" && clause.op !== "in") || own.length > MAX_TRIED) return undefined;
  return own.filter((value) => clauses.every((other) => holds(other, value, when)));
}

const overlapOf = (one: Bounds, other: Bounds): Bounds => ({
  from: Math.max(one.from, other.from),
  to: Math.min(one.to, other.to),
});

const isEmpty = ({ from, to }: Bounds) => from > to;

/** The numbers that a clause allows. Of several values one has to fit. */
function sizesOf(clause: Clause): Bounds {
  const numbers = () => expectedValues(clause).map(numberOf).filter(Number.isFinite);
  switch (clause.op) {
    case "greater_than":
      return { ...ANY, from: justAbove(Math.min(...numbers())) };
    case "at_least":
      return { ...ANY, from: Math.min(...numbers()) };
    case "less_than":
      return { ...ANY, to: -justAbove(-Math.max(...numbers())) };
    case "at_most":
      return { ...ANY, to: Math.max(...numbers()) };
    default:
      return ANY;
  }
}

/** A number larger by less than anybody's numbers differ. */
const justAbove = (number: number) => number + Math.max(Math.abs(number), 1) * 1e-12;

function timesOf(clause: Clause, when: When): Bounds {
  const { op } = clause;
  const range = op === "before" || op === "after" ? rangeOf(clause, op, when) : undefined;
  return range ? { from: range.from, to: range.to - 1 } : ANY;
}
