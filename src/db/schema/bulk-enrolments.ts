import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { bulkFailures, bulkStates } from "#domain/automation";
import { workspaceId } from "./access";
import { scenarios } from "./automation";
import { id, tally } from "./columns";

/**
 * Enrolments of more leads than one request enrols, later, or slowly: those that a filter finds. A
 * worker goes through the leads from the newest to the oldest.
 *
 * Triggers: counters.sql.
 */
export const bulkEnrolments = sqliteTable(
  "bulk_enrolments",
  {
    id: id(),
    workspaceId: workspaceId(),
    scenarioId: integer()
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    filter: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** Dates the runs; null for the time of each. */
    enrolledAt: integer(),
    state: text({ enum: bulkStates }).notNull().default("running"),
    reason: text({ enum: bulkFailures }),
    /** When it is to begin, if not at once. */
    startsAt: integer(),
    /** The most leads that it enrols in an hour. */
    perHour: integer(),
    /** The share of the leads that get no message, and how many they are. */
    holdout: real().notNull().default(0),
    heldOut: tally(),
    /** Decides who they are (bulk/holdout.ts); null without a holdout. */
    holdoutSeed: text(),
    /** When the next chunk is due. */
    nextAt: integer().notNull().default(0),
    /**
     * Leads with a lower id than this are to be looked at; `startId` at the start. Both are above
     * all ids while it is scheduled.
     */
    cursor: integer().notNull(),
    startId: integer().notNull(),
    /** The id of the workspace's oldest lead, for the progress. */
    lastId: integer().notNull(),
    matched: tally(),
    alreadyActive: tally(),
    optedOut: tally(),
    /** The token of the last chunk, by which its statements know that it is theirs. */
    turn: text(),
    /** The trigger that has made it at its time (`startsAt`), if one has. */
    triggerId: text(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    index("bulk_enrolments_workspace").on(t.workspaceId),
    index("bulk_enrolments_scenario").on(t.scenarioId),
    uniqueIndex("bulk_enrolments_trigger")
      .on(t.scenarioId, t.triggerId, t.startsAt)
      .where(sql`trigger_id is not null`),
    index("bulk_enrolments_open").on(t.workspaceId, t.nextAt).where(sql`finished_at is null`),
    index("bulk_enrolments_due").on(t.nextAt).where(sql`finished_at is null`),
  ],
);
