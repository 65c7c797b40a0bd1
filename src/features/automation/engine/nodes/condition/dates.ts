import { dateOf } from "#features/automation/engine/dates";
import { type Clause, type DateOp, VARIABLE } from "#features/automation/scenarios/clauses";
import type { Region } from "#lib/region";
import { DAY_MS } from "#lib/time";
import { spend } from "#lib/work";
import type { WrittenDate } from "#lib/written-date";

/** The work (lib/work.ts) of reading a date. */
const DATE_WORK = 100;

/** When and where a condition is evaluated. */
export type When = { region: Region; now: number };

/** True if a value, or an item of a list, is a date in this relation to the clause's. */
export function isDated(clause: Clause, op: DateOp, value: unknown, when: When): boolean {
  const range = rangeOf(clause, op, when);
  if (!range) return false;
  const isText = !clause.field.startsWith(VARIABLE);
  return [value]
    .flat()
    .filter((one) => !isText || typeof one === "string")
    .some((one) => {
      spend(DATE_WORK);
      const date = dateOf(one, when.region);
      return date !== undefined && overlaps(date, range, op);
    });
}

/** Times in milliseconds since 1970, `to` not included. */
type Range = Pick<WrittenDate, "from" | "to">;

/** The times that a clause allows; undefined if its value is no date. */
export function rangeOf({ value }: Clause, op: DateOp, { region, now }: When): Range | undefined {
  if (op === "within_days") {
    const then = now + Number(value) * DAY_MS;
    return { from: Math.min(now, then), to: Math.max(now, then) + 1 };
  }
  const date = value === "now" ? { from: now, to: now + 1 } : dateOf(value, region);
  if (!date) return undefined;
  return op === "before"
    ? { from: Number.NEGATIVE_INFINITY, to: date.from }
    : { from: date.to, to: Number.POSITIVE_INFINITY };
}

/** A day is within some days if a part of it is, but before or after a date only as a whole. */
const overlaps = (date: Range, range: Range, op: DateOp) =>
  op === "within_days"
    ? date.from < range.to && date.to > range.from
    : date.from >= range.from && date.from < range.to;
