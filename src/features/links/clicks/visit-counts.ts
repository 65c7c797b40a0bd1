import { bots, type VisitKind, visitKinds } from "#domain/links";
import { HOUR_MS } from "#lib/time";
import type { VisitBatch } from "./buffer";

/** The number of visits of each kind. */
export type VisitCounts = Record<VisitKind, number>;

// `Object.fromEntries` does not keep the type of its keys.
const countsOf = (count: (kind: VisitKind) => number) =>
  Object.fromEntries(visitKinds.map((kind) => [kind, count(kind)])) as VisitCounts;

export const noVisits = countsOf(() => 0);

export const addCounts = (a: VisitCounts, b: VisitCounts) => countsOf((kind) => a[kind] + b[kind]);

export const botVisits = (counts: VisitCounts) => bots.reduce((sum, bot) => sum + counts[bot], 0);

/** The visits of batches by the start of their hour of UTC, in milliseconds since 1970. */
export function hourlyCounts(batches: VisitBatch[]): Map<number, VisitCounts> {
  const hours = new Map<number, VisitCounts>();
  const add = (at: number, kind: VisitKind, count: number) => {
    const startsAt = at - (at % HOUR_MS);
    const counts = hours.get(startsAt) ?? { ...noVisits };
    counts[kind] += count;
    hours.set(startsAt, counts);
  };
  for (const { startedAt, counted, clicks } of batches) {
    for (const kind of visitKinds)
      if (kind !== "recipient" && counted[kind]) add(startedAt, kind, counted[kind]);
    for (const { at } of clicks) add(at, "recipient", 1);
  }
  return hours;
}
