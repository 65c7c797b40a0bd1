import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#env";
import { BEING_MOVED } from "#lib/database-errors";
import { type Statement, unscopedBatch } from "../batch";

// While a workspace is moved, its rows in the database that it leaves must not change, whoever
// would write them: a request, an object, a cron. For this time its tables have triggers that
// refuse every write of its rows. Nobody else's writes are refused, and nothing is asked while
// nobody moves.

/** The column that names the workspace of a row: its own, or one of the row that it belongs to. */
const OWN = "ROW.workspace_id";
const ofRun = "(SELECT workspace_id FROM runs WHERE id = ROW.run_id)";
const ofLead = "(SELECT workspace_id FROM leads WHERE id = ROW.lead_id)";

/** The tables with rows of workspaces, save `workspaces` and `outbox` (`OTHERS`). */
export const FROZEN: Record<string, string> = {
  analyses: OWN,
  analysis_usage: OWN,
  audit_log: OWN,
  booking_refs: OWN,
  bookings: OWN,
  bulk_enrolments: OWN,
  canned_replies: OWN,
  channels: OWN,
  comments: OWN,
  consents: OWN,
  conversations: OWN,
  custom_events: OWN,
  erasure_receipts: OWN,
  event_streams: OWN,
  events: OWN,
  exports: OWN,
  idempotency_keys: OWN,
  held_echoes: OWN,
  identity_moves: OWN,
  import_rows: OWN,
  imported_leads: OWN,
  imports: OWN,
  lead_duplicates: OWN,
  lead_identities: OWN,
  lead_merges: OWN,
  lead_tags: ofLead,
  leads: OWN,
  link_clicks: OWN,
  link_hours: "(SELECT workspace_id FROM short_links WHERE id = ROW.short_link_id)",
  link_sends: OWN,
  media: OWN,
  messages: OWN,
  profile_claims: ofLead,
  removals: OWN,
  run_events: ofRun,
  run_steps: ofRun,
  run_tags: ofRun,
  runs: OWN,
  scenario_days: "(SELECT workspace_id FROM scenarios WHERE id = ROW.scenario_id)",
  scenario_drafts: OWN,
  scenario_switches: OWN,
  scenario_triggers: OWN,
  scenario_versions: "(SELECT workspace_id FROM scenarios WHERE id = ROW.scenario_id)",
  scenarios: OWN,
  segments: OWN,
  short_links: OWN,
  source_deliveries: OWN,
  sources: OWN,
  status_reports: "(SELECT workspace_id FROM channels WHERE id = ROW.channel_id)",
  suppressions: OWN,
  tags: OWN,
  test_runs: OWN,
  trigger_cursors: OWN,
  trigger_entries: OWN,
  trigger_evaluations: OWN,
  trigger_times: OWN,
  unrouted_webhooks: OWN,
  templates: OWN,
  usage_days: OWN,
  webhook_deliveries: OWN,
  webhook_endpoints: OWN,
};

type Refusal = { table: string; write: string; workspace: string };

/**
 * The directory may change its own columns of a workspace. What the directory does not know yet is
 * in the outbox, and leaves it meanwhile.
 */
const OTHERS: Refusal[] = [
  {
    table: "workspaces",
    write:
      "UPDATE OF settings, webhook_secrets, webhook_sealed_with, suppression_key, " +
      "suppression_sealed_with",
    workspace: "ROW.id",
  },
  { table: "outbox", write: "INSERT", workspace: OWN },
];

/**
 * The operator's acts are written to the directory, which may be this database. An act of the
 * workspace itself comes with another write, which is refused.
 */
const isAct = ({ table, write }: Refusal) => table === "audit_log" && write === "INSERT";

const REFUSALS = [
  ...Object.entries(FROZEN).flatMap(([table, workspace]) =>
    ["INSERT", "UPDATE", "DELETE"].map((write): Refusal => ({ table, write, workspace })),
  ),
  ...OTHERS,
].filter((refusal) => !isAct(refusal));

/** Names the row of `restored` during which a transaction may write. */
const markOf = (workspaceId: number) => `thawed ${workspaceId}`;

const nameOf = (workspaceId: number, { table, write }: Refusal) =>
  `frozen_${workspaceId}_${table}_${write.split(" ")[0]?.toLowerCase()}`;

/** A row that is inserted has no old values, and no update gives it to another workspace. */
const triggerOf = (workspaceId: number, refusal: Refusal) => {
  const { table, write, workspace } = refusal;
  const row = workspace.replace("ROW", write === "INSERT" ? "new" : "old");
  return sql.raw(`
    CREATE TRIGGER IF NOT EXISTS ${nameOf(workspaceId, refusal)} BEFORE ${write} ON ${table}
    WHEN ${row} = ${workspaceId}
      AND NOT EXISTS (SELECT 1 FROM restored WHERE archive = '${markOf(workspaceId)}')
    BEGIN
      SELECT RAISE(ABORT, '${BEING_MOVED}');
    END`);
};

const dropOf = (workspaceId: number, refusal: Refusal) =>
  sql.raw(`DROP TRIGGER IF EXISTS ${nameOf(workspaceId, refusal)}`);

/** Refuses all writes of a workspace's rows, from one moment on. */
export const freeze = (db: Database, workspaceId: number) =>
  unscopedBatch({ db }, { triggers: REFUSALS.map((one) => triggerOf(workspaceId, one)) });

/** Statements of a batch that may write a frozen workspace's rows. Nobody else may meanwhile. */
export const whileFrozen = (workspaceId: number, statements: Statement[]): Statement[] => [
  sql`
    insert into restored (archive, table_name, part, row, count)
    values (${markOf(workspaceId)}, '', 0, 0, 0)`,
  ...statements,
  sql`delete from restored where archive = ${markOf(workspaceId)}`,
];

/** Ends a freeze. */
export const unfreeze = (db: Database, workspaceId: number) =>
  unscopedBatch({ db }, { triggers: REFUSALS.map((one) => dropOf(workspaceId, one)) });

/** The tables of the directory that requests with the workspace's tokens write, wherever it is. */
const OF_REQUESTS = ["idempotency_keys"];

/**
 * Goes on refusing writes of a workspace that has left: a request that began before, and is slow,
 * would write where nobody reads.
 */
export const keepOut = (db: Database, workspaceId: number) =>
  unscopedBatch(
    { db },
    {
      triggers: REFUSALS.filter(({ table }) => OF_REQUESTS.includes(table)).map((one) =>
        dropOf(workspaceId, one),
      ),
    },
  );

/** For a query of `sqlite_master`: whether a part of it only refuses writes. */
export const isFence = sql`type = 'trigger' and name glob 'frozen_[0-9]*'`;
const idIn = sql`cast(substr(name, 8) as integer)`;

/** The workspaces whose writes a database refuses, as a query of their ids. */
export const frozenWorkspaces = sql<{ id: number }>`
  select distinct ${idIn} as id from sqlite_master where ${isFence}`;

/** For a query over workspaces: whether nothing refuses the writes of one, found by `id`. */
export const isWritable = (id: SQL) => sql`${id} not in (${frozenWorkspaces})`;
