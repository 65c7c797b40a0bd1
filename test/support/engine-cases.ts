import { expect } from "vitest";
import type { Run, RunEvent } from "#features/automation/engine/run";
import { after, aRun, detailOf, graphOf, stateOf, visitsIn } from "./engine";

// Cases of one node each, and the visits and state of the run that they end in.

export type Case = {
  node: [type: string, data?: unknown];
  /** The edges from the node `n` to `z`, which ends the run. */
  edges?: string;
  run?: Partial<Run>;
  events?: RunEvent[];
  visits: string[];
  state: string;
  detail?: unknown;
};

/** Steps a run that begins at the node `n` of the case. */
export function stepCase({ node, edges = "", run, events = [] }: Omit<Case, "visits" | "state">) {
  const graph = graphOf({ n: node, z: ["exit", { reason: "done" }] }, edges);
  return after(graph, aRun(run), ...events);
}

export const expectCase = (given: Case) => {
  const { run, effects } = stepCase(given);
  expect(visitsIn(effects)).toEqual(given.visits);
  expect(stateOf(run)).toBe(given.state);
  if ("detail" in given) expect(detailOf(effects, 1)).toEqual(given.detail);
};

export const next = "n>z";
export const left = (handle: string) => [`1 n ${handle}`, "2 z exit_node"];
export const exited = "exited/exit_node";

export const hello: [string, unknown] = ["message", { text: "Hello {{first_name|there}}" }];
export const sent: RunEvent = { kind: "sending", isSent: true, reason: null };
