import type { Scope } from "#env";
import { simulate } from "#features/automation/engine/simulate";
import { compile } from "#features/automation/scenarios/compile";
import { graphOf } from "#features/automation/scenarios/versions/graph";
import { outboundRules } from "#lib/outbound-url";
import type { GraphSimulationInput, SimulationInput } from "./input";
import { prepareGraphRun, prepareRun } from "./prepare";
import type { Simulation } from "./schema";
import { scriptOf } from "./script";
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
  const { nodes, edges } = isUnsaved ? input : graphOf(stored);
  const script = scriptOf(input.events ?? [], settings);
  const graph = compile(nodes ?? [], edges ?? []);
  return simulationToWire(simulate(graph, run, startAt, script, outboundRules(scope)));
}

/** Simulates a graph of no scenario with a lead, in one round trip. Writes nothing. */
export async function simulateGraph(
  scope: Scope,
  { platform, nodes, edges, ...input }: GraphSimulationInput,
): Promise<Simulation> {
  const startAt = input.start_at ?? Date.now();
  const { run, settings } = await prepareGraphRun(scope, platform, input, startAt);
  const script = scriptOf(input.events ?? [], settings);
  const rules = outboundRules(scope);
  return simulationToWire(simulate(compile(nodes ?? [], edges ?? []), run, startAt, script, rules));
}
