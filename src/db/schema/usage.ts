import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Quotas } from "#domain/quotas";
import { workspaceId } from "./access";
import { tally } from "./columns";

/** Up to which id each clean-up of the cron has looked at its table. */
export const cleanUps = sqliteTable("clean_ups", {
  name: text().primaryKey(),
  position: integer().notNull(),
});

/**
 * The usage of a workspace in a day of UTC (`YYYY-MM-DD`), and its storage at the end of the day. A
 * new day begins with the storage of the day before: the newest row holds today's figures. Triggers
 * add to it through the view `usage_changes`, as do workers for what is no row.
 *
 * Triggers: events_quota (events.sql).
 */
export const usageDays = sqliteTable(
  "usage_days",
  {
    workspaceId: workspaceId(),
    day: text().notNull(),
    messagesReceived: tally(),
    messagesSent: tally(),
    messagesFailed: tally(),
    optOuts: tally(),
    runsStarted: tally(),
    runsEnded: tally(),
    /** Those of the started ones that triggers have started for single leads. */
    runsTriggered: tally(),
    clicks: tally(),
    apiRequests: tally(),
    webhookDeliveries: tally(),
    httpRequests: tally(),
    /** The items of sources that were worked. */
    itemsReceived: tally(),
    leads: tally(),
    messages: tally(),
    runs: tally(),
    channels: tally(),
    scenarios: tally(),
    shortLinks: tally(),
    sources: tally(),
    tags: tally(),
    /** Those that are on. */
    triggers: tally(),
    /** The leads in each stage of the pipeline; the others are in none. */
    stageNew: tally(),
    stageContacted: tally(),
    stageEngaged: tally(),
    stageQualified: tally(),
    stageCallBooked: tally(),
    stageWon: tally(),
    stageLost: tally(),
    storedBytes: tally(),
    mediaBytes: tally(),
    /** Of the stored bytes, those that came on this day and go after 1, 30 and 365 days. */
    dayBytes: tally(),
    monthBytes: tally(),
    yearBytes: tally(),
    /** The last event and act that are counted. */
    eventsTo: tally(),
    actsTo: tally(),
    /** The quotas that were reached on the day, with their limits. */
    reached: text({ mode: "json" }).$type<Partial<Quotas>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day] })],
);

/**
 * The counters of the runs of a version of a scenario on a day of UTC
 * (automation/statistics/tally.ts). They outlive the runs. An INSERT into the view
 * `scenario_changes` adds to them.
 *
 * Triggers: counters.sql.
 */
export const scenarioDays = sqliteTable(
  "scenario_days",
  {
    scenarioId: integer().notNull(),
    version: integer().notNull(),
    day: text().notNull(),
    /** Numbers by their keys, which have letters, digits and `_` alone. */
    counts: text({ mode: "json" }).$type<Record<string, number>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.scenarioId, t.version, t.day] })],
);
