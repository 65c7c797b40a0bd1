import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { paged } from "../../../db/page";
import { deleteRow, exists, newestId } from "../../../db/rows";
import { failQueuedOf } from "../../../db/runs";
import { scenarios, scenarioVersions } from "../../../db/schema/automation";
import { tags } from "../../../db/schema/leads";
import { within, write } from "../../../db/scope";
import type { Platform } from "../../../domain/messaging";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { outboundErrors } from "../../../lib/outbound-url";
import { type FieldErrors, found, invalid, Problem, refuseErrors } from "../../../lib/problem";
import { iso } from "../../../lib/time";
import { fieldErrors, messages } from "../../../lib/validation-messages";
import { tagErrors } from "../../leads/tags/store";
import { allowsLoopback } from "../../messaging/channels/store";
import { switchRuns } from "./pausing";
import { drawnBy, type KnownRow, selectKnown, warningsOf } from "./references";
import type { Scenario, ScenarioInput } from "./schema";
import type { Warning } from "./warnings";

/** A scenario with the version that its ETag is made from. */
type Versioned = { scenario: Scenario; version: number };
/** With what there is to say of its graph. */
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

const toVersioned = (row: Row | undefined): Versioned => ({
  scenario: toWire(found(row)),
  version: row!.version,
});

export const scenarioExists = exists(scenarios);

/** Also its runs, of which nothing more is sent. */
export async function deleteScenario(scope: Scope, id: number) {
  const itsRuns = sql`select id from runs where scenario_id = ${id} and workspace_id = ${scope.workspaceId}`;
  const [, rows] = await write(scope, [
    failQueuedOf(scope, itsRuns),
    deleteRow(scope, scenarios, id),
  ]);
  found(rows[0]);
  return 1;
}

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

const trackedTagErrors = tagErrors("tracked_tag_ids");

/** The errors that its schema can't find: a URL that nothing is sent to, tags of others. */
export const scenarioErrors = async (
  scope: Scope,
  body: Record<string, unknown>,
): Promise<FieldErrors> => ({
  ...outboundErrors("webhook_url", body.webhook_url, allowsLoopback(scope)),
  ...(await trackedTagErrors(scope, body)),
});

export async function createScenario(scope: Scope, input: ScenarioInput): Promise<Saved> {
  refuseErrors(await scenarioErrors(scope, input));
  const now = Date.now();
  const isNewest = eq(scenarios.id, newestId(scope, scenarios));
  const values = {
    workspaceId: scope.workspaceId,
    ...valuesOf(scope, input),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
  const graph = drawnBy(input);
  const [, , rows, known] = await write(scope, [
    scope.db.insert(scenarios).values(values),
    insertGraph(scope, input, sql`1`, isNewest),
    select(scope).where(within(scope, scenarios, isNewest)),
    selectKnown(scope, graph),
  ]);
  const versioned = toVersioned(rows[0]);
  return { ...versioned, warnings: warningsOf(scope, graph, input.platform, known) };
}

/** Runs keep the version that they started on, but read the platform here: it is not changed under them. */
const isForItsRuns = (id: number, platform: Platform) =>
  sql`(${scenarios.platform} = ${platform} or not exists (select 1 from runs indexed by runs_active where scenario_id = ${id} and ended_at is null))`;

/**
 * Makes a new version. With `ifVersions`, only of one of those: else a `precondition_failed` problem. With another platform only where no run
 * is active. Where it is refused, nothing is changed.
 */
export async function replaceScenario(
  scope: Scope,
  id: number,
  input: ScenarioInput,
  ifVersions: number[] | undefined,
): Promise<Saved> {
  refuseErrors(await scenarioErrors(scope, input));
  const expected =
    ifVersions &&
    sql`${scenarios.version} in (select value from json_each(${JSON.stringify(ifVersions)}))`;
  const target = within(
    scope,
    scenarios,
    eq(scenarios.id, id),
    expected,
    isForItsRuns(id, input.platform),
  );
  const graph = drawnBy(input);
  const results: readonly unknown[] = await write(scope, [
    insertGraph(scope, input, sql`version + 1`, target),
    ...switchRuns(scope, target, input.is_active ?? false),
    scope.db
      .update(scenarios)
      .set({
        ...valuesOf(scope, input),
        version: sql`${scenarios.version} + 1`,
        updatedAt: Date.now(),
      })
      .where(target)
      .returning({ id: scenarios.id }),
    select(scope).where(within(scope, scenarios, eq(scenarios.id, id))),
    selectKnown(scope, graph),
  ]);
  const [updated, [row], known] = results.slice(-3) as [object[], Row[], KnownRow[]];
  const versioned = toVersioned(row);
  if (updated.length === 0) throw blockReason(versioned, ifVersions);
  return { ...versioned, warnings: warningsOf(scope, graph, input.platform, known) };
}

/** Why a scenario that is there was not replaced. */
const blockReason = ({ version }: Versioned, ifVersions: number[] | undefined) =>
  ifVersions && !ifVersions.includes(version)
    ? new Problem("precondition_failed")
    : invalid(fieldErrors(["platform"], messages.inUse));
