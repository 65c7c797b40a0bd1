import type { stages } from "#domain/leads";

/** The columns of the view `usage_changes` (usage.sql) that triggers add to. */
type Figure =
  | "messages_received"
  | "messages_sent"
  | "messages_failed"
  | "opt_outs"
  | "runs_started"
  | "runs_ended"
  | "runs_triggered"
  | "leads"
  | "messages"
  | "runs"
  | "channels"
  | "scenarios"
  | "items_received"
  | "short_links"
  | "sources"
  | "tags"
  | "triggers"
  | "stored_bytes"
  | "media_bytes"
  | "day_bytes"
  | "month_bytes"
  | `stage_${(typeof stages)[number]}`;

/** Figures, and what is added to each, in SQL. */
type Adds = Partial<Record<Figure, string>>;

/** The rule by which rows of a table count in their workspace's usage. SQL names the row `row`. */
export type Counter = {
  /** Counts of a row for as long as it is there. */
  each?: Adds;
  /** Rows that count. */
  when?: string;
  /** Columns by which `each` changes: those of each list in one trigger. */
  changes?: readonly (readonly string[])[];
  /** The row that names the workspace, and takes this one along when it goes: table and column. */
  parent?: readonly [table: string, column: string];
  /** Added besides `each` when a row comes, and when it goes. */
  created?: Adds;
  deleted?: Adds;
  /** Added when something else happens. */
  also?: readonly { on: string; when?: string; adds: Adds }[];
};
