import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { paged } from "../../db/page";
import { exists, newestId, remove } from "../../db/rows";
import { scenarios, scenarioVersions, tags } from "../../db/schema";
import { within, write } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found, Problem } from "../../lib/problem";
import { iso } from "../../lib/time";
import { foreignTags, refuseForeignTags } from "../tags/store";
import type { Scenario, ScenarioInput } from "./schema";

/** A scenario with the version that its ETag is made from. */
export type Versioned = { scenario: Scenario; version: number };

const { workspaceId, ...columns } = getTableColumns(scenarios);

const select = (scope: Scope) =>
  scope.db
    .select({ ...columns, nodes: scenarioVersions.nodes, edges: scenarioVersions.edges })
    .from(scenarios)
    .innerJoin(scenarioVersions, and(eq(scenarioVersions.scenarioId, scenarios.id), eq(scenarioVersions.version, scenarios.version)))
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

const toVersioned = (row: Row | undefined): Versioned => ({ scenario: toWire(found(row)), version: row!.version });

export const scenarioExists = exists(scenarios);
export const deleteScenario = remove(scenarios);

export const listScenarios = async (scope: Scope, page: PageRequest): Promise<Page<Scenario>> =>
  cutPage(await paged(select(scope), scope, scenarios, page), page, toWire);

export const getScenario = async (scope: Scope, id: number) =>
  toVersioned(
    await select(scope)
      .where(within(scope, scenarios, eq(scenarios.id, id)))
      .get(),
  );

/** Without the tags that are gone by the time of the write, as if they had been deleted right after. */
const tagIds = (scope: Scope, ids: number[]) =>
  sql<
    number[]
  >`(select json_group_array(value) from json_each(${JSON.stringify(ids)}) where value in (select ${tags.id} from ${tags} where ${within(scope, tags)}))`;

const valuesOf = (scope: Scope, input: ScenarioInput) => ({
  name: input.name,
  platform: input.platform,
  provider: input.provider ?? null,
  isActive: input.is_active ?? false,
  trackedTagIds: input.tracked_tag_ids && tagIds(scope, input.tracked_tag_ids),
  webhookUrl: input.webhook_url,
});

/** The graph as the next version of the scenarios that `where` finds. */
const insertGraph = (scope: Scope, input: ScenarioInput, version: SQL, where: SQL) =>
  scope.db
    .insert(scenarioVersions)
    .select(
      sql`select id, ${version}, ${JSON.stringify(input.nodes ?? [])}, ${JSON.stringify(input.edges ?? [])}, ${Date.now()} from scenarios where ${where}`,
    );

async function checkTags(scope: Scope, { tracked_tag_ids }: ScenarioInput) {
  if (tracked_tag_ids?.length) refuseForeignTags(await foreignTags(scope, { tracked_tag_ids }), { tracked_tag_ids });
}

export async function createScenario(scope: Scope, input: ScenarioInput): Promise<Versioned> {
  await checkTags(scope, input);
  const now = Date.now();
  const isNewest = eq(scenarios.id, newestId(scope, scenarios));
  const values = { workspaceId: scope.workspaceId, ...valuesOf(scope, input), version: 1, createdAt: now, updatedAt: now };
  const [, , rows] = await write(scope, [
    scope.db.insert(scenarios).values(values),
    insertGraph(scope, input, sql`1`, isNewest),
    select(scope).where(within(scope, scenarios, isNewest)),
  ]);
  return toVersioned(rows[0]);
}

/** Makes a new version. With `ifVersions`, only of one of those: else a `precondition_failed` problem, and nothing is changed. */
export async function replaceScenario(
  scope: Scope,
  id: number,
  input: ScenarioInput,
  ifVersions: number[] | undefined,
): Promise<Versioned> {
  await checkTags(scope, input);
  const expected = ifVersions && sql`${scenarios.version} in (select value from json_each(${JSON.stringify(ifVersions)}))`;
  const target = within(scope, scenarios, eq(scenarios.id, id), expected);
  const [, updated, rows] = await write(scope, [
    insertGraph(scope, input, sql`version + 1`, target),
    scope.db
      .update(scenarios)
      .set({ ...valuesOf(scope, input), version: sql`${scenarios.version} + 1`, updatedAt: Date.now() })
      .where(target)
      .returning({ id: scenarios.id }),
    select(scope).where(within(scope, scenarios, eq(scenarios.id, id))),
  ]);
  const versioned = toVersioned(rows[0]);
  if (updated.length === 0) throw new Problem("precondition_failed");
  return versioned;
}
