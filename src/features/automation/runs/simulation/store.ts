import type { Scope } from "../../../../env";
import { outboundRules } from "../../../../lib/outbound-url";
import { iso, isoOrNull } from "../../../../lib/time";
import { tagErrors } from "../../../leads/tags/store";
import { referenceErrors } from "../../../messaging/outbound/draft";
import type { Lead } from "../../engine/run";
import { type Simulation as Simulated, simulate } from "../../engine/simulate";
import type { TrailEntry } from "../../engine/simulation/advance";
import { compile } from "../../scenarios/compile";
import { graphOf } from "../../scenarios/versions/graph";
import type { GraphSimulationInput, SimulationInput } from "./input";
import { prepareGraphRun, prepareRun, tagsIn } from "./prepare";
import type { Simulation } from "./schema";
import { scriptOf } from "./script";

/** The errors on the references of a body that may be invalid in other ways. */
export async function simulationErrors(scope: Scope, body: Record<string, unknown>) {
  const asked = tagsIn(body);
  return {
    ...(await referenceErrors(scope, { lead_id: body.lead_id })),
    ...(await tagErrors(...Object.keys(asked))(scope, asked)),
  };
}

/** Simulates a scenario with a lead, in one round trip. Writes nothing. */
export async function simulateScenario(
  scope: Scope,
  scenarioId: number,
  input: SimulationInput,
): Promise<Simulation> {
  const startAt = input.start_at ?? Date.now();
  const played = { side: "current", startAt } as const;
  const { run, stored, settings } = await prepareRun(scope, scenarioId, input, played);
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

export const simulationToWire = ({ run, trail, stop, now, ignored }: Simulated): Simulation => ({
  state: run.ended?.state ?? "waiting",
  end_reason: run.ended?.reason ?? null,
  node_id: run.nodeId,
  waiting_for: run.waiting?.for ?? null,
  next_at: isoOrNull(run.waiting?.until ?? null),
  ended_at: run.ended ? iso(now) : null,
  stopped_by: stop,
  trail: trail.map(stepToWire),
  ignored_events: ignored,
  lead: leadToWire(run.lead),
});

function stepToWire({
  visit,
  nodeId,
  type,
  enteredAt,
  leftAt,
  outcome,
  detail,
  effects,
}: TrailEntry): Simulation["trail"][number] {
  const sent = effects.find((effect) => effect.kind === "send")?.composed;
  return {
    at: iso(enteredAt),
    visit,
    node_id: nodeId,
    type,
    outcome,
    left_at: isoOrNull(leftAt),
    message: sent ? { type: sent.type, text: sent.text, payload: sent.content } : null,
    detail,
  };
}

export const leadToWire = ({ tagIds, variables, fields, ...lead }: Lead): Simulation["lead"] => {
  const { ext_id, first_name, last_name, username, email, phone, isOptout } = lead;
  return {
    tag_ids: tagIds,
    variables,
    fields: {
      ext_id,
      first_name,
      last_name,
      username,
      email,
      phone,
      ...fields,
      is_optout: isOptout,
    },
  };
};
