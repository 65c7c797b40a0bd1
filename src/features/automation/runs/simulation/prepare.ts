import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { scenarios } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Platform } from "#domain/platforms";
import type { Scope } from "#env";
import { type Settings, settingsOf } from "#features/access/settings/defaults";
import type { Run as EngineRun, Lead } from "#features/automation/engine/run";
import type { Trigger } from "#features/automation/scenarios/schema";
import {
  type Side,
  type StoredGraph,
  selectGraphOf,
} from "#features/automation/scenarios/versions/graph";
import { withLeadRef } from "#features/leads/lead-ref";
import { foreignTags, type TagLists, throwForeignTags } from "#features/leads/tags/store";
import { channelsJson } from "#features/messaging/outbound/recipient";
import { found, invalid } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { latestBookingsJson } from "../bookings";
import { columnsOfLead, type LeadRow, tagStagesJson, toLead } from "../engine-lead";
import { tagsIn } from "./errors";
import type { SyntheticLead } from "./lead-input";
import type { StartOf } from "./start";
import type { SimulatedCause } from "./start-input";
import { newSyntheticLead } from "./synthetic-lead";

type WorkspaceRow = { channels: string; tagStages: string; settings: string };

/** `bookings`: JSON of the engine's. */
type PreparedLeadRow = Omit<LeadRow, "channels"> & { bookings: string };

type Asked = {
  lead_id?: number | null | undefined;
  lead?: SyntheticLead | null | undefined;
  events?: unknown;
  started_by?: SimulatedCause | null | undefined;
  trigger_id?: string | null | undefined;
  run_id?: number | null | undefined;
};

/** Selects the lead, the workspace and the tags of a simulated run, beside its graph. */
const selectSetting = (scope: Scope, platform: SQL, input: Asked) => {
  const hasId = input.lead_id == null ? sql`false` : eq(leads.id, input.lead_id);
  return {
    lead: sql<PreparedLeadRow>`
      select ${columnsOfLead(platform)}, ${latestBookingsJson(scope, sql`leads.id`)} as bookings
      from leads where ${within(scope, leads, hasId)}`,
    workspace: sql<WorkspaceRow>`
      select ${channelsJson(scope.workspaceId)} as channels,
             ${tagStagesJson(scope)} as tagStages,
             settings
      from workspaces where id = ${scope.workspaceId}`,
    foreign: foreignTags(scope, tagsIn(input) as TagLists),
  };
};

/** A run before its first step, and the settings of its workspace. */
export type Prepared = { run: EngineRun; settings: Settings };

/** Prepares a simulated run of a scenario, in one round trip. */
export async function prepareRun(
  scope: Scope,
  scenarioId: number,
  input: Asked,
  { side, startAt }: { side: Side; startAt: number },
): Promise<Prepared & { stored: StoredGraph }> {
  const isScenario = within(scope, scenarios, eq(scenarios.id, scenarioId));
  const read = await readBatch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    graph: selectGraphOf(scope, scenarioId, side),
    ...selectSetting(scope, sql`(select platform from scenarios where ${isScenario})`, input),
  });
  found(read.scenario[0]);
  const [stored] = read.graph;
  if (!stored) throw invalid(fieldErrors(["draft"], validationMessages.selected));
  return { stored, ...(await prepared(scope, stored.platform, input, startAt, read)) };
}

/** Prepares a run of no scenario, in one round trip. */
export async function prepareGraphRun(
  scope: Scope,
  platform: Platform,
  input: Asked,
  startAt: number,
): Promise<Prepared> {
  const read = await readBatch(scope, selectSetting(scope, sql`${platform}`, input));
  return prepared(scope, platform, input, startAt, read);
}

/** The start of the run that was prepared, in a scenario with these triggers. */
export const startOf = (input: Asked, { lead }: EngineRun, triggers: Trigger[]): StartOf => ({
  cause: input.started_by ?? null,
  triggerId: input.trigger_id ?? null,
  triggers,
  previousAt: previousAt(input.lead, lead),
});

/** When the lead wrote last; null for a synthetic one, unless it is said to have written. */
function previousAt(synthetic: SyntheticLead | null | undefined, { conversations }: Lead) {
  const hasWritten = synthetic?.last_inbound_at != null || synthetic?.last_reply != null;
  if (synthetic && !hasWritten) return null;
  const times = conversations.flatMap(({ lastInboundAt }) => lastInboundAt ?? []);
  return times.length > 0 ? Math.max(...times) : null;
}

type Read = {
  lead: PreparedLeadRow[];
  workspace: WorkspaceRow[];
  foreign: Parameters<typeof throwForeignTags>[0];
};

async function prepared(
  scope: Scope,
  platform: Platform,
  input: Asked,
  startAt: number,
  read: Read,
): Promise<Prepared> {
  const [row] = read.lead;
  if (input.lead_id != null && !row)
    throw invalid(fieldErrors(["lead_id"], validationMessages.selected));
  throwForeignTags(read.foreign, tagsIn(input) as TagLists);
  const { channels, tagStages, settings: own } = found(read.workspace[0]);
  const { defaultCountry, shortUrlBase } = scope;
  const surroundings = { platform, channels: JSON.parse(channels), defaultCountry, startAt };
  const settings = settingsOf(JSON.parse(own));
  const lead = row
    ? toLead({ ...row, channels })
    : newSyntheticLead(found(input.lead), surroundings);
  const run: EngineRun = {
    id: input.run_id ?? 1,
    platform,
    channelId: null,
    trigger: null,
    workspace: {
      ...{ shortUrlBase, defaultCountry, timeZone: settings.time_zone },
      ...{ businessHours: settings.business_hours, quietHours: settings.quiet_hours },
      tagStages: JSON.parse(tagStages),
    },
    lead: await withLeadRef(scope, lead),
    bookings: row ? JSON.parse(row.bookings) : [],
    nodeId: null,
    visits: 0,
    waiting: null,
    memory: {},
    ended: null,
    early: null,
  };
  return { run, settings };
}
