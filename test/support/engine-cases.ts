import { expect } from "vitest";
import type { Run, RunEvent } from "../../src/features/automation/engine/run";
import { after, aRun, detailOf, graphOf, stateOf, visitsIn } from "./engine";

// What becomes of a run at one node, told in a case.

export type Case = {
  node: [type: string, data?: unknown];
  /** What leads on from the node `n`, to `z`, which ends the run. */
  edges?: string;
  run?: Partial<Run>;
  events?: RunEvent[];
  visits: string[];
  state: string;
  detail?: unknown;
};

/** The node `n` of the case, in a run that begins there. */
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
