import type { Refusals } from "#db/statements/scenario-days";
import type { TriggerOutcome } from "#domain/triggers";
import type { Counter } from "./figures";
import { BEGAN, keyOf, REFUSED, readKey } from "./keys";
import type { TriggerStats } from "./schema";

/** The figures of a scenario's triggers, those with the most starts first. */
export function triggersFrom(counters: Counter[]): TriggerStats[] {
  const triggers = new Map<string, TriggerStats>();
  for (const { key, n } of counters) {
    const {
      figure,
      about: [id = "", outcome = ""],
    } = readKey(key);
    if (figure !== BEGAN && figure !== REFUSED) continue;
    const trigger = triggers.get(id) ?? { trigger_id: id, started: 0, refused: {} };
    triggers.set(id, trigger);
    if (figure === BEGAN) trigger.started = n;
    // Only outcomes are counted (`refusalsOf`).
    else trigger.refused[outcome as TriggerOutcome] = n;
  }
  return [...triggers.values()].toSorted(
    (one, other) => other.started - one.started || (one.trigger_id < other.trigger_id ? -1 : 1),
  );
}

/** The outcome of a trigger that fitted a cause. */
type Evaluated = {
  candidate: { trigger: { scenarioId: number; id: string } };
  outcome: TriggerOutcome;
};

/** The outcomes of those that start a run, or are decided later. */
const NO_REFUSALS: readonly TriggerOutcome[] = ["started", "put_off", "being_merged"];

/** The refusals among outcomes, by scenario. */
export function refusalsOf(evaluated: Evaluated[]): Refusals[] {
  const scenarios = new Map<number, Refusals>();
  for (const { candidate, outcome } of evaluated) {
    if (NO_REFUSALS.includes(outcome)) continue;
    const { scenarioId, id } = candidate.trigger;
    const refusals = scenarios.get(scenarioId) ?? { scenario: scenarioId, counts: {} };
    scenarios.set(scenarioId, refusals);
    const key = keyOf(REFUSED, id, outcome);
    refusals.counts[key] = (refusals.counts[key] ?? 0) + 1;
  }
  return [...scenarios.values()];
}
