/**
 * A table with rows of a workspace, and how they are walked: along `path`, from a table with the
 * workspace's id to the table itself. Each step names the columns that refer to the row of the step
 * before, and the order of the rows within it, which an index gives.
 */
export type CopiedTable = {
  name: string;
  path: Step[];
  /** How many rows a page has. */
  page: number;
};

export type Step = { table: string; of?: string; order: string[] };

const PAGE = 2_000;

const own = (name: string, order = ["id"], page = PAGE): CopiedTable => ({
  name,
  path: [{ table: name, order }],
  page,
});

const behind = (
  parents: Step[],
  name: string,
  of: string,
  order: string[],
  page = PAGE,
): CopiedTable => ({ name, path: [...parents, { table: name, of, order }], page });

const scenarios: Step = { table: "scenarios", order: ["id"] };
const leads: Step = { table: "leads", order: ["id"] };
const channels: Step = { table: "channels", order: ["id"] };
const shortLinks: Step = { table: "short_links", order: ["id"] };
const conversations: Step = { table: "conversations", order: ["id"] };
const runs: Step = { table: "runs", of: "lead_id", order: ["id"] };

/**
 * All tables with rows of workspaces, save `workspaces` itself: parents before those that refer to
 * them. What only the directory has, is in none of them.
 */
export const COPIED: CopiedTable[] = [
  own("tags"),
  own("leads", ["id"], 500),
  own("channels"),
  own("scenarios", ["id"], 500),
  // A graph may have a megabyte.
  behind([scenarios], "scenario_versions", "scenario_id", ["version"], 10),
  own("scenario_switches", ["scenario_id"]),
  own("bulk_enrolments", ["id"], 500),
  own("short_links"),
  behind([shortLinks], "link_hours", "short_link_id", ["starts_at"]),
  own("lead_identities", ["kind", "value"]),
  own("suppressions"),
  behind([leads], "lead_tags", "lead_id", ["tag_id"]),
  own("conversations", ["id"], 1_000),
  behind([leads], "runs", "lead_id", ["id"], 1_000),
  behind([leads, runs], "run_steps", "run_id", ["visit"]),
  behind([leads, runs], "run_tags", "run_id", ["tag_id"]),
  behind([leads, runs], "run_events", "run_id", ["seq"]),
  behind([conversations], "messages", "conversation_id", ["id"], 1_000),
  behind([leads], "consents", "lead_id", ["id"]),
  behind([channels], "status_reports", "channel_id", ["external_id", "status"]),
  behind([channels], "unrouted_webhooks", "channel_id", []),
  own("link_sends"),
  behind([shortLinks], "link_clicks", "short_link_id", ["id"]),
  own("analyses", ["id"], 1_000),
  behind([leads], "profile_claims", "lead_id", ["field", "message_id", "id"]),
  own("events"),
  own("webhook_endpoints"),
  own("webhook_deliveries", ["id"], 500),
  own("audit_log"),
  own("analysis_usage", ["day", "model"]),
  own("usage_days", ["day"]),
  own("removals", ["kind", "parent_id", "lead_id"]),
  own("idempotency_keys", ["key"]),
];
