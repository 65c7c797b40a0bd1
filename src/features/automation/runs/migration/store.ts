import { eq, sql } from "drizzle-orm";
import { batch, type Results, readBatch } from "#db/batch";
import { runs, scenarios } from "#db/schema/automation";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { moveRunsTo } from "#db/statements/runs";
import type { RunState } from "#domain/automation";
import type { Scope } from "#env";
import { ChunkSize, pauseAfter } from "#lib/chunks";
import { found, Problem } from "#lib/problem";
import { type Kinds, kindsOf, obstacleOf } from "./fate";
import { KINDS } from "./kinds";
import type { Migration } from "./schema";

/** The most runs that were not moved that an answer lists. */
const MAX_LEFT = 1_000;
/** The most graphs that one chunk reads, beside the newest: each may have a megabyte. */
const MAX_VERSIONS = 5;

type VersionRow = { version: number; nodes: string };
/** `most` is how many runs the chunk may have. */
type RunRow = {
  id: number;
  lead_id: number;
  version: number;
  node_id: string | null;
  state: RunState;
  most: number;
  is_present: 0 | 1;
};

/** The size of the chunks of a request: smaller while D1 is slow. */
const newSize = () => new ChunkSize(50, 500, 200);

/**
 * Moves the active runs that can continue there to the scenario's newest version, in chunks with
 * pauses. A few hundred runs take two round trips, or four if the scenario is replaced meanwhile;
 * throws a `conflict` problem if it is replaced again. Should it break off between two chunks,
 * sending the request again moves the other runs.
 */
export async function migrateRuns(
  scope: Scope,
  scenarioId: number,
  size = newSize(),
): Promise<Migration> {
  const migration =
    (await attempt(scope, scenarioId, size)) ?? (await attempt(scope, scenarioId, size));
  if (migration) return migration;
  throw new Problem("conflict", { message: "The scenario was replaced meanwhile." });
}

/** Undefined where the scenario has been replaced since its nodes were read. */
async function attempt(
  scope: Scope,
  scenarioId: number,
  size: ChunkSize,
): Promise<Migration | undefined> {
  const graphs = new Graphs();
  let limit = size.limit;
  let chunk = graphs.read(await readBatch(scope, selectChunk(scope, scenarioId, 0, limit, graphs)));
  const newest = graphs.newest;
  const left: Migration["left"] = [];
  let [migrated, leftCount] = [0, 0];
  for (;;) {
    const { runs: read, next } = chunk;
    const movable = read.filter((run) => graphs.canMove(run));
    limit = size.limit;
    const work = () =>
      batch(scope, {
        ...moveRunsTo(scope, newest, movable, isVersion(scope, scenarioId, newest)),
        ...(next === null
          ? { scenario: selectVersion(scope, scenarioId) }
          : selectChunk(scope, scenarioId, next, limit, graphs)),
      });
    const { moved, ...rest } = await (next === null ? work() : pauseAfter(work, size));
    if (found(rest.scenario[0]).version !== newest) return undefined;
    const ids = new Set(moved.map(({ id }) => id));
    const stayed = read.filter(({ id, version }) => version !== newest && !ids.has(id));
    migrated += ids.size;
    leftCount += stayed.length;
    left.push(...stayed.slice(0, MAX_LEFT - left.length).map((run) => graphs.explain(run)));
    if (!("versions" in rest)) break;
    chunk = graphs.read(rest);
  }
  left.sort((one, other) => one.run_id - other.run_id);
  return { version: newest, migrated, left, left_count: leftCount };
}

const isVersion = (scope: Scope, scenarioId: number, version: number) =>
  within(scope, scenarios, eq(scenarios.id, scenarioId), eq(scenarios.version, version));

const selectVersion = (scope: Scope, scenarioId: number) =>
  scope.db
    .select({ version: scenarios.version })
    .from(scenarios)
    .where(within(scope, scenarios, eq(scenarios.id, scenarioId)));

/**
 * Selects the next active runs of a scenario by their leads, and the nodes of versions that
 * `graphs` does not know: of the newest, and of the first few that these runs follow.
 */
function selectChunk(
  scope: Scope,
  scenarioId: number,
  afterLead: number,
  limit: number,
  graphs: Graphs,
) {
  const chunk = sql`
    select id, scenario_id, lead_id, version, node_id, state, ${limit} as most
    from runs indexed by runs_active
    where scenario_id = ${scenarioId} and ended_at is null and lead_id > ${afterLead}
    order by lead_id limit ${limit}`;
  const known = JSON.stringify(graphs.versions);
  const unknown = sql`
    select version from (${chunk})
    where version not in (select value from json_each(${known}))
    group by version order by min(lead_id) limit ${MAX_VERSIONS}`;
  return {
    scenario: selectVersion(scope, scenarioId),
    runs: sql<RunRow>`
      select id, lead_id, version, node_id, state, most, ${present(runs)} as is_present
      from (${chunk}) as runs
      where exists (
        select 1 from scenarios where ${within(scope, scenarios, eq(scenarios.id, scenarioId))})`,
    versions: sql<VersionRow>`
      select scenario_versions.version, (
        select ${KINDS} from json_each(nodes)) as nodes
      from scenarios cross join scenario_versions
        on scenario_versions.scenario_id = scenarios.id
      where ${within(scope, scenarios, eq(scenarios.id, scenarioId))}
        and (scenario_versions.version in (${unknown})
          or scenario_versions.version = scenarios.version
            and scenarios.version not in (select value from json_each(${known})))`,
  };
}

type ChunkRows = Results<ReturnType<typeof selectChunk>>;

/** The nodes of the versions that runs follow, and of the newest. */
class Graphs {
  readonly #kinds = new Map<number, Kinds>();
  newest = 0;

  get versions() {
    return [...this.#kinds.keys()];
  }

  /**
   * Takes in what was read. Returns the runs whose versions are known, and the lead after which to
   * go on; null at the end.
   */
  read({ scenario, runs: rows, versions }: ChunkRows) {
    this.newest ||= found(scenario[0]).version;
    for (const row of versions) this.#kinds.set(row.version, kindsOf(JSON.parse(row.nodes)));
    const [first] = rows;
    // A graph that is gone stops no other run.
    if (first && !this.#kinds.has(first.version)) this.#kinds.set(first.version, new Map());
    const end = rows.findIndex(({ version }) => !this.#kinds.has(version));
    const read = end === -1 ? rows : rows.slice(0, end);
    const isLast = end === -1 && rows.length < (first?.most ?? 1);
    return {
      runs: read.filter(({ is_present }) => is_present),
      next: isLast ? null : (read.at(-1)?.lead_id ?? null),
    };
  }

  #obstacleOf = ({ version, node_id: nodeId, state }: RunRow) =>
    obstacleOf(
      { nodeId, isRunning: state === "running" },
      this.#kinds.get(version),
      this.#kinds.get(this.newest),
    );

  canMove(run: RunRow) {
    return run.version !== this.newest && this.#obstacleOf(run) === undefined;
  }

  /**
   * The reason why a run was not moved. One that could move counts as running: it has gone on
   * meanwhile.
   */
  explain(run: RunRow): Migration["left"][number] {
    const { id, version, node_id } = run;
    return { run_id: id, node_id, version, reason: this.#obstacleOf(run) ?? "running" };
  }
}
