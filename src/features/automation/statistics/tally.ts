import type { RunChanges } from "#db/statements/scenario-days";
import { dayOf } from "#lib/time";
import type { Effect, Visit } from "../engine/run";
import type { Outcome } from "../runs/worker/work";
import { ACTIVE, BEGAN, keyOf } from "./keys";

type VisitEffect = Extract<Effect, { kind: "visit" }>;

/** The counts that a run adds to a version of its scenario on a day. */
export type RunCounts = {
  run: number;
  scenario: number;
  version: number;
  day: string;
  counts: Record<string, number>;
};

/** Numbers by the keys of counters. */
class Counts {
  readonly numbers: Record<string, number> = {};

  add(number: number, ...about: Parameters<typeof keyOf>) {
    const key = keyOf(...about);
    const sum = (this.numbers[key] ?? 0) + number;
    if (sum === 0) delete this.numbers[key];
    else this.numbers[key] = sum;
  }
}

/**
 * The counts that a run adds to its scenario by a step: today, and for replies on the days of the
 * messages that they answer. The same numbers come from counting its steps.
 */
export function tally(outcome: Outcome, now: number): RunCounts[] {
  const { claimed, run, effects } = outcome;
  const [scenario = 0, version = 0] = claimed.graphKey.split(":").map(Number);
  const today = new Counts();
  const days = new Map([[dayOf(now), today]]);
  if (claimed.run.visits === 0 && run.visits > 0) {
    today.add(1, "started");
    if (run.trigger) today.add(1, BEGAN, run.trigger.id);
  }
  countVisits(outcome, today);
  if (run.ended && run.nodeId !== null) {
    today.add(1, "ended");
    today.add(1, "ended", run.nodeId, run.ended.state, run.ended.reason);
    if (run.ended.state === "failed") today.add(1, "failed");
  }
  for (const effect of effects) {
    if (effect.kind === "tried" || effect.kind === "converted")
      today.add(1, effect.kind, effect.nodeId, effect.branch);
    if (effect.kind !== "replied") continue;
    const counts = days.get(dayOf(effect.at)) ?? new Counts();
    days.set(dayOf(effect.at), counts);
    counts.add(1, "replied");
    counts.add(1, "replied", effect.nodeId);
  }
  return [...days]
    .filter(([, { numbers }]) => Object.keys(numbers).length > 0)
    .map(([day, { numbers: counts }]) => ({ run: run.id, scenario, version, day, counts }));
}

/** Counts where the run came to and what it left, and where it stands now. */
function countVisits({ claimed, run, effects }: Outcome, today: Counts) {
  const visits = effects
    .filter((effect): effect is VisitEffect => effect.kind === "visit")
    .map(({ visit }) => visit);
  const entered = new Set<number>();
  for (const { visit, nodeId, leftAt, outcome } of visits) {
    if (visit > claimed.run.visits && !entered.has(visit)) {
      entered.add(visit);
      today.add(1, "entered", nodeId);
      today.add(1, ACTIVE, nodeId);
    }
    if (leftAt === null) continue;
    today.add(-1, ACTIVE, nodeId);
    if (!isEnd(outcome, visit, run)) today.add(1, "left", nodeId, outcome ?? "");
  }
  const hasLeft = visits.some(({ visit, leftAt }) => visit === run.visits && leftAt !== null);
  const wasAtNode = claimed.run.waiting !== null || entered.size > 0;
  if (run.ended && run.nodeId !== null && wasAtNode && !hasLeft) today.add(-1, ACTIVE, run.nodeId);
}

/** True if the run ended at a node, rather than left it by a handle. */
const isEnd = (outcome: Visit["outcome"], visit: number, { ended, visits }: Outcome["run"]) =>
  visit === visits && ended?.reason === outcome;

/** Puts runs together by version and day. */
export function gather(list: RunCounts[]): RunChanges[] {
  const days = Map.groupBy(list, ({ scenario, version, day }) => `${scenario} ${version} ${day}`);
  return [...days.values()].flatMap((ofDay) => {
    const sums: Record<string, number> = {};
    for (const [key, n] of ofDay.flatMap(({ counts }) => Object.entries(counts)))
      sums[key] = (sums[key] ?? 0) + n;
    const each = ofDay.map(({ run, counts }): RunChanges["each"][number] => [run, counts]);
    return ofDay.slice(0, 1).map((first) => ({ ...first, sums, each }));
  });
}
