import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type Client,
  type ScenarioNode,
  type ScenarioTrigger,
  type SimulationInput,
  simulateScenario,
} from "#client";
import { useClient } from "#console/session/session";
import type { PanelProps } from "../panel";
import { type LeadChoice, type Play, progressAt } from "./play";

/**
 * The graph without all that runs don't read, such as positions. The service checks what it is
 * sent.
 */
const bare = ({ nodes, edges, triggers }: PanelProps["graph"]) => ({
  nodes: nodes.map(({ position: _, ...node }) => node) as ScenarioNode[],
  edges,
  triggers: triggers.map(({ position: _, ...trigger }) => trigger) as ScenarioTrigger[],
});

const START_ONLY: Pick<SimulationInput, "nodes" | "edges"> = {
  nodes: [{ id: "end", type: "exit" }],
  edges: [],
};

async function simulate(
  client: Client,
  scenario: number,
  body: SimulationInput,
  signal?: AbortSignal,
) {
  const options = { client, path: { scenario }, body, ...(signal && { signal }) };
  return (await simulateScenario(options)).data;
}

/** A lead as a run finds it. */
const leadAtStart = async (
  client: Client,
  scenario: number,
  lead: LeadChoice,
  signal?: AbortSignal,
) => (await simulate(client, scenario, { ...lead, ...START_ONLY }, signal)).lead;

/**
 * Plays a graph, saved or not. Besides the simulation, which goes on after the clock, there is the
 * lead before it and at the clock: an opt-out then ends the run, and changes nothing else.
 */
export function useSimulation(scenario: number, graph: PanelProps["graph"], play: Play) {
  const client = useClient();
  const { lead, start, startAt, runId, events, clock } = play;
  const asked = { ...lead, ...start, start_at: startAt, run_id: runId };
  const drawn = bare(graph);
  const before = useQuery({
    queryKey: ["scenario-simulation", scenario, lead, "before"],
    queryFn: ({ signal }) => leadAtStart(client, scenario, lead, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const playing = useQuery({
    queryKey: ["scenario-simulation", scenario, asked, drawn, events, clock],
    queryFn: async ({ signal }) => {
      const stop = { after_seconds: clock, opt_out: true };
      const [whole, stopped] = await Promise.all([
        simulate(client, scenario, { ...asked, ...drawn, events }, signal),
        simulate(client, scenario, { ...asked, ...drawn, events: [...events, stop] }, signal),
      ]);
      const isPartly = whole.stopped_by === "visits" || whole.stopped_by === "work";
      return { progress: progressAt(whole, stopped.lead, play), play, isPartly };
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { before: before.data, ...playing };
}
