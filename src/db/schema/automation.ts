import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  answers,
  type Effects,
  pauseReasons,
  runEventKinds,
  runStates,
  runWaits,
} from "#domain/automation";
import type { EndReason } from "#domain/end-reasons";
import { platforms } from "#domain/platforms";
import type { TriggerType } from "#domain/triggers";
import { workspaceId } from "./access";
import { changedBy, id, stamps, tally } from "./columns";

/**
 * The start of a run by a trigger. `by` is the run whose act is the cause; `depth` counts the
 * starts in a row that runs have caused.
 */
export type RunCause = {
  trigger_id: string;
  type: TriggerType;
  event_id: number | null;
  message_id?: number | null;
  comment_id?: number | null;
  click_id?: number | null;
  by?: number | null;
  depth?: number;
};

/**
 * Triggers: scenarios_webhook_insert, scenarios_webhook_update, events_scenario,
 * events_scenario_deleted (events.sql); counters.sql; scenarios_removed (removals.sql).
 */
export const scenarios = sqliteTable(
  "scenarios",
  {
    id: id(),
    workspaceId: workspaceId(),
    name: text().notNull(),
    /** The name, folded to be searched. */
    nameKey: text().notNull().default(""),
    platform: text({ enum: platforms }).notNull(),
    provider: text(),
    isActive: integer({ mode: "boolean" }).notNull().default(false),
    trackedTagIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    webhookUrl: text(),
    /** The tags, stages and scenarios that a run may set off, as triggers know them. */
    effects: text({ mode: "json" }).$type<Effects>().notNull().default({}),
    /**
     * Makes the ETag, and names the row of `scenario_versions` with the graph. Each replacement
     * adds 1.
     */
    version: integer().notNull(),
    changedBy: changedBy(),
    ...stamps,
  },
  (t) => [index("scenarios_workspace").on(t.workspaceId)],
);

/**
 * Triggers: versions_run_started, versions_run_migrated, runs_booking_gone, runs_ended
 * (automation.sql); events_run_started, events_run_waiting, events_run_migrated, events_run_paused,
 * events_run_ended, events_run_deleted (events.sql); counters.sql; statistics_run_deleted
 * (statistics.sql); runs_parents, runs_replace_removed (removals.sql).
 */
export const runs = sqliteTable(
  "runs",
  {
    id: id(),
    workspaceId: integer().notNull(),
    scenarioId: integer().notNull(),
    leadId: integer().notNull(),
    /** The scenario's version when the run was made. */
    version: integer().notNull(),
    /** The channel by which it speaks, while it is there; null for the lead's usual one. */
    channelId: integer(),
    state: text({ enum: runStates }).notNull(),
    /** The node at which the run stands, and what it waits for there. */
    nodeId: text(),
    waitingFor: text({ enum: runWaits }),
    waitingUntil: integer(),
    /**
     * When the run is stepped next, unless something that it waits for happens earlier. A paused
     * run keeps the time.
     */
    nextAt: integer(),
    visits: tally(),
    /** The run's memory from one step to the next (engine/run.ts). */
    memory: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    /** Grows with each change; the outcome of a step on an older revision is not written. */
    revision: integer().notNull().default(0),
    /** The claim token of the last commit, by which its other statements find the run. */
    turn: text(),
    enrolledAt: integer().notNull(),
    /** Since when, why and by whom the run itself is paused, whatever its scenario does. */
    pausedAt: integer(),
    pauseReason: text({ enum: pauseReasons }),
    pausedBy: changedBy(),
    /** The booking that the run is about: that which started it, or that it waited for. */
    bookingId: integer(),
    /** The trigger's cause of the run; null for one that was enrolled. */
    cause: text({ mode: "json" }).$type<RunCause>(),
    endReason: text().$type<EndReason>(),
    endedAt: integer(),
    changedBy: changedBy(),
    ...stamps,
  },
  (t) => [
    uniqueIndex("runs_active").on(t.scenarioId, t.leadId).where(sql`ended_at is null`),
    // For lists of all of the workspace's alone: `allOf` in db/lists/walk.ts.
    index("runs_workspace").on(t.workspaceId).where(sql`workspace_id > 0`),
    index("runs_scenario").on(t.scenarioId),
    index("runs_scenario_lead").on(t.scenarioId, t.leadId),
    index("runs_lead").on(t.leadId),
    index("runs_lead_waiting").on(t.leadId, t.waitingFor).where(sql`waiting_for is not null`),
    index("runs_due")
      .on(t.workspaceId, t.nextAt)
      .where(sql`next_at is not null and state <> 'paused'`),
    index("runs_booking").on(t.bookingId).where(sql`booking_id is not null and ended_at is null`),
  ],
);

/**
 * The data of `custom` events, once for all runs that an event has reached. A row goes with the
 * last event or step of a run that refers to it, by triggers of these.
 *
 * Triggers: counters.sql.
 */
export const customEvents = sqliteTable(
  "custom_events",
  {
    id: id(),
    workspaceId: workspaceId(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index("custom_events_workspace").on(t.workspaceId)],
);

/**
 * Events that a run waits for, until the run has been stepped with them: no more than 200 of a run.
 * Triggers write all of them but `custom`.
 *
 * Triggers: run_events_full, run_events_data, run_events_insert (automation.sql); counters.sql.
 */
export const runEvents = sqliteTable(
  "run_events",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    /** The order of the run's events. */
    seq: integer().notNull(),
    /** The visit during which the event happened; later visits ignore it. */
    visit: integer().notNull(),
    kind: text({ enum: runEventKinds }).notNull(),
    /** The reply, or the message of the run that was read or sent. */
    messageId: integer(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull().default({}),
    /** The data of a `custom` event (`custom_events`). */
    eventId: integer(),
    at: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.seq] }),
    index("run_events_event").on(t.eventId).where(sql`event_id is not null`),
  ],
);

/**
 * The nodes that runs have visited, in their order.
 *
 * Triggers: run_steps_data (automation.sql); counters.sql.
 */
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
    /** Null while the run stands at the node. */
    leftAt: integer(),
    /** The handle by which the run left the node, or the reason why it ended there. */
    outcome: text(),
    /** The end of a wait for a reply; null at a node where the run has ended none. */
    answer: text({ enum: answers }),
    detail: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** The data of the `custom` event by which the run left (`custom_events`). */
    eventId: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.visit] }),
    index("run_steps_event").on(t.eventId).where(sql`event_id is not null`),
  ],
);

/**
 * The tracked tags of a scenario that the lead of a run has got since it was enrolled. The trigger
 * `run_events_tag` writes them.
 */
export const runTags = sqliteTable(
  "run_tags",
  {
    runId: integer()
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    tagId: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.tagId] }), index("run_tags_tag").on(t.tagId)],
);

/**
 * Scenarios that were paused or activated while some of their active runs are still to follow: a
 * worker goes through the runs by their leads (db/statements/switches.ts). Until then the
 * scenario's state counts for its runs.
 */
export const scenarioSwitches = sqliteTable(
  "scenario_switches",
  {
    scenarioId: integer()
      .primaryKey()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    workspaceId: integer().notNull(),
    /** As of the scenario. */
    isActive: integer({ mode: "boolean" }).notNull(),
    /** The runs of leads up to this id have followed. */
    leadId: integer().notNull().default(0),
    /** From when on the overdue runs of the last chunk are due, and those of the next. */
    dueFrom: integer().notNull().default(0),
    nextFrom: integer().notNull().default(0),
  },
  (t) => [index("scenario_switches_workspace").on(t.workspaceId)],
);
