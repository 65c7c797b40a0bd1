import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { pagedWhere, stopIn } from "#db/lists/page";
import { oldRows } from "#db/removal/prune";
import { testRuns } from "#db/schema/authoring";
import { scenarios } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { deleteRow, exists, selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { graphOf } from "#features/automation/scenarios/versions/graph";
import { tagErrors } from "#features/leads/tags/store";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { lazily } from "#lib/lazy";
import { outboundRules } from "#lib/outbound-url";
import { found, Problem, throwErrors } from "#lib/problem";
import { DAY_MS, iso } from "#lib/time";
import { bookingAsSent } from "../runs/simulation/booking-input";
import type { TestRunEventInput } from "../runs/simulation/input";
import { onSandbox } from "../runs/simulation/synthetic-lead";
import { leadToWire, simulationToWire } from "../runs/simulation/wire";
import type { Start, Tape } from "./play";
import {
  KEPT_DAYS,
  MAX_EVENT_BYTES,
  MAX_EVENTS,
  MAX_TEST_RUNS,
  type PlayedTestRun,
  type TestRun,
  type TestRunInput,
  type TestRunQuery,
} from "./schema";

const loadPreparation = lazily(() => import("../runs/simulation/prepare"));
const loadStart = lazily(() => import("../runs/simulation/start"));
const loadPlay = lazily(() => import("./play"));

export const testRunExists = exists(testRuns);

const nameOf = (path: string) => sql`${testRuns.start} ->> ${`$.run.lead.${path}`}`;

const columns = {
  ...getTableColumns(testRuns),
  leadName: sql<string | null>`iif(${testRuns.leadId} is null,
    nullif(concat_ws(' ', ${nameOf("first_name")}, ${nameOf("last_name")}), ''), null)`.as(
    "lead_name",
  ),
};
const { workspaceId, start, events, nodes, edges, revision, aheadMs, ...shown } = columns;
type Row = typeof testRuns.$inferSelect & { leadName: string | null };

const toWire = ({ id, createdAt, ...row }: Pick<Row, keyof typeof shown>) => ({
  id,
  scenario_id: row.scenarioId,
  lead_id: row.leadId,
  lead_name: row.leadName,
  version: row.version,
  is_draft: row.isDraft,
  created_at: iso(createdAt),
  kept_until: iso(createdAt + KEPT_DAYS * DAY_MS),
});

const tapeOf = (row: Row): Tape => ({
  start: JSON.parse(row.start),
  nodes: JSON.parse(row.nodes),
  edges: JSON.parse(row.edges),
  events: JSON.parse(row.events),
  createdAt: row.createdAt,
  aheadMs: row.aheadMs,
});

async function stateToWire(scope: Scope, row: Row, now: number): Promise<PlayedTestRun> {
  const { play } = await loadPlay();
  const tape = tapeOf(row);
  const { stopped_by: _, ...simulated } = simulationToWire(
    play(tape, outboundRules(scope), now),
    tape.start.start,
  );
  return {
    ...toWire(row),
    ahead_seconds: row.aheadMs / 1_000,
    ...simulated,
    events: tape.events.map(({ after_ms, happening }) => ({
      at: iso(tape.createdAt + after_ms),
      ...happening,
      ...(happening.booking && { booking: bookingAsSent(happening.booking) }),
    })),
    lead_before: leadToWire(tape.start.run.lead),
  };
}

const isTestRun = (scope: Scope, id: number | SQL) =>
  within(scope, testRuns, sql`${testRuns.id} = ${id}`);

const select = (scope: Scope, id: number | SQL) =>
  scope.db.select(columns).from(testRuns).where(isTestRun(scope, id));

export async function listTestRuns(
  scope: Scope,
  { scenario_id }: TestRunQuery,
  page: PageRequest,
): Promise<Page<TestRun>> {
  const filter = scenario_id === undefined ? undefined : eq(testRuns.scenarioId, scenario_id);
  const query = scope.db
    .select({ ...shown, stop: stopIn(filter) })
    .from(testRuns)
    .$dynamic();
  return cutPage(await pagedWhere(query, scope, testRuns, page, { filter }), page, toWire);
}

export async function getTestRun(scope: Scope, id: number): Promise<PlayedTestRun> {
  const { row } = await readBatch(scope, { row: select(scope, id) });
  return stateToWire(scope, found(row[0]), Date.now());
}

/** Begins a test run, in two round trips; a `quota_reached` problem where there are too many. */
export async function createTestRun(
  scope: Scope,
  scenarioId: number,
  input: TestRunInput,
): Promise<PlayedTestRun> {
  const [{ prepareRun, startOf }, { startRun }] = [await loadPreparation(), await loadStart()];
  const now = Date.now();
  const side = input.draft ? "draft" : "current";
  const asked = { ...input, run_id: input.run_id ?? now };
  const { run, stored, settings } = await prepareRun(scope, scenarioId, asked, {
    side,
    startAt: now,
  });
  const { opt_out_keywords, opt_in_keywords } = settings;
  const lead = onSandbox(run.lead, run.platform, input.lead?.last_inbound_at ?? now);
  const { triggers } = graphOf(stored);
  const keywords = { opt_out_keywords, opt_in_keywords };
  const start = startRun({ ...run, lead }, startOf(input, run, triggers), keywords, now);
  const begun: Start = { ...start, keywords };
  const leadId = input.lead_id ?? null;
  const isLead = within(scope, leads, sql`${leads.id} = ${leadId}`);
  const newest = sql`(select max(id) from test_runs where ${within(scope, testRuns)})`;
  const { scenario, inserted, row } = await batch(scope, {
    scenario: selectId(scope, scenarios, scenarioId),
    inserted: sql<{ id: number }>`
      insert into test_runs (workspace_id, id, scenario_id, lead_id, version, is_draft,
        created_at, start, nodes, edges)
      select workspace_id, max(ifnull(${newest}, 0) + 1, ${now} * 1000), id, ${leadId},
        ${stored.version}, ${side === "draft" ? 1 : 0}, ${now}, ${JSON.stringify(begun)},
        ${stored.nodes}, ${stored.edges}
      from scenarios
      where ${within(scope, scenarios, eq(scenarios.id, scenarioId))}
        and (${leadId} is null or exists (select 1 from leads where ${isLead}))
        and (select count(*) from test_runs where ${within(scope, testRuns)}) < ${MAX_TEST_RUNS}
      returning id`,
    row: select(scope, newest),
  });
  found(scenario[0]);
  if (inserted.length > 0) return stateToWire(scope, found(row[0]), now);
  throw new Problem("quota_reached", {
    message: `The workspace has at most ${MAX_TEST_RUNS} test runs. Delete one that is over.`,
  });
}

/** The errors on the references of an event that may be invalid in other ways. */
export const eventErrors = tagErrors("tag_added");

/** Lets something happen to the lead of a test run, by the run's clock. */
export async function addEvent(
  scope: Scope,
  id: number,
  event: TestRunEventInput,
): Promise<PlayedTestRun> {
  throwErrors(await eventErrors(scope, event));
  const now = Date.now();
  const item = JSON.stringify({ after_ms: 0, happening: event });
  const afterMs = sql`max(
    ${now} - created_at + ahead_ms, ifnull(events ->> '$[#-1].after_ms', 0))`;
  const { added, row } = await batch(scope, {
    added: sql<{ id: number }>`
      update test_runs set
        events = json_insert(events, '$[#]', json_set(${item}, '$.after_ms', ${afterMs})),
        revision = revision + 1
      where ${isTestRun(scope, id)} and json_array_length(events) < ${MAX_EVENTS}
        and octet_length(events) + octet_length(${item}) <= ${MAX_EVENT_BYTES}
      returning id`,
    row: select(scope, id),
  });
  const stored = found(row[0]);
  if (added.length > 0) return stateToWire(scope, stored, now);
  throw new Problem("quota_reached", {
    message:
      `A test run has at most ${MAX_EVENTS} events, of ${MAX_EVENT_BYTES} bytes in ` +
      "all. Begin another one.",
  });
}

/** Ends the wait of a test run as if its time had come. */
export async function skipWait(scope: Scope, id: number): Promise<PlayedTestRun> {
  const { row } = await readBatch(scope, { row: select(scope, id) });
  const [before, now] = [found(row[0]), Date.now()];
  const { skipOf } = await loadPlay();
  const ms = skipOf(tapeOf(before), outboundRules(scope), now);
  if (ms === undefined)
    throw new Problem("conflict", { message: "The run waits for no time that comes in a year." });
  const { skipped, after } = await batch(scope, {
    skipped: sql<{ id: number }>`
      update test_runs set ahead_ms = ahead_ms + ${ms}, revision = revision + 1
      where ${isTestRun(scope, id)} and revision = ${before.revision}
      returning id`,
    after: select(scope, id),
  });
  const stored = found(after[0]);
  if (skipped.length > 0) return stateToWire(scope, stored, now);
  throw new Problem("conflict", { message: "Something has happened in the run meanwhile." });
}

export async function deleteTestRun(scope: Scope, id: number): Promise<number> {
  const { deleted } = await batch(scope, { deleted: deleteRow(scope, testRuns, id) });
  found(deleted[0]);
  return 1;
}

/** Deletes at most `limit` old test runs, of all workspaces. */
export const pruneTestRuns = (limit: number) => sql<{ pruned: 1 }>`
  delete from test_runs where (workspace_id, id) in (
    ${oldRows(testRuns, sql`${Date.now() - KEPT_DAYS * DAY_MS}`, limit)})
  returning 1 as pruned`;
