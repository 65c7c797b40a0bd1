import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { batch } from "../../../db/batch";
import { paged } from "../../../db/page";
import { present } from "../../../db/present";
import { underQuota } from "../../../db/quotas";
import { bury, FIRST_CHUNK, removeChunk } from "../../../db/removal";
import { deleteRow, exists, newestId } from "../../../db/rows";
import { runs, scenarios, scenarioVersions } from "../../../db/schema/automation";
import { tags } from "../../../db/schema/leads";
import { within } from "../../../db/scope";
import { beginSwitch, FIRST_SWITCHED, switchChunk } from "../../../db/switches";
import type { Platform } from "../../../domain/messaging";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { outboundErrors, outboundRules } from "../../../lib/outbound-url";
import { type FieldErrors, found, invalid, Problem, throwErrors } from "../../../lib/problem";
import { iso } from "../../../lib/time";
import { fieldErrors, validationMessages } from "../../../lib/validation-messages";
import { tagErrors } from "../../leads/tags/store";
import { knownAssignees, requestedGraph, selectKnown, warningsOf } from "./references";
import type { Scenario, ScenarioInput } from "./schema";
import type { Warning } from "./warnings";

/** A scenario with the version that its ETag is made from. */
type Versioned = { scenario: Scenario; version: number };
/** A saved scenario with the warnings about its graph. */
export type Saved = Versioned & { warnings: Warning[] };

const { workspaceId, ...columns } = getTableColumns(scenarios);

const select = (scope: Scope) =>
  scope.db
    .select({ ...columns, nodes: scenarioVersions.nodes, edges: scenarioVersions.edges })
    .from(scenarios)
    .innerJoin(
      scenarioVersions,
      and(
        eq(scenarioVersions.scenarioId, scenarios.id),
        eq(scenarioVersions.version, scenarios.version),
      ),
    )
    .$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

const toWire = (row: Row): Scenario => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  provider: row.provider,
  nodes: row.nodes,
  edges: row.edges,
  is_active: row.isActive,
  tracked_tag_ids: row.trackedTagIds,
  webhook_url: row.webhookUrl,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

const toVersioned = (row: Row): Versioned => ({ scenario: toWire(row), version: row.version });

export const scenarioExists = exists(scenarios);

/** Deletes a scenario with its runs, and fails the messages that these have queued. */
export async function deleteScenario(scope: Scope, id: number) {
  const { deleted } = await batch(scope, {
    buried: bury(scope, scenarios, "scenario", id),
    deleted: deleteRow(scope, scenarios, id),
    behind: removeChunk(scope, FIRST_CHUNK, ["runs", "scenario", "webhook_endpoint"]),
  });
  found(deleted[0]);
  return 1;
}

export const listScenarios = async (scope: Scope, page: PageRequest): Promise<Page<Scenario>> =>
  cutPage(await paged(select(scope), scope, scenarios, page), page, toWire);

export const getScenario = async (scope: Scope, id: number) =>
  toVersioned(
    found(
      await select(scope)
        .where(within(scope, scenarios, eq(scenarios.id, id)))
        .get(),
    ),
  );

/** The tags among `ids` that still exist. One deleted during the request is left out silently. */
const tagIds = (scope: Scope, ids: number[]) =>
  sql<number[]>`(
    select json_group_array(value) from json_each(${JSON.stringify(ids)})
    where value in (select ${tags.id} from ${tags} where ${within(scope, tags)}))`;

const valuesOf = (scope: Scope, input: ScenarioInput) => ({
  name: input.name,
  platform: input.platform,
  provider: input.provider ?? null,
  isActive: input.is_active ?? false,
  trackedTagIds: input.tracked_tag_ids && tagIds(scope, input.tracked_tag_ids),
  webhookUrl: input.webhook_url,
  changedBy: scope.actor,
});

