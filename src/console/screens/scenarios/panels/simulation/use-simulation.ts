import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  type ScenarioEdge,
  type ScenarioNode,
  type SimulationInput,
  simulateScenario,
} from "../../../../../client/index";
import { useClient } from "../../../../session/session";
import type { Drawn } from "../../nodes/drawn";
import type { Play } from "./play";

/** The graph without what runs don't read, such as positions. The service checks what it is sent. */
const bare = ({ nodes, edges }: Drawn) => ({
  nodes: nodes.map(({ position: _, ...node }) => node) as ScenarioNode[],
  edges: edges as ScenarioEdge[],
});

const START_ONLY: Pick<SimulationInput, "nodes" | "edges"> = {
  nodes: [{ id: "end", type: "exit" }],
  edges: [],
};

/**
 * Plays a graph, saved or not. Besides the simulation, which goes on after the clock, there is the
 * lead before it and at the clock: an opt-out then ends the run, and changes nothing else.
 */
export function useSimulation(scenario: number, graph: Drawn, play: Play) {
  const client = useClient();
  const { lead, startAt, runId, events, clock } = play;
  const asked = { ...lead, start_at: startAt, run_id: runId };
  const drawn = bare(graph);
  const simulate = async (body: SimulationInput, signal: AbortSignal) =>
    (await simulateScenario({ client, signal, path: { scenario }, body })).data;
  const before = useQuery({
    queryKey: ["scenario-simulation", scenario, asked, "before"],
    queryFn: ({ signal }) => simulate({ ...asked, ...START_ONLY }, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const playing = useQuery({
    queryKey: ["scenario-simulation", scenario, asked, drawn, events, clock],
    queryFn: async ({ signal }) => {
      const stop = { after_seconds: clock, opt_out: true };
      const [whole, stopped] = await Promise.all([
        simulate({ ...asked, ...drawn, events }, signal),
        simulate({ ...asked, ...drawn, events: [...events, stop] }, signal),
      ]);
      return { whole, lead: stopped.lead, play };
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { before: before.data?.lead, ...playing };
}
