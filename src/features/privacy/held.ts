import type { KeptResource } from "#domain/erasures";
import type { PartName } from "./bundle/schema";

/**
 * The fate, in an erasure, of a text column of which some rows stay. It is `emptied`, or what stays
 * of it is `named` on the receipt, or both, or it holds nothing of a person:
 * - `list`: one of a closed list, a number, a day;
 * - `key`: an id, a hash, a sealed secret;
 * - `own`: what the workspace's people, or the operator, write about their own affairs;
 * - `service`: what the service says itself.
 */
export type Fate = { emptied?: true; named?: KeptResource } | Nothing;
export type Nothing = "list" | "key" | "own" | "service";

/**
 * The text columns of a table by their names in SQL, or that all of a person's rows are removed.
 */
export type Columns = "removed" | Record<string, Fate>;

type Held = {
  /** The part of a bundle that shows the rows, or why none does. */
  bundle: "lead" | PartName | { not: string };
  columns: Columns;
};

const emptied = { emptied: true } as const;
const named = (resource: KeptResource) => ({ named: resource });

/** Emptied once the import is over. */
const ofImport = { ...emptied, ...named("import_files") };

/**
 * The tables that hold something of leads, by their names in SQL. `test/privacy/tables.test.ts`
 * fails where one is missing here, or a column. Whoever adds one extends the bundle
 * (bundle/parts.ts) and the erasure (db/removal/kinds.ts, operations/chunks/erasures.ts) first.
 */
export const HELD: Readonly<Record<string, Held>> = {
  leads: { bundle: "lead", columns: "removed" },
  lead_identities: { bundle: "identities", columns: "removed" },
  identity_moves: {
    bundle: { not: "Identities show each id, and when another took its place." },
    columns: {
      ...{ kind: "list", from_value: emptied, to_value: emptied },
      ...{ from_hash: "key", to_hash: "key" },
    },
  },
  lead_tags: { bundle: "tags", columns: "removed" },
  consents: { bundle: "consents", columns: "removed" },
  suppressions: { bundle: "suppressions", columns: { kind: "list", hash: "key", scope: "list" } },
  conversations: { bundle: "conversations", columns: "removed" },
  messages: { bundle: "messages", columns: "removed" },
  comments: { bundle: "comments", columns: "removed" },
  bookings: { bundle: "bookings", columns: "removed" },
  booking_refs: {
    bundle: { not: "They are the ids of bookings, each of which shows the current one." },
    columns: "removed",
  },
  status_reports: {
    bundle: { not: "Messages show the status and error that they report." },
    columns: "removed",
  },
  held_echoes: {
    bundle: { not: "They become messages, or go, within minutes." },
    columns: "removed",
  },
  profile_claims: { bundle: "profile_claims", columns: "removed" },
  analyses: { bundle: "analyses", columns: "removed" },
  link_sends: { bundle: "link_sends", columns: "removed" },
  link_clicks: { bundle: "link_clicks", columns: "removed" },
  runs: { bundle: "runs", columns: "removed" },
  run_steps: { bundle: "run_steps", columns: "removed" },
  run_events: { bundle: "run_events", columns: "removed" },
  custom_events: { bundle: "run_steps", columns: "removed" },
  trigger_entries: {
    bundle: { not: "Runs and evaluations show what has started." },
    columns: "removed",
  },
  trigger_evaluations: { bundle: "trigger_evaluations", columns: "removed" },
  trigger_times: {
    bundle: { not: "They are dates that the lead shows." },
    columns: "removed",
  },
  run_tags: { bundle: "runs", columns: "removed" },
  // Those of the lead are removed.
  test_runs: {
    bundle: { not: "They hold copies of what the lead shows, deleted after 7 days." },
    columns: { start: named("test_runs"), events: named("test_runs"), nodes: "own", edges: "own" },
  },
  events: { bundle: "events", columns: { type: "list", data: emptied, actor: "key" } },
  webhook_deliveries: {
    bundle: { not: "They are what the workspace's own endpoints have answered." },
    columns: { status: "list", error: "list", answer: emptied },
  },
  idempotency_keys: {
    bundle: { not: "Their answers repeat, for a day, what the API shows." },
    columns: {
      ...{ key: named("idempotency_keys"), fingerprint: "key", answer: emptied },
      ...{ progress: emptied, holder: "key" },
    },
  },
  audit_log: {
    bundle: "audit_log",
    columns: {
      action: "list",
      actor_type: "list",
      actor_name: "own",
      request_id: "key",
      nonce: "key",
    },
  },
  removals: {
    bundle: { not: "They are the ids of what was deleted." },
    columns: { kind: "list", changed_by: "key" },
  },
  erasure_receipts: {
    bundle: { not: "They are of leads that are gone." },
    columns: { token_name: "own", step: "list", progress: emptied, removed: "list" },
  },
  erasures: {
    bundle: { not: "They are of leads that are gone." },
    columns: { kind: "list", data: "service" },
  },
  lead_duplicates: {
    bundle: { not: "They are pairs of ids of leads." },
    columns: "removed",
  },
  lead_merges: {
    bundle: { not: "They are the ids of leads that were joined." },
    columns: "removed",
  },
  // Those that the lead has sent are removed.
  media: {
    bundle: { not: "Messages show their files." },
    columns: {
      ...{ kind: "list", state: "list", source: emptied, mime_type: "list" },
      ...{ filename: { ...emptied, ...named("media") }, failure: "list" },
    },
  },
  imports: {
    bundle: { not: "They are files of many people, deleted soon." },
    columns: {
      ...{ name: ofImport, columns: ofImport, layout: ofImport, mapping: ofImport },
      ...{ consent_columns: ofImport, settings: ofImport, state: "list", format: "list" },
      ...{ parts: "key", lines: "key", reason: "service", started_by: "key" },
    },
  },
  exports: {
    bundle: { not: "They are files of everybody, deleted soon." },
    columns: {
      ...{ state: "list", kind: "list", counts: "list", files: "service", reason: "service" },
    },
  },
  import_rows: {
    bundle: { not: "Nobody knows whose a row is that was rejected." },
    columns: {
      ...{ cells: ofImport, errors: ofImport, warnings: ofImport },
      ...{ conflicts: "key", status: "list" },
    },
  },
  // Those of which nobody knows whose they are, as well.
  source_deliveries: {
    bundle: "source_deliveries",
    columns: {
      ...{ fact: "list", status: "list", dedupe: "key", result: emptied, body: emptied },
    },
  },
  imported_leads: { bundle: { not: "They are ranges of ids." }, columns: {} },
  scenario_switches: {
    bundle: { not: "Their lead's id is the place of a walk through all leads." },
    columns: {},
  },
  segments: {
    bundle: { not: "They are filters of many people." },
    columns: {
      ...{ name: "own", name_key: "own", filter: named("segments"), missing_tag_ids: "key" },
    },
  },
  bulk_enrolments: {
    bundle: { not: "They are filters of many people." },
    columns: {
      ...{ filter: named("bulk_enrolments"), state: "list", reason: "service", trigger_id: "own" },
      ...{ holdout_seed: "key", turn: "key" },
    },
  },
};
