import type { Scope } from "#env";
import { notStarted, simulate } from "#features/automation/engine/simulate";
import { compile } from "#features/automation/scenarios/compile";
import { graphOf } from "#features/automation/scenarios/versions/graph";
import { outboundRules } from "#lib/outbound-url";
import type { GraphSimulationInput, SimulationInput } from "./input";
import { type Prepared, prepareGraphRun, prepareRun, startOf } from "./prepare";
import type { Simulation } from "./schema";
import { scriptOf } from "./script";
import { isStarted, startRun } from "./start";
import { simulationToWire } from "./wire";

/** Simulates a scenario with a lead, in one round trip. Writes nothing. */
export async function simulateScenario(
  scope: Scope,
  scenarioId: number,
  input: SimulationInput,
): Promise<Simulation> {
  const startAt = input.start_at ?? Date.now();
  const start = { side: "current", startAt } as const;
  const { run, stored, settings } = await prepareRun(scope, scenarioId, input, start);
  const isUnsaved = input.nodes != null || input.edges != null;
  const own = graphOf(stored);
  const { nodes, edges } = isUnsaved ? input : own;
  const { triggers = own.triggers } = input;
  return play(scope, { run, settings }, { ...input, nodes, edges, triggers }, startAt);
}

/** Simulates a graph of no scenario with a lead, in one round trip. Writes nothing. */
export async function simulateGraph(
  scope: Scope,
  { platform, ...input }: GraphSimulationInput,
): Promise<Simulation> {
  const startAt = input.start_at ?? Date.now();
  const prepared = await prepareGraphRun(scope, platform, input, startAt);
  return play(scope, prepared, input, startAt);
}

/** Simulates a run that was prepared, if it starts. */
function play(scope: Scope, { run, settings }: Prepared, input: SimulationInput, startAt: number) {
  const { nodes, edges, triggers, events } = input;
  const begun = startRun(run, startOf(input, run, triggers ?? []), settings, startAt);
  const script = scriptOf(events ?? [], settings);
  const simulated = isStarted(begun)
    ? simulate(compile(nodes ?? [], edges ?? []), begun.run, startAt, script, outboundRules(scope))
    : notStarted(begun.run, startAt, script);
  return simulationToWire(simulated, begun.start);
}
