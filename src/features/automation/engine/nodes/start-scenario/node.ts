import type { Memory } from "#features/automation/engine/run";
import { leave } from "#features/automation/engine/transition";
import { defineNode } from "../definition";
import { documentation, StartScenarioSettings } from "./settings";

/** The counts that the new run inherits, so that a loop through several scenarios still ends. */
const inheritedMemory = ({ steps = 0, said, depth }: Memory) => ({
  steps,
  ...(said && { said }),
  ...(depth && { depth }),
});

export const startScenario = defineNode({
  type: "start_scenario",
  documentation,
  settings: StartScenarioSettings,
  handles: ["next"],
  arrive: ({ data }, { run, effects }) => {
    effects.push({
      kind: "start_scenario",
      scenarioId: data.scenario_id,
      memory: inheritedMemory(run.memory),
    });
    return leave("next");
  },
  affects: ({ scenario_id: id }) => ({ scenarios: [id] }),
  references: ({ scenario_id: ref }) => [{ kind: "scenario", ref, path: "scenario_id" }],
});
