import { and, eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { scenarioVersions } from "#db/schema/authoring";
import { scenarios } from "#db/schema/automation";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { actorOf } from "#domain/actors";
import type { Platform } from "#domain/platforms";
import type { Caller, Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, invalid, Problem } from "#lib/problem";
import { iso } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { requireLeadsFor } from "../passed-on";
import type { Saved } from "../read";
import { graphOf, type StoredGraph, selectGraphOf } from "./graph";
import { publishVersion } from "./publish";
import type { ScenarioVersion, ScenarioVersionWithGraph } from "./schema";

type Row = {
  id: number;
  current: number;
  has_runs: number;
  name: string;
  platform: Platform;
  provider: string | null;
  nodes_count: number;
  edges_count: number;
  created_at: number;
  changed_by: string | null;
};

const toWire = ({
  id,
  current,
  has_runs,
  created_at,
  changed_by,
  ...row
}: Row): ScenarioVersion => ({
  version: id,
  is_current: id === current,
  has_runs: has_runs === 1,
  ...row,
  published_at: iso(created_at),
  published_by: actorOf(changed_by),
});

/** Selects versions of a scenario of the workspace. */
const columns = sql`
  scenario_versions.version as id, scenarios.version as current, has_runs,
  scenario_versions.name, scenario_versions.platform, scenario_versions.provider, nodes_count,
  edges_count, scenario_versions.created_at, scenario_versions.changed_by`;

const ofScenario = (scope: Scope, id: number, which: SQL | undefined) => sql`
  from scenarios cross join scenario_versions on scenario_versions.scenario_id = scenarios.id
  where ${and(within(scope, scenarios, eq(scenarios.id, id)), which)}`;

/** The kept versions of a scenario, the newest first. Cursors hold their numbers. */
export async function listVersions(
  scope: Scope,
  id: number,
  page: PageRequest,
): Promise<Page<ScenarioVersion>> {
  const { after, order, limit } = keyset(scenarioVersions.version, page);
  const { scenario, versions } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, id),
    versions: sql<Row>`
      select ${columns} ${ofScenario(scope, id, after)} order by ${order} limit ${limit}`,
  });
  found(scenario[0]);
  return cutPage(versions, page, toWire);
}

const isVersion = (version: number) => eq(scenarioVersions.version, version);

export async function getVersion(
  scope: Scope,
  id: number,
  version: number,
): Promise<ScenarioVersionWithGraph> {
  const { versions } = await readBatch(scope, {
    versions: sql<Row & Pick<StoredGraph, "nodes" | "edges" | "triggers">>`
      select ${columns}, nodes, edges, triggers ${ofScenario(scope, id, isVersion(version))}`,
  });
  const { nodes, edges, triggers, ...row } = found(versions[0]);
  return { ...toWire(row), ...graphOf({ nodes, edges, triggers }) };
}

/** True if a scenario, whose id comes first among `ids`, has the version. */
export async function versionExists(scope: Scope, version: number, [id = 0]: readonly number[]) {
  const { versions } = await readBatch(scope, {
    versions: sql`select 1 ${ofScenario(scope, id, isVersion(version))}`,
  });
  return versions.length > 0;
}

/** Publishes the graph of an older version as a new one. All else of the scenario stays. */
export async function restoreVersion(
  scope: Caller,
  id: number,
  version: number,
  ifVersions: number[] | undefined,
): Promise<Saved> {
  const { scenario, stored } = await readBatch(scope, {
    scenario: selectId(scope, scenarios, id),
    stored: selectGraphOf(scope, id, version),
  });
  found(scenario[0]);
  const [old] = stored;
  if (!old) throw invalid(fieldErrors(["version"], validationMessages.selected));
  const graph = graphOf(old);
  await requireLeadsFor(scope, graph);
  const { saved } = await publishVersion(scope, id, graph, { ifVersions });
  if (!saved) throw new Problem("stale");
  return saved;
}
