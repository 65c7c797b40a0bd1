// Tables that only their primary key finds have no rowid, so that each of their rows is written
// once, and a look for one that is not there reads none. Drizzle can't say so: the migration of a
// new table is completed here.
import { readFileSync, writeFileSync } from "node:fs";

export const WITHOUT_ROWID = [
  "analyses",
  "audit_log",
  "booking_refs",
  "erasures",
  "event_streams",
  "events",
  "held_echoes",
  "idempotency_keys",
  "identity_moves",
  "import_rows",
  "imported_leads",
  "lead_identities",
  "lead_tags",
  "link_hours",
  "restored",
  "run_events",
  "run_steps",
  "run_tags",
  "scenario_days",
  "source_deliveries",
  "source_keys",
  "status_reports",
  "templates",
  "trigger_cursors",
  "trigger_entries",
  "trigger_evaluations",
  "trigger_times",
];

const CREATED = new RegExp(
  `(CREATE TABLE \`(?:${WITHOUT_ROWID.join("|")})\` \\((?:(?!\\n\\))[\\s\\S])*\\n\\));`,
  "g",
);

/** The SQL of a migration, where every listed table is without a rowid. */
export const withoutRowid = (sql) => sql.replace(CREATED, "$1 WITHOUT ROWID;");

export const completeFile = (file) => writeFileSync(file, withoutRowid(readFileSync(file, "utf8")));
