import type { PartName } from "./bundle/schema";

/**
 * What becomes of a table's rows about a lead when the lead is erased: they are `removed`, `emptied`
 * of what is the person's, or `kept`, since nothing of the person is in them but ids and hashes.
 */
type Erased = "removed" | "emptied" | "kept";

type Held = {
  /** The part of a bundle that shows the rows, or why none does. */
  bundle: "lead" | PartName | { not: string };
  erased: Erased;
};

/**
 * The tables that hold something of leads, by their names in SQL. `test/privacy/tables.test.ts` fails
 * where one is missing here. Whoever adds one extends the bundle (bundle/parts.ts) and the erasure
 * (db/removal-kinds.ts) first.
 */
export const HELD: Readonly<Record<string, Held>> = {
  leads: { bundle: "lead", erased: "removed" },
  lead_identities: { bundle: "identities", erased: "removed" },
  lead_tags: { bundle: "tags", erased: "removed" },
  consents: { bundle: "consents", erased: "removed" },
  suppressions: { bundle: "suppressions", erased: "kept" },
  conversations: { bundle: "conversations", erased: "removed" },
  messages: { bundle: "messages", erased: "removed" },
  status_reports: {
    bundle: { not: "Messages show the status and error that they report." },
    erased: "removed",
  },
  profile_claims: { bundle: "profile_claims", erased: "removed" },
  analyses: { bundle: "analyses", erased: "removed" },
  link_sends: { bundle: "link_sends", erased: "removed" },
  link_clicks: { bundle: "link_clicks", erased: "removed" },
  runs: { bundle: "runs", erased: "removed" },
  run_steps: { bundle: "run_steps", erased: "removed" },
  run_events: { bundle: "run_events", erased: "removed" },
  custom_events: { bundle: "run_steps", erased: "removed" },
  run_tags: { bundle: "runs", erased: "removed" },
  test_runs: {
    bundle: { not: "They hold copies of what the lead shows, deleted after 7 days." },
    erased: "removed",
  },
  events: { bundle: "events", erased: "emptied" },
  webhook_deliveries: {
    bundle: { not: "They are what the workspace's own endpoints have answered." },
    erased: "emptied",
  },
  idempotency_keys: {
    bundle: { not: "Their answers repeat, for a day, what the API shows." },
    erased: "emptied",
  },
  audit_log: { bundle: "audit_log", erased: "kept" },
  removals: { bundle: { not: "They are the ids of what was deleted." }, erased: "kept" },
  erasure_receipts: { bundle: { not: "They are of leads that are gone." }, erased: "kept" },
  erasures: { bundle: { not: "They are of leads that are gone." }, erased: "kept" },
  lead_merges: { bundle: { not: "They are the ids of leads that were joined." }, erased: "kept" },
  media: { bundle: { not: "Messages show their files." }, erased: "removed" },
  imports: { bundle: { not: "They are files of many people, deleted soon." }, erased: "kept" },
  exports: { bundle: { not: "They are files of everybody, deleted soon." }, erased: "kept" },
  import_rows: {
    bundle: { not: "Nobody knows whose a row is that was rejected." },
    erased: "emptied",
  },
  imported_leads: { bundle: { not: "They are ranges of ids." }, erased: "kept" },
  scenario_switches: {
    bundle: { not: "Their lead's id is the place of a walk through all leads." },
    erased: "kept",
  },
};
