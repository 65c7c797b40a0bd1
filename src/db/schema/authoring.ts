import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type Platform, platforms } from "#domain/platforms";
import { workspaceId } from "./access";
import { scenarios } from "./automation";
import { changedBy, stamps, tally, timedId } from "./columns";
import { leads } from "./leads";

const nodes = () =>
  text({ mode: "json" })
    .$type<{ id: string; type: string; [member: string]: unknown }[]>()
    .notNull();
/** As they were sent. */
const triggers = () =>
  text({ mode: "json" })
    .$type<{ id: string; type: string; [member: string]: unknown }[]>()
    .notNull()
    .default([]);
const edges = () =>
  text({ mode: "json" })
    .$type<{ source: string; target: string; [member: string]: unknown }[]>()
    .notNull();

/**
 * The graphs of scenarios: the newest fifty of each, and those with runs. The other columns stand
 * before the graph, so that SQLite finds them without reading it.
 *
 * Triggers: scenario_versions_media (automation.sql); counters.sql; scenario_versions_parent
 * (removals.sql).
 */
export const scenarioVersions = sqliteTable(
  "scenario_versions",
  {
    scenarioId: integer().notNull(),
    version: integer().notNull(),
    hasRuns: integer({ mode: "boolean" }).notNull().default(false),
    /** True if the scheduler reads bookings for its runs. */
    readsBookings: integer({ mode: "boolean" }).notNull().default(false),
    /** As they were when the version was published. */
    name: text().notNull(),
    platform: text({ enum: platforms }).notNull(),
    provider: text(),
    nodesCount: integer().notNull(),
    edgesCount: integer().notNull(),
    changedBy: changedBy(),
    createdAt: integer().notNull(),
    triggers: triggers(),
    nodes: nodes(),
    edges: edges(),
  },
  (t) => [primaryKey({ columns: [t.scenarioId, t.version] })],
);

/** `isActive` is undefined where publishing keeps it, as it does with the last two. */
export type DraftSettings = {
  name: string;
  platform: Platform;
  provider: string | null;
  isActive?: boolean | undefined;
  trackedTagIds?: number[] | undefined;
  webhookUrl?: string | null | undefined;
};

/**
 * The graphs that authors are going to publish as the next version of their scenarios: one draft of
 * each scenario.
 *
 * Triggers: scenario_drafts_media_created, scenario_drafts_media_replaced (automation.sql);
 * counters.sql.
 */
export const scenarioDrafts = sqliteTable(
  "scenario_drafts",
  {
    scenarioId: integer()
      .primaryKey()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    workspaceId: integer().notNull(),
    /** The version that the author has begun with. */
    baseVersion: integer().notNull(),
    /** Makes the ETag: the time in milliseconds, or one more than before. */
    revision: integer().notNull(),
    /** The settings that a replacement of the scenario sends besides the graph. */
    settings: text({ mode: "json" }).$type<DraftSettings>().notNull(),
    /** The ids that the graph refers to: they are checked without reading the graph first. */
    mentions: text({ mode: "json" }).$type<Record<string, (number | string)[]>>().notNull(),
    changedBy: changedBy(),
    ...stamps,
    /** Null: publishing keeps the scenario's. */
    triggers: text({ mode: "json" }).$type<
      { id: string; type: string; [member: string]: unknown }[]
    >(),
    nodes: nodes(),
    edges: edges(),
  },
  (t) => [index("scenario_drafts_workspace").on(t.workspaceId)],
);

/**
 * Runs that authors play by themselves, with the copy of a lead and of a graph. Their state is what
 * a simulation of the events up to now gives.
 *
 * Triggers: counters.sql.
 */
export const testRuns = sqliteTable(
  "test_runs",
  {
    workspaceId: workspaceId(),
    id: timedId(),
    scenarioId: integer()
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    /** Null for a synthetic lead. */
    leadId: integer().references(() => leads.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    isDraft: integer({ mode: "boolean" }).notNull(),
    /** Grows with each change; what was worked out from an older revision is not written. */
    revision: tally(),
    /** The milliseconds by which the run's clock is ahead, since waits were skipped. */
    aheadMs: tally(),
    createdAt: integer().notNull(),
    /** The run as it begins, with its lead, and the settings that it reads. */
    start: text().notNull(),
    /** The events of a simulation that the lead has had so far, each with its time in the run. */
    events: text().notNull().default("[]"),
    nodes: text().notNull(),
    edges: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("test_runs_scenario").on(t.scenarioId),
    index("test_runs_lead").on(t.leadId).where(sql`lead_id is not null`),
  ],
);
