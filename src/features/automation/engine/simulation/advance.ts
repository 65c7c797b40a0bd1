import type { Graph } from "#features/automation/scenarios/compile";
import { slugsInMessage } from "#features/messaging/outbound/places";
import type { OutboundRules } from "#lib/outbound-url";
import type { Effect, Run, RunEvent, Visit } from "../run";
import { step } from "../step";

/** A visit, and the other effects that it had. */
export type TrailEntry = Visit & { effects: Exclude<Effect, { kind: "visit" }>[] };

/**
 * `hasSentLink`: whether one of the run's messages held any short link. `mostWork`: the work
 * (lib/work.ts) up to which it goes on.
 */
export type SimulationState = {
  graph: Graph;
  run: Run;
  now: number;
  trail: TrailEntry[];
  outbound: OutboundRules;
  hasSentLink: boolean;
  mostWork: number;
};

/** Steps the run and adds its visits to the trail. Returns whether the event concerned the run. */
export function advance(state: SimulationState, event: RunEvent): boolean {
  const { run, effects } = step(state.graph, state.run, event, state.now);
  const isHandled = run !== state.run;
  state.run = run;
  for (const effect of effects) {
    if (effect.kind === "visit") recordVisit(state, effect.visit);
    else state.trail.at(-1)?.effects.push(effect);
    if (effect.kind === "send") state.hasSentLink ||= holdsLink(effect, run.workspace);
  }
  return isHandled;
}

/** A visit is reported again when the run leaves the node: that updates its entry. */
function recordVisit({ trail }: SimulationState, visit: Visit) {
  const last = trail.at(-1);
  if (last?.visit === visit.visit)
    trail[trail.length - 1] = {
      ...{ ...last, ...visit, enteredAt: last.enteredAt },
      detail: visit.detail ?? last.detail,
    };
  else trail.push({ ...visit, effects: [] });
}

const holdsLink = ({ composed }: Effect & { kind: "send" }, { shortUrlBase }: Run["workspace"]) =>
  slugsInMessage(composed, shortUrlBase).length > 0;