/** Inserts the graph as a version of the scenarios that `where` finds. */
const insertGraph = ({ nodes, edges }: ScenarioInput, version: SQL, where: SQL) => sql`
  insert into scenario_versions (scenario_id, version, nodes, edges, created_at)
  select id, ${version}, ${JSON.stringify(nodes ?? [])}, ${JSON.stringify(edges ?? [])},
         ${Date.now()}
  from scenarios where ${where}`;

/** How many graphs are kept of a scenario, beside those that runs have started on. */
const KEPT_VERSIONS = 10;

/** Deletes the graph that has become one too many, unless runs have started on it. */
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
  const now = Date.now();
  const isNewest = eq(scenarios.id, newestId(scope, scenarios));
  const values = {
    workspaceId: scope.workspaceId,
    ...valuesOf(scope, input),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const graph = requestedGraph(input);
  const { scenario, known } = await batch(scope, {
    quota: [underQuota(scope, "scenarios"), underQuota(scope, "stored_bytes")],
    inserted: scope.db.insert(scenarios).values(values),
    graph: insertGraph(input, sql`1`, within(scope, scenarios, isNewest)),
    scenario: select(scope).where(within(scope, scenarios, isNewest)),
    known: selectKnown(scope, graph),
  });
  const all = [...known, ...(await knownAssignees(scope, graph))];
  const warnings = warningsOf(scope, graph, input.platform, all);
  return { ...toVersioned(found(scenario[0])), warnings };
}

/** Whether no active run would change its platform: runs read the platform of their scenario. */
const keepsRuns = (id: number, platform: Platform) => sql`(
  ${scenarios.platform} = ${platform}
  or not exists (select 1 from runs indexed by runs_active
                 where scenario_id = ${id} and ended_at is null and ${present(runs)}))`;

/**
 * Makes a new version. With `ifVersions`, throws a `precondition_failed` problem where the newest
 * version is none of those. The platform can't change while runs are active. A refused replacement
 * changes nothing.
 */
export async function replaceScenario(
  scope: Scope,
  id: number,
  input: ScenarioInput,
  ifVersions: number[] | undefined,
): Promise<Saved> {
  throwErrors(await scenarioErrors(scope, input));
  const expected =
    ifVersions &&
    sql`${scenarios.version} in (select value from json_each(${JSON.stringify(ifVersions)}))`;
  const target = within(
    scope,
    scenarios,
    eq(scenarios.id, id),
    expected,
    keepsRuns(id, input.platform),
  );
  const graph = requestedGraph(input);
  const { updated, released, scenario, known } = await batch(scope, {
    quota: underQuota(scope, "stored_bytes"),
    graph: insertGraph(input, sql`version + 1`, target),
    switched: beginSwitch(target, input.is_active ?? false),
    updated: scope.db
      .update(scenarios)
      .set({
        ...valuesOf(scope, input),
        version: sql`${scenarios.version} + 1`,
        updatedAt: Date.now(),
      })
      .where(target)
      .returning({ id: scenarios.id }),
    pruned: pruneVersion(scope, id),
    ...switchChunk(scope, id, FIRST_SWITCHED),
    scenario: select(scope).where(within(scope, scenarios, eq(scenarios.id, id))),
    known: selectKnown(scope, graph),
  });
  const versioned = toVersioned(found(scenario[0]));
  if (updated.length === 0) throw replacementProblem(versioned, ifVersions);
  scope.sink.wake({ channels: released.map(({ channel_id }) => channel_id) });
  const all = [...known, ...(await knownAssignees(scope, graph))];
  return { ...versioned, warnings: warningsOf(scope, graph, input.platform, all) };
}

/** Why an existing scenario was not replaced. */
const replacementProblem = ({ version }: Versioned, ifVersions: number[] | undefined) =>
  ifVersions && !ifVersions.includes(version)
    ? new Problem("precondition_failed")
    : invalid(fieldErrors(["platform"], validationMessages.inUse));
