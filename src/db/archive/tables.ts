import type { RemovalKind } from "#domain/removals";

/** A table by whose rows another is walked: `via` is the column there that refers to them. */
export type Parent = {
  table: string;
  via: string;
  /** The tombstones of deleted parents, of which rows remain. */
  tombstone?: RemovalKind;
};

/** A table of a workspace's archive. */
export type ArchivedTable = {
  name: string;
  /** The columns in whose order the rows of a workspace, or of a parent, are walked. */
  key: readonly string[];
  /**
   * From the outermost. None for a table whose index, or key, begins with the workspace's id and
   * goes on with `key`.
   */
  parents: readonly Parent[];
  primary: readonly string[];
  /** Columns that refer to rows with ids, by a foreign key, and the tables of these. */
  refers: Readonly<Record<string, string>>;
};

type Options = Partial<Pick<ArchivedTable, "key" | "primary" | "refers">>;

const table = (
  name: string,
  parents: readonly Parent[],
  { key = ["id"], primary = ["id"], refers = {} }: Options = {},
): ArchivedTable => ({ name, key, parents, primary, refers });

const own = (name: string, options: Options = {}) => table(name, [], options);
/** A table with the workspace's id in its key. */
const keyed = (name: string, key: readonly string[], refers = {}) =>
  own(name, { key, primary: ["workspace_id", ...key], refers });

const OF_LEAD: Parent = { table: "leads", via: "lead_id", tombstone: "lead" };
const OF_TALK: Parent = {
  table: "conversations",
  via: "conversation_id",
  tombstone: "conversation",
};
const OF_SCENARIO: Parent = { table: "scenarios", via: "scenario_id", tombstone: "scenario" };
const OF_LINK: Parent = { table: "short_links", via: "short_link_id", tombstone: "short_link" };
const OF_SOURCE: Parent = { table: "sources", via: "source_id", tombstone: "source" };
const OF_CHANNEL: Parent = { table: "channels", via: "channel_id" };
const OF_RUN = [OF_SCENARIO, { table: "runs", via: "run_id" }];

/**
 * The tables of a workspace, each after those that its foreign keys refer to. Tombstones come last,
 * so that none is missing of a parent that is deleted meanwhile.
 */
export const TABLES: readonly ArchivedTable[] = [
  own("workspaces"),
  keyed("audit_log", ["id"]),
  keyed("idempotency_keys", ["key"]),
  keyed("usage_days", ["day"]),
  keyed("analysis_usage", ["day", "model"]),
  own("suppressions"),
  own("tags"),
  own("segments"),
  own("leads"),
  table("lead_tags", [OF_LEAD], { key: ["tag_id"], primary: ["lead_id", "tag_id"] }),
  keyed("lead_identities", ["kind", "value"], { lead_id: "leads" }),
  own("lead_duplicates"),
  keyed("identity_moves", ["kind", "to_hash", "from_hash"]),
  own("lead_merges", { key: ["lead_id"], primary: ["lead_id"] }),
  table("consents", [OF_LEAD]),
  own("channels"),
  table("unrouted_webhooks", [OF_CHANNEL], { key: ["channel_id"], primary: ["channel_id"] }),
  table("templates", [OF_CHANNEL], { primary: ["channel_id", "id"] }),
  own("scenarios"),
  table("scenario_versions", [OF_SCENARIO], {
    key: ["version"],
    primary: ["scenario_id", "version"],
  }),
  table("scenario_triggers", [OF_SCENARIO], {
    key: ["trigger_id"],
    primary: ["scenario_id", "trigger_id"],
    refers: { scenario_id: "scenarios" },
  }),
  keyed("trigger_cursors", ["lane"]),
  table("trigger_entries", [OF_LEAD], {
    key: ["scenario_id", "trigger_id", "subject"],
    primary: ["lead_id", "scenario_id", "trigger_id", "subject"],
  }),
  keyed("trigger_evaluations", ["id"]),
  table("trigger_times", [OF_SCENARIO], {
    key: ["trigger_id", "lead_id", "event_id"],
    primary: ["scenario_id", "trigger_id", "lead_id", "event_id"],
    refers: { lead_id: "leads" },
  }),
  table("scenario_days", [OF_SCENARIO], {
    key: ["version", "day"],
    primary: ["scenario_id", "version", "day"],
  }),
  own("scenario_drafts", {
    key: ["scenario_id"],
    primary: ["scenario_id"],
    refers: { scenario_id: "scenarios" },
  }),
  keyed("test_runs", ["id"], { scenario_id: "scenarios", lead_id: "leads" }),
  own("scenario_switches", {
    key: ["scenario_id"],
    primary: ["scenario_id"],
    refers: { scenario_id: "scenarios" },
  }),
  own("bulk_enrolments", { refers: { scenario_id: "scenarios" } }),
  table("runs", [OF_SCENARIO]),
  table("run_steps", OF_RUN, { key: ["visit"], primary: ["run_id", "visit"] }),
  table("run_tags", OF_RUN, { key: ["tag_id"], primary: ["run_id", "tag_id"] }),
  table("run_events", OF_RUN, { key: ["seq"], primary: ["run_id", "seq"] }),
  own("custom_events"),
  own("conversations", { refers: { lead_id: "leads" } }),
  table("messages", [OF_TALK], { refers: { run_id: "runs" } }),
  table("held_echoes", [OF_TALK], {
    key: ["channel_id", "external_id"],
    primary: ["workspace_id", "channel_id", "external_id"],
  }),
  own("bookings"),
  keyed("booking_refs", ["source_id", "external_id"]),
  own("media"),
  own("comments"),
  own("canned_replies"),
  table("status_reports", [OF_CHANNEL], {
    key: ["external_id", "status"],
    primary: ["channel_id", "external_id", "status"],
    refers: { message_id: "messages" },
  }),
  table("profile_claims", [OF_TALK], {
    key: ["message_id", "id"],
    refers: { message_id: "messages" },
  }),
  keyed("analyses", ["id"]),
  own("short_links"),
  table("link_hours", [OF_LINK], { key: ["starts_at"], primary: ["short_link_id", "starts_at"] }),
  own("link_sends"),
  table("link_clicks", [OF_LINK], { refers: { link_send_id: "link_sends" } }),
  keyed("events", ["id"]),
  own("event_streams", { key: ["workspace_id"], primary: ["workspace_id"] }),
  own("webhook_endpoints", { refers: { scenario_id: "scenarios" } }),
  own("webhook_deliveries", { refers: { event_id: "events" } }),
  own("imports"),
  keyed("import_rows", ["import_id", "attempt", "row"]),
  keyed("imported_leads", ["import_id", "first_id"]),
  own("exports"),
  own("sources"),
  table("source_deliveries", [OF_SOURCE], { key: ["seq"], primary: ["source_id", "seq"] }),
  own("erasure_receipts"),
  own("removals", {
    key: ["kind", "parent_id", "lead_id"],
    primary: ["kind", "parent_id", "lead_id"],
  }),
];

/** Tables that are no workspace's: of the directory, or of the database itself. */
export const OTHERS = [
  "backups",
  "channel_owners",
  "clean_ups",
  "databases",
  "erasures",
  "moves",
  "outbox",
  "ranges",
  "restored",
  "slugs",
  "source_keys",
  "spent_ids",
  "tokens",
  "workspace_removals",
];

/** The tables whose ids a mark bounds: what is newer is left out of an archive. */
export const MARKED = TABLES.filter(({ key }) => key.includes("id")).map(({ name }) => name);
