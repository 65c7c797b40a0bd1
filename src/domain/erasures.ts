/**
 * The steps of the erasure of a lead: answers of earlier requests are forgotten, then the rows are
 * removed (db/removal/tombstones.ts). After a while both are done once more, for what was under
 * way.
 */
export const erasureSteps = ["answers", "rows", "again", "late_answers"] as const;
export type ErasureStep = (typeof erasureSteps)[number];

export const erasureStates = ["erasing", "erased"] as const;
export type ErasureState = (typeof erasureStates)[number];

/** The rows that the receipt of an erasure counts. */
export const erasedResources = [
  "leads",
  "identities",
  "tags",
  "consents",
  "conversations",
  "messages",
  "comments",
  "bookings",
  "profile_claims",
  "analyses",
  "link_sends",
  "link_clicks",
  "runs",
  "run_steps",
  "test_runs",
  "events",
  "delivery_answers",
  "idempotency_answers",
  "import_rows",
  "imports",
  "source_deliveries",
  "media",
  "status_reports",
] as const;
export type ErasedResource = (typeof erasedResources)[number];

/** The rows that stay of an erased lead. */
export const keptResources = [
  "suppressions",
  "events",
  "audit_log",
  "idempotency_keys",
  "bulk_enrolments",
  "segments",
  "import_files",
  "media",
  "test_runs",
  "search_index",
  "database_history",
] as const;
export type KeptResource = (typeof keptResources)[number];
