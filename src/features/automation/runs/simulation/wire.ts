import type { Lead } from "#features/automation/engine/run";
import type { Simulation as Simulated } from "#features/automation/engine/simulate";
import type { TrailEntry } from "#features/automation/engine/simulation/advance";
import { iso, isoOrNull } from "#lib/time";
import type { SimulatedStart, Simulation } from "./schema";

export const simulationToWire = (
  { run, trail, stop, now, ignored }: Simulated,
  start: SimulatedStart | null,
): Simulation => ({
  start,
  state: run.ended?.state ?? (stop === "not_started" ? stop : "waiting"),
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
  const { ext_id, first_name, last_name, username, email, phone, isOptout, isMarketingOptout } =
    lead;
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
      is_marketing_optout: isMarketingOptout,
    },
  };
};
