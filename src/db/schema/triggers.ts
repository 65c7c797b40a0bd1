import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { EventType } from "#domain/events";
import { platforms } from "#domain/platforms";
import { lanes, type TriggerOutcome, type TriggerType } from "#domain/triggers";
import { workspaceId } from "./access";
import { scenarios } from "./automation";
import { tally, timedId } from "./columns";
import { leads } from "./leads";

/**
 * The triggers of scenarios' current versions, of known types.
 *
 * Triggers: counters.sql.
 */
export const scenarioTriggers = sqliteTable(
  "scenario_triggers",
  {
    scenarioId: integer()
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    triggerId: text().notNull(),
    workspaceId: workspaceId(),
    type: text().$type<TriggerType>().notNull(),
    platform: text({ enum: platforms }).notNull(),
    /** Null for those that no event causes. */
    lane: text({ enum: lanes }),
    /** Its place in the scenario's list. */
    place: integer().notNull(),
    /** As its schema reads it; `{}` with a fault. */
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The code of the warning that keeps it off. */
    fault: text(),
    /** True while its scenario is active and it has no fault. */
    isOn: integer({ mode: "boolean" }).notNull(),
    /** The newest event when it was switched on: it reacts to those after it. */
    since: integer(),
    /**
     * The hour since 1970 that `starts` counts in: the last one that a start was put off to, where
     * that is ahead. And the hour in which a limit was last announced.
     */
    hour: tally(),
    starts: tally(),
    limitedHour: integer(),
    /** When a `recurring` one is due next. */
    nextAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.scenarioId, t.triggerId] }),
    // With the rowid, by which they are listed.
    index("scenario_triggers_workspace").on(t.workspaceId),
    index("scenario_triggers_due").on(t.workspaceId, t.nextAt).where(sql`next_at is not null`),
    // Each message looks for those that count from a lead's last one.
    index("scenario_triggers_dates").on(t.workspaceId).where(sql`type = 'date' and is_on`),
  ],
);

/**
 * The place in the events to which the triggers of a lane have come. A workspace without triggers
 * has none. No index holds those that are due: each message would write its entry.
 */
export const triggerCursors = sqliteTable(
  "trigger_cursors",
  {
    workspaceId: workspaceId(),
    lane: text({ enum: lanes }).notNull(),
    /** The types of events that the lane's triggers react to. */
    types: text({ mode: "json" }).$type<EventType[]>().notNull().default([]),
    /** Grows with each change of the workspace's triggers: the worker then reads them again. */
    revision: tally(),
    /** The last event that was decided. */
    position: integer().notNull(),
    /** The first event that is not; null while the lane is idle. */
    nextEventId: integer(),
    /** Names the commit that has moved the position last. */
    claimToken: text(),
    /** The refusals that were stored on a day (days since 1970): no more than many are. */
    day: integer(),
    refusals: tally(),
    /**
     * Of facts: the lead to which the walk that sets the times of `date` triggers has come, and
     * when it began; null while there is none.
     */
    walkedTo: integer(),
    walkFrom: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.lane] }),
    index("trigger_cursors_walks").on(t.workspaceId).where(sql`walked_to is not null`),
  ],
);

/**
 * The starts that `again` counts. They outlive the runs.
 *
 * Triggers: counters.sql.
 */
export const triggerEntries = sqliteTable(
  "trigger_entries",
  {
    leadId: integer().notNull(),
    scenarioId: integer().notNull(),
    triggerId: text().notNull(),
    /** The short link or the post, where a trigger starts once for each; else empty. */
    subject: text().notNull().default(""),
    workspaceId: integer().notNull(),
    /** The last start, and the number of them. */
    at: integer().notNull(),
    times: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leadId, t.scenarioId, t.triggerId, t.subject] }),
    index("trigger_entries_scenario").on(t.scenarioId),
  ],
);

/** A candidate of an evaluation: scenario, trigger, outcome. */
export type EvaluatedCandidate = [number, string, TriggerOutcome];

/**
 * The outcomes of the causes that fitted a trigger, for 30 days.
 */
export const triggerEvaluations = sqliteTable(
  "trigger_evaluations",
  {
    workspaceId: workspaceId(),
    id: timedId(),
    /** Null of commenters who are no leads. */
    leadId: integer(),
    lane: text({ enum: lanes }).notNull(),
    /** The first and the last event of the cause; null for a time. */
    eventId: integer(),
    lastEventId: integer(),
    messageId: integer(),
    commentId: integer(),
    outcome: text().$type<TriggerOutcome>().notNull(),
    candidates: text({ mode: "json" }).$type<EvaluatedCandidate[]>().notNull(),
    runIds: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    /** The number of equal refusals on the same day. */
    times: integer().notNull().default(1),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    index("trigger_evaluations_lead").on(t.leadId),
    index("trigger_evaluations_comment").on(t.commentId).where(sql`comment_id is not null`),
  ],
);

/**
 * The times at which triggers start for leads: the dates of `date` triggers, and the starts that
 * `max_per_hour` has put off.
 *
 * Triggers: counters.sql.
 */
export const triggerTimes = sqliteTable(
  "trigger_times",
  {
    scenarioId: integer().notNull(),
    triggerId: text().notNull(),
    leadId: integer()
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    /** The event of a start that was put off; 0 for a date. */
    eventId: tally(),
    workspaceId: workspaceId(),
    dueAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scenarioId, t.triggerId, t.leadId, t.eventId] }),
    index("trigger_times_due").on(t.workspaceId, t.dueAt),
    index("trigger_times_lead").on(t.leadId),
  ],
);
