import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { type EndReason, runEventKinds, runStates, runWaits } from "../../domain/automation";
import { platforms } from "../../domain/messaging";
import { workspaceId } from "./access";
import { id, stamps, tally } from "./columns";
import { leads, tags } from "./leads";

export const scenarios = sqliteTable(
  "scenarios",
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    platform: text({ enum: platforms }).notNull(),
    provider: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(false),
    trackedTagIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    webhookUrl: text(),
    /** Counts the replacements: the ETag, and the row of `scenario_versions` that holds the graph. */
    version: integer().notNull(),
    ...stamps,
  },
  (t) => [index("scenarios_workspace").on(t.workspaceId)],
);

/** Graphs are kept for the runs that started on them. */
export const scenarioVersions = sqliteTable(
  "scenario_versions",
  {
    scenarioId: integer()
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    version: integer().notNull(),
    nodes: text({ mode: "json" })
      .$type<{ id: string; type: string; [member: string]: unknown }[]>()
      .notNull(),
    edges: text({ mode: "json" })
      .$type<{ source: string; target: string; [member: string]: unknown }[]>()
      .notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scenarioId, t.version] })],
);

export const runs = sqliteTable(
  "runs",
  {
    id: id(),
    workspaceId: workspaceId(),
    scenarioId: integer()
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    /** The scenario's version when the run was made. */
    version: integer().notNull(),
    state: text({ enum: runStates }).notNull(),
    /** Where it stands, and for what it waits there. */
    nodeId: text(),
    waitingFor: text({ enum: runWaits }),
    waitingUntil: integer(),
    /** When it is stepped next: by then at the latest, or when something happens that it waits for. While it is paused it keeps its place. */
    nextAt: integer(),
    /** How many nodes it has visited. */
    visits: tally(),
    /** What it keeps from one turn to the next (engine/run.ts). */
    memory: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    /** Grows with each change: what was made of an older one is not written. */
    revision: integer().notNull().default(0),
    /** Names the turn of the clock that wrote it last, so that the other statements of its transaction find it. */
    turn: text(),
    enrolledAt: integer().notNull(),
    endReason: text().$type<EndReason>(),
    endedAt: integer(),
    ...stamps,
  },
  (t) => [
    uniqueIndex("runs_active").on(t.scenarioId, t.leadId).where(sql`ended_at is null`),
    index("runs_scenario").on(t.scenarioId),
    index("runs_scenario_lead").on(t.scenarioId, t.leadId),
    index("runs_lead").on(t.leadId),
    index("runs_lead_waiting").on(t.leadId, t.waitingFor).where(sql`waiting_for is not null`),
    index("runs_due")
      .on(t.workspaceId, t.nextAt)
      .where(sql`next_at is not null and state <> 'paused'`),
  ],
);

/** What has happened that a run waits for, until the run has been stepped with it. Written by triggers, save `custom`. */
export const runEvents = sqliteTable(
  "run_events",
  {
    /** Not AUTOINCREMENT, for which SQLite reads through its list of sequences at each statement that could insert, in every trigger. */
    id: integer().primaryKey(),
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    /** The visit in which the run waited when it happened: it is nothing to later ones. */
    visit: integer().notNull(),
    kind: text({ enum: runEventKinds }).notNull(),
    /** Of a reply, and of the run's own message that was read or sent. */
    messageId: integer(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    at: integer().notNull(),
  },
  (t) => [index("run_events_run").on(t.runId)],
);

/** The nodes that runs have visited, in their order. */
export const runSteps = sqliteTable(
  "run_steps",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    visit: integer().notNull(),
    nodeId: text().notNull(),
    type: text().notNull(),
    enteredAt: integer().notNull(),
    /** Null while the run stands there. */
    leftAt: integer(),
    /** The handle that it left by, or the reason why it ended there. */
    outcome: text(),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.visit] })],
);

/** The tracked tags of its scenario that a run's lead has got since it was enrolled. Written by a trigger. */
export const runTags = sqliteTable(
  "run_tags",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.tagId] }), index("run_tags_tag").on(t.tagId)],
);
