import { eq, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../../db/batch";
import { selectId } from "../../../../db/rows";
import { scenarios } from "../../../../db/schema/automation";
import { leads } from "../../../../db/schema/leads";
import { within } from "../../../../db/scope";
import type { Scope } from "../../../../env";
import { outboundRules } from "../../../../lib/outbound-url";
import { found, invalid } from "../../../../lib/problem";
import { iso, isoOrNull } from "../../../../lib/time";
import { fieldErrors, validationMessages } from "../../../../lib/validation-messages";
import { settingsOf } from "../../../access/settings/defaults";
import { foreignTags, type TagLists, tagErrors, throwForeignTags } from "../../../leads/tags/store";
import { referenceErrors } from "../../../messaging/outbound/draft";
import { channelsJson } from "../../../messaging/outbound/recipient";
import type { Run as EngineRun, Lead } from "../../engine/run";
import { type Simulation as Simulated, simulate } from "../../engine/simulate";
import type { TrailEntry } from "../../engine/simulation/advance";
import { compile } from "../../scenarios/compile";
import { selectGraph } from "../../scenarios/references";
import { columnsOfLead, type LeadRow, tagStagesJson, toLead } from "../engine-lead";
import { MAX_EVENTS, type SimulationInput } from "./input";
import type { Simulation } from "./schema";
import { scriptOf } from "./script";
import { newSyntheticLead } from "./synthetic-lead";

/** The tags that a body names, by their fields. The body may be invalid in other ways. */
function tagsIn({ lead, events }: { lead?: unknown; events?: unknown }): Record<string, unknown> {
  const added = Array.isArray(events)
    ? events.slice(0, MAX_EVENTS).map((event) => Object(event).tag_added)
    : [];
  return {
    "lead.tag_ids": Object(lead).tag_ids,
    ...Object.fromEntries(added.map((id, index) => [`events.${index}.tag_added`, id])),
  };
}

/** The errors on the references of a body that may be invalid in other ways. */
export async function simulationErrors(scope: Scope, body: Record<string, unknown>) {
  const asked = tagsIn(body);
  return {
    ...(await referenceErrors(scope, { lead_id: body.lead_id })),
    ...(await tagErrors(...Object.keys(asked))(scope, asked)),
  };
}

type WorkspaceRow = { channels: string; tagStages: string; settings: string };

/** Reads everything that a simulation needs, in one round trip. */
const readSimulated = (scope: Scope, scenarioId: number, input: SimulationInput) => {
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  const platform = sql`(select platform from scenarios where ${isScenario})`;
  const hasId = input.lead_id == null ? sql`false` : eq(leads.id, input.lead_id);
  return readBatch(scope, {
    scenario: selectGraph(scope, scenarioId),
    lead: sql<Omit<LeadRow, "channels">>`
      select ${columnsOfLead(platform)} from leads where ${within(scope, leads, hasId)}`,
    workspace: sql<WorkspaceRow>`
      select ${channelsJson(scope.workspaceId)} as channels,
             ${tagStagesJson(scope)} as tagStages,
             settings
      from workspaces where id = ${scope.workspaceId}`,
    foreign: foreignTags(scope, tagsIn(input) as TagLists),
  });
};

/** Simulates a scenario with a lead, in one round trip. Writes nothing. */
export async function simulateScenario(
  scope: Scope,
  scenarioId: number,
  input: SimulationInput,
): Promise<Simulation> {
  // Only a batch claims the request's Idempotency-Key, and a simulation has nothing to write.
  if (scope.claim) await batch(scope, { scenario: selectId(scope, scenarios, scenarioId) });
  const read = await readSimulated(scope, scenarioId, input);
  const { platform, nodes, edges } = found(read.scenario[0]);
  const [row] = read.lead;
  if (input.lead_id != null && !row)
    throw invalid(fieldErrors(["lead_id"], validationMessages.selected));
  throwForeignTags(read.foreign, tagsIn(input) as TagLists);
  const { channels, tagStages, settings } = found(read.workspace[0]);
  const startAt = input.start_at ?? Date.now();
  const { defaultCountry, shortUrlBase } = scope;
  const surroundings = { platform, channels: JSON.parse(channels), defaultCountry, startAt };
  const stored = settingsOf(JSON.parse(settings));
  const run: EngineRun = {
    id: input.run_id ?? 1,
    platform,
    workspace: {
      ...{ shortUrlBase, defaultCountry, timeZone: stored.time_zone },
      tagStages: JSON.parse(tagStages),
    },
    lead: row ? toLead({ ...row, channels }) : newSyntheticLead(found(input.lead), surroundings),
    nodeId: null,
    visits: 0,
    waiting: null,
    memory: {},
    ended: null,
    early: null,
  };
  const isUnsaved = input.nodes != null || input.edges != null;
  const graph = isUnsaved
    ? compile(input.nodes ?? [], input.edges ?? [])
    : compile(JSON.parse(nodes), JSON.parse(edges));
  const script = scriptOf(input.events ?? [], stored);
  return toWire(simulate(graph, run, startAt, script, outboundRules(scope)));
}

const toWire = ({ run, trail, stop, now, ignored }: Simulated): Simulation => ({
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

const leadToWire = ({ tagIds, variables, fields, ...lead }: Lead): Simulation["lead"] => {
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
