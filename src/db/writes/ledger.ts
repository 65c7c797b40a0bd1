import type { QuotaName } from "#domain/quotas";

/**
 * The rule that counts the bytes of a table's rows in `stored_bytes`, or that bounds them. The
 * database is shared: a table that is neither counted nor bounded would let one workspace fill it
 * for all.
 */
type Entry =
  /** Triggers that are made of this (counters.sql) count `each` row and its `texts`. */
  | { each: number; texts?: readonly string[] }
  /** Triggers made of counters.ts, or the statement of the named file, count each row. */
  | { counted: string }
  /** Counted as it comes, and until it is deleted after some days (usage.sql and counters.ts). */
  | { days: 1 | 30 | 365; by: string }
  /** At most so many rows, each of so many bytes, for each row of another table. */
  | { per: string; most: number; bytes: number; by: string }
  /** At most so many rows of a workspace, each of so many bytes. */
  | { most: number | QuotaName; bytes: number; by: string }
  /** Rows of the service or of its operator: no request of a workspace adds to them. */
  | { service: string };

/**
 * All tables, by their names in SQL. `test/operations/ledger.test.ts` fails where one is missing.
 * Bytes are those of a row with its entries in indexes.
 */
export const LEDGER: Readonly<Record<string, Entry>> = {
  // Long texts of leads and messages also count for the index of search: see counters.ts.
  leads: { counted: "counters.ts" },
  lead_identities: { per: "leads", most: 8, bytes: 150, by: "lead_identities" },
  lead_tags: { counted: "counters.ts" },
  lead_duplicates: { each: 150 },
  identity_moves: { each: 400 },
  lead_merges: { each: 200, texts: ["fields", "dropped"] },
  consents: { each: 250, texts: ["words"] },
  suppressions: { each: 300 },
  conversations: { per: "messages", most: 1, bytes: 1_500, by: "conversations_lead_channel" },
  messages: { counted: "counters.ts" },
  status_reports: { per: "messages", most: 5, bytes: 200, by: "status_reports" },
  profile_claims: { counted: "counters.ts" },
  comments: { each: 600, texts: ["text"] },
  bookings: { each: 900, texts: ["answers", "cancel_reason", "location"] },
  booking_refs: { each: 200, texts: ["external_id"] },
  held_echoes: { each: 250, texts: ["text", "payload", "files"] },
  media: { counted: "counters.ts" },
  analyses: { each: 250 },
  analysis_usage: { most: 365 * 10, bytes: 150, by: "analysis_usage" },

  scenarios: { most: "scenarios", bytes: 20_000, by: "quota_checks" },
  scenario_versions: { counted: "counters.ts" },
  scenario_drafts: { counted: "counters.ts" },
  scenario_days: { counted: "counters.ts" },
  scenario_switches: { per: "scenarios", most: 1, bytes: 100, by: "scenario_switches" },
  scenario_triggers: { per: "scenarios", most: 20, bytes: 8_500, by: "scenario_triggers" },
  trigger_cursors: { most: 2, bytes: 500, by: "trigger_cursors" },
  trigger_entries: { each: 120 },
  trigger_evaluations: { days: 30, by: "features/automation/triggers/worker/commit.ts" },
  trigger_times: { each: 120 },
  bulk_enrolments: { each: 400, texts: ["filter", "reason"] },
  runs: { counted: "counters.ts" },
  run_steps: { counted: "counters.ts" },
  run_tags: { per: "runs", most: 100, bytes: 40, by: "lead_tags_limit" },
  run_events: { counted: "counters.ts" },
  custom_events: { each: 100, texts: ["data"] },
  test_runs: { each: 300, texts: ["start", "events", "nodes", "edges"] },

  short_links: { most: "short_links", bytes: 6_000, by: "quota_checks" },
  link_sends: { counted: "counters.ts" },
  link_clicks: { counted: "features/links/clicks/flush.ts" },
  link_hours: { counted: "features/links/clicks/flush.ts" },

  channels: { most: "channels", bytes: 20_000, by: "quota_checks" },
  templates: { each: 600, texts: ["components", "reason"] },
  unrouted_webhooks: { per: "channels", most: 1, bytes: 300, by: "unrouted_webhooks" },
  tags: { most: "tags", bytes: 5_000, by: "quota_checks" },
  segments: { each: 500, texts: ["filter", "missing_tag_ids"] },
  canned_replies: { each: 1_000, texts: ["text", "content", "search"] },

  events: { days: 30, by: "usage_changes_insert" },
  event_streams: { most: 1, bytes: 100, by: "event_streams" },
  webhook_endpoints: { most: 1_050, bytes: 5_000, by: "webhook_endpoints_scenario" },
  webhook_deliveries: { days: 30, by: "features/events/webhooks/worker/commit.ts" },

  imports: { each: 1_500, texts: ["columns", "layout", "mapping", "parts", "lines", "settings"] },
  import_rows: { days: 30, by: "usage_imports_update_kept_bytes" },
  sources: { most: "sources", bytes: 80_000, by: "quota_checks" },
  source_deliveries: { counted: "counters.ts" },
  imported_leads: { per: "leads", most: 1, bytes: 40, by: "imported_leads" },
  exports: { each: 500, texts: ["files", "counts"] },

  audit_log: { days: 365, by: "usage_changes_insert" },
  idempotency_keys: { days: 1, by: "usage_idempotency_keys_update_status" },
  erasure_receipts: { each: 400, texts: ["removed"] },
  removals: { per: "leads", most: 10, bytes: 100, by: "removals" },
  usage_days: { most: 3_650, bytes: 500, by: "usage_days" },
  workspaces: { most: 1, bytes: 20_000, by: "workspaces" },
  tokens: { most: 100, bytes: 1_500, by: "features/access/tokens/store.ts" },
  slugs: { most: "short_links", bytes: 3_000, by: "quota_checks" },
  source_keys: { most: "sources", bytes: 2_000, by: "quota_checks" },
  channel_owners: { most: "channels", bytes: 300, by: "quota_checks" },

  backups: { service: "The operator and the cron make them, one at once of a workspace." },
  clean_ups: { service: "One row for each clean-up of the cron." },
  databases: { service: "One row for each database." },
  erasures: {
    service:
      "One row for each receipt, deleted lead and revoked token, until the cron has kept it.",
  },
  moves: { service: "The operator makes them." },
  outbox: { service: "Rows go once they have reached the directory, within a minute." },
  ranges: { service: "One row for each range of ids of a database." },
  restored: { service: "Rows go with the restore or the move." },
  spent_ids: { service: "One row for each table." },
  workspace_removals: { service: "One row for each workspace that was deleted." },
};
