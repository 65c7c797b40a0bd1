import { eq, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { contains, pagedWhere } from "#db/lists/page";
import { FIRST_CHUNK, leaveTombstones, removeChunk } from "#db/removal/tombstones";
import { scenarios } from "#db/schema/automation";
import { scenarioTriggers } from "#db/schema/triggers";
import { deleteRow, exists, newestId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { reviseCursors, tuneCursors } from "#db/statements/trigger-cursors";
import { underQuota } from "#db/writes/quotas";
import type { Caller, Scope } from "#env";
import { tagErrors } from "#features/leads/tags/store";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { outboundErrors, outboundRules } from "#lib/outbound-url";
import { type FieldErrors, found, invalid, Problem, throwErrors } from "#lib/problem";
import { cut, foldText } from "#lib/text";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { loadChecks, loadTriggers } from "./checks";
import { requireLeadsFor } from "./passed-on";
import { type Saved, selectScenarios, toVersioned, toWire, type Versioned } from "./read";
import type { Scenario, ScenarioInput } from "./schema";
import { insertVersion, publishVersion, triggersOf, valuesOf } from "./versions/publish";

export const scenarioExists = exists(scenarios);

/** Deletes a scenario with its runs, and fails the messages that these have queued. */
export async function deleteScenario(scope: Scope, id: number) {
  const { causeTypes } = await loadTriggers();
  const { deleted } = await batch(scope, {
    revised: reviseCursors(scope, hasTriggers(scope, id)),
    tombstone: leaveTombstones(scope, scenarios, "scenario", id),
    deleted: deleteRow(scope, scenarios, id),
    tuned: tuneCursors(scope, causeTypes, sql`false`),
    behind: removeChunk(scope, FIRST_CHUNK, ["runs", "scenario", "webhook_endpoint"]),
  });
  found(deleted[0]);
  return 1;
}

const hasTriggers = (scope: Scope, id: number) => sql`exists (
  select 1 from scenario_triggers
  where ${within(scope, scenarioTriggers, eq(scenarioTriggers.scenarioId, id))})`;

export async function listScenarios(
  scope: Scope,
  name: string | undefined,
  page: PageRequest,
): Promise<Page<Scenario>> {
  const filter = name ? contains(scenarios.nameKey, foldText(name)) : undefined;
  const query = selectScenarios(scope, filter);
  return cutPage(await pagedWhere(query, scope, scenarios, page, { filter }), page, toWire);
}

export const getScenario = async (scope: Scope, id: number) =>
  toVersioned(
    found(
      await selectScenarios(scope)
        .where(within(scope, scenarios, eq(scenarios.id, id)))
        .get(),
    ),
  );

const trackedTagErrors = tagErrors("tracked_tag_ids");

/** The errors that the schema can't find: a URL that is not allowed, foreign tags. */
export const scenarioErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => ({
  ...outboundErrors("webhook_url", body.webhook_url, outboundRules(scope)),
  ...(await trackedTagErrors(scope, body)),
});

export async function createScenario(scope: Scope, input: ScenarioInput): Promise<Saved> {
  throwErrors(await scenarioErrors(scope, input));
  return insertScenario(scope, input);
}

/** Creates a scenario from what was checked before. */
export async function insertScenario(scope: Scope, input: ScenarioInput): Promise<Saved> {
  const now = Date.now();
  const isNewest = eq(scenarios.id, newestId(scope, scenarios));
  const { effectsOf, graphWarnings, readsBookings, requestedGraph, selectKnown } =
    await loadChecks();
  const graph = requestedGraph(input);
  const { name, platform } = input;
  const values = {
    workspaceId: scope.workspaceId,
    ...valuesOf(scope, input),
    ...{ name, platform, version: 1, createdAt: now, updatedAt: now },
    effects: effectsOf(graph.graph),
  };
  const { scenario, known } = await batch(scope, {
    quota: [underQuota(scope, "scenarios"), underQuota(scope, "stored_bytes")],
    inserted: scope.db.insert(scenarios).values(values),
    graph: insertVersion(
      scope,
      input,
      readsBookings(graph.graph),
      sql`1`,
      within(scope, scenarios, isNewest),
    ),
    triggers: await triggersOf(scope, within(scope, scenarios, isNewest), input),
    scenario: selectScenarios(scope).where(within(scope, scenarios, isNewest)),
    known: selectKnown(scope, graph),
  });
  const warnings = await graphWarnings(scope, graph, input.platform, known, found(scenario[0]).id);
  return { ...toVersioned(found(scenario[0])), warnings };
}

/**
 * Copies a scenario with its newest graph. The copy is paused. Throws a `missing_ability` problem
 * where it would send leads' fields elsewhere, and the token may not read these.
 */
export async function copyScenario(scope: Caller, id: number, name: string | null | undefined) {
  const { scenario } = await getScenario(scope, id);
  await requireLeadsFor(scope, scenario);
  const copied = name ?? `${cut(scenario.name, MAX_NAME - SUFFIX.length)}${SUFFIX}`;
  return insertScenario(scope, { ...scenario, name: copied, is_active: false });
}

const SUFFIX = " (copy)";
const MAX_NAME = 255;

/**
 * Replaces a scenario by a new version, unless that changes nothing. With `ifVersions`, throws a
 * `stale` problem where the newest version is none of those. A refused replacement changes nothing.
 */
export async function replaceScenario(
  scope: Scope,
  id: number,
  input: ScenarioInput,
  ifVersions: number[] | undefined,
): Promise<Saved> {
  throwErrors(await scenarioErrors(scope, input));
  const change = {
    ...input,
    provider: input.provider ?? null,
    is_active: input.is_active ?? false,
  };
  const { saved, current } = await publishVersion(scope, id, change, {
    ifVersions,
    skipsSame: true,
  });
  return saved ?? refuse(current, ifVersions);
}

/** Throws why an existing scenario was not replaced. */
export function refuse({ version }: Versioned, ifVersions: number[] | undefined): never {
  throw ifVersions && !ifVersions.includes(version)
    ? new Problem("stale")
    : invalid(fieldErrors(["platform"], validationMessages.inUse));
}
