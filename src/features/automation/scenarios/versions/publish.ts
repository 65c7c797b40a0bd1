import { and, eq, type SQL, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { scenarioVersions } from "#db/schema/authoring";
import { runs, scenarios } from "#db/schema/automation";
import { tags } from "#db/schema/leads";
import { present } from "#db/scope/present";
import { type Statement, within } from "#db/scope/scope";
import { syncTriggers } from "#db/statements/scenario-triggers";
import { beginSwitch, FIRST_SWITCHED, switchChunk } from "#db/statements/switches";
import { underQuota } from "#db/writes/quotas";
import type { Platform } from "#domain/platforms";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { foldText } from "#lib/text";
import { loadChecks, loadTriggers } from "../checks";
import { type Saved, selectScenarios, toVersioned, type Versioned } from "../read";
import type { ScenarioInput } from "../schema";

/** A new version: members that are undefined stay as they are, save the graph. */
export type Change = Partial<ScenarioInput>;

/** The tags among `ids` that still exist. One deleted during the request is left out silently. */
const tagIds = (scope: Scope, ids: number[]) =>
  sql<number[]>`(
    select json_group_array(value) from json_each(${JSON.stringify(ids)})
    where value in (select ${tags.id} from ${tags} where ${within(scope, tags)}))`;

export const valuesOf = (scope: Scope, change: Change) => ({
  name: change.name,
  nameKey: change.name && foldText(change.name),
  platform: change.platform,
  provider: change.provider,
  isActive: change.is_active,
  trackedTagIds: change.tracked_tag_ids && tagIds(scope, change.tracked_tag_ids),
  webhookUrl: change.webhook_url,
  changedBy: scope.actor,
});

/**
 * Inserts the graph as a version of the scenarios that `where` finds. `readsBookings`: its runs
 * read bookings.
 */
export const insertVersion = (
  scope: Scope,
  { name, platform, provider, nodes, edges, triggers }: Change,
  readsBookings: boolean,
  version: SQL,
  where: SQL,
) => sql`
  insert into scenario_versions (scenario_id, version, reads_bookings, name, platform, provider,
    nodes_count, edges_count, changed_by, created_at, triggers, nodes, edges)
  select id, ${version}, ${readsBookings ? 1 : 0}, ${name ?? sql`name`},
    ${platform ?? sql`platform`},
    ${provider === undefined ? sql`provider` : provider}, ${nodes?.length ?? 0},
    ${edges?.length ?? 0}, ${scope.actor}, ${Date.now()},
    ${triggers ? JSON.stringify(triggers) : sql`ifnull(${newestTriggers}, '[]')`},
    ${JSON.stringify(nodes ?? [])}, ${JSON.stringify(edges ?? [])}
  from scenarios where ${where}`;

/** The triggers of a scenario, as JSON; null before its first version. */
const newestTriggers = sql`(
  select newest.triggers from scenario_versions as newest
  where newest.scenario_id = scenarios.id and newest.version = scenarios.version)`;

/** The statements that change the triggers of the scenario that `where` finds. */
export async function triggersOf(scope: Scope, where: SQL, change: Change) {
  const { triggers, platform, is_active: isActive } = change;
  const { causeTypes, triggerRows } = await loadTriggers();
  const rows = triggers && triggerRows(triggers, platform);
  return syncTriggers(scope, where, { rows, platform, isActive }, causeTypes);
}

/** The number of versions that are kept of a scenario, beside those that runs have started on. */
const KEPT_VERSIONS = 50;

/** Deletes the version that has become one too many, unless runs have started on it. */
const pruneVersion = (scope: Scope, id: number) => {
  const newest = scope.db
    .select({ version: scenarios.version })
    .from(scenarios)
    .where(within(scope, scenarios, eq(scenarios.id, id)));
  return scope.db
    .delete(scenarioVersions)
    .where(
      and(
        eq(scenarioVersions.scenarioId, id),
        sql`${scenarioVersions.version} = (${newest}) - ${KEPT_VERSIONS}`,
        eq(scenarioVersions.hasRuns, false),
      ),
    );
};

/** True if no active run would change its platform: runs read the platform of their scenario. */
const keepsRuns = (id: number, platform: Platform) => sql`(
  ${scenarios.platform} = ${platform}
  or not exists (select 1 from runs indexed by runs_active
                 where scenario_id = ${id} and ended_at is null and ${present(runs)}))`;

/** Finds the scenario of which this transaction has inserted the next version. */
const isBegun = (scope: Scope, id: number) =>
  within(
    scope,
    scenarios,
    eq(scenarios.id, id),
    sql`exists (
      select 1 from scenario_versions
      where scenario_versions.scenario_id = ${scenarios.id}
        and scenario_versions.version = ${scenarios.version} + 1)`,
  );

/** The URL of a scenario that is sent again starts its disabled webhook again. */
const wakesWebhook = sql`exists (
  select 1 from webhook_endpoints where scenario_id = scenarios.id and is_active = 0)`;

/** True if a scenario is already as a change would make it. */
const isAlready = (scope: Scope, change: Change) => {
  const { nameKey: _, changedBy: __, ...values } = valuesOf(scope, change);
  const members = Object.entries(values).map(([name, value]) => {
    const wanted = typeof value === "boolean" ? Number(value) : value;
    const column = scenarios[name as keyof typeof values];
    return wanted === undefined ? undefined : sql`${column} is ${wanted}`;
  });
  const { nodes = [], edges = [], triggers, webhook_url: url } = change;
  const hasTriggers = triggers && sql`and triggers = ${JSON.stringify(triggers)}`;
  return sql`(${and(...members, url ? sql`not ${wakesWebhook}` : undefined)} and exists (
    select 1 from scenario_versions
    where scenario_id = scenarios.id and version = scenarios.version
      and nodes = ${JSON.stringify(nodes)} and edges = ${JSON.stringify(edges)}
      ${hasTriggers ?? sql``}))`;
};

type Terms = {
  /** The versions of which one must be the newest. */
  ifVersions?: number[] | undefined;
  /** Makes no version where nothing would change. What is there is then `saved`. */
  skipsSame?: boolean;
  where?: SQL;
  /** The statements that are written along. `isBegun` finds the scenario where it is published. */
  alongside?: (isBegun: SQL) => Statement[];
};

/**
 * Finds the scenario if the terms hold, its platform stays while runs are active, and no triggers
 * that it keeps have to be read for another platform.
 */
function targetOf(scope: Scope, id: number, change: Change, { ifVersions, where }: Terms) {
  const { platform, triggers } = change;
  const expected =
    ifVersions &&
    sql`${scenarios.version} in (select value from json_each(${JSON.stringify(ifVersions)}))`;
  const keeps = platform && keepsRuns(id, platform);
  const isRead =
    platform && !triggers
      ? sql`(${scenarios.platform} = ${platform} or ${newestTriggers} = '[]')`
      : undefined;
  return within(scope, scenarios, eq(scenarios.id, id), expected, where, keeps, isRead);
}

/** `current` is the scenario after it. */
type Outcome = { saved?: Saved; current: Versioned };

/**
 * Publishes a new version, unless the terms don't hold or the platform would change while runs are
 * active: then nothing changes, and nothing is `saved`. Triggers that a change of the platform
 * keeps take a second round trip.
 */
export async function publishVersion(
  scope: Scope,
  id: number,
  change: Change,
  terms: Terms = {},
): Promise<Outcome> {
  const outcome = await publishRead(scope, id, change, terms);
  const { saved, current } = outcome;
  const { platform, triggers } = current.scenario;
  if (saved || change.triggers || triggers.length === 0) return outcome;
  if (change.platform === undefined || change.platform === platform) return outcome;
  const where = and(terms.where, sql`${newestTriggers} = ${JSON.stringify(triggers)}`);
  return publishRead(scope, id, { ...change, triggers }, { ...terms, where });
}

/** As `publishVersion`, but refuses to keep triggers for another platform. */
async function publishRead(
  scope: Scope,
  id: number,
  change: Change,
  terms: Terms,
): Promise<Outcome> {
  const { skipsSame = false, alongside = () => [] } = terms;
  const target = targetOf(scope, id, change, terms);
  const begun = isBegun(scope, id);
  const { effectsOf, graphWarnings, readKnown, readsBookings, requestedGraph, selectKnown } =
    await loadChecks();
  const graph = requestedGraph(change);
  const already = skipsSame ? isAlready(scope, change) : sql`false`;
  const inserted = sql`${target} and not ${already}`;
  const { same, updated, released, scenario, known } = await batch(scope, {
    quota: underQuota(scope, "stored_bytes"),
    same: scope.db.select({ id: scenarios.id }).from(scenarios).where(and(target, already)),
    graph: insertVersion(scope, change, readsBookings(graph.graph), sql`version + 1`, inserted),
    switched: change.is_active === undefined ? undefined : beginSwitch(begun, change.is_active),
    alongside: alongside(begun),
    triggers: await triggersOf(scope, begun, change),
    updated: scope.db
      .update(scenarios)
      .set({
        ...valuesOf(scope, change),
        effects: effectsOf(graph.graph),
        version: sql`${scenarios.version} + 1`,
        updatedAt: Date.now(),
      })
      .where(begun)
      .returning({ id: scenarios.id }),
    pruned: pruneVersion(scope, id),
    ...switchChunk(scope, id, FIRST_SWITCHED),
    scenario: selectScenarios(scope).where(within(scope, scenarios, eq(scenarios.id, id))),
    known: selectKnown(scope, graph),
  });
  const current = toVersioned(found(scenario[0]));
  if (updated.length + same.length === 0) return { current };
  scope.sink.wake({ channels: released.map(({ channel_id }) => channel_id) });
  const { platform, triggers } = current.scenario;
  const isAsked = change.triggers !== undefined || triggers.length === 0;
  const whole = isAsked ? graph : requestedGraph({ ...change, triggers });
  const rows = isAsked ? known : await readKnown(scope, whole);
  const warnings = await graphWarnings(scope, whole, platform, rows, id);
  return { saved: { ...current, warnings }, current };
}
