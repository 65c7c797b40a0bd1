import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { bookingRefEnds, bookingStates } from "#domain/bookings";
import { stages } from "#domain/leads";
import { workspaceId } from "./access";
import { changedBy, id, stamps, tally } from "./columns";

/**
 * The bookings of leads. One keeps its id when it moves: what schedulers call it by is in
 * `booking_refs`.
 *
 * Triggers: bookings_deleted (bookings.sql); run_events_booking_created, run_events_booking,
 * runs_booking_moved (automation.sql); events_booking_created, events_booking (events.sql);
 * counters.sql; bookings_parent (removals.sql).
 */
export const bookings = sqliteTable(
  "bookings",
  {
    id: id(),
    workspaceId: workspaceId(),
    leadId: integer().notNull(),
    /** Kept when the source is deleted; null of one that came by the API. */
    sourceId: integer(),
    /** The current one of its ids. */
    externalId: text(),
    name: text(),
    state: text({ enum: bookingStates }).notNull(),
    startsAt: integer(),
    endsAt: integer(),
    previousStartsAt: integer(),
    moves: tally(),
    timeZone: text(),
    hostName: text(),
    hostEmail: text(),
    location: text(),
    joinUrl: text(),
    rescheduleUrl: text(),
    cancelUrl: text(),
    answers: text({ mode: "json" }).$type<Record<string, string>>().notNull().default({}),
    outcome: text(),
    outcomeValue: real(),
    cancelledBy: text(),
    cancelReason: text(),
    /** The time of the latest `booked`, or of a PATCH that gave times or a state. */
    changedAt: integer().notNull(),
    /** The time of the latest word on whether the lead came: older ones say nothing. */
    settledAt: integer().notNull().default(0),
    /** The stage of the lead before the booking moved it; null if it has not. */
    stageBefore: text({ enum: stages }),
    changedBy: changedBy(),
    ...stamps,
  },
  (t) => [
    // For lists of all of the workspace's alone: `allOf` in db/lists/walk.ts.
    index("bookings_workspace").on(t.workspaceId).where(sql`workspace_id > 0`),
    index("bookings_starts").on(t.workspaceId, t.startsAt),
    index("bookings_lead").on(t.leadId),
    index("bookings_lead_starts").on(t.leadId, t.startsAt),
  ],
);

/**
 * The ids by which schedulers know bookings, and the ends of those that nobody has booked yet. The
 * source of what came by the API is 0. Those of a deleted source stay with their bookings, whose
 * states they still tell; the others go with the ends that nobody has booked.
 *
 * Triggers: counters.sql.
 */
export const bookingRefs = sqliteTable(
  "booking_refs",
  {
    workspaceId: workspaceId(),
    sourceId: integer().notNull(),
    externalId: text().notNull(),
    /** Null while only its end is known, or once the booking is deleted. */
    bookingId: integer(),
    ended: text({ enum: bookingRefEnds }),
    /** The time of its end, or of the PATCH that took the end back. */
    at: integer().notNull().default(0),
    /** The time of its latest `booked`, and when the booking began by that. */
    bookedAt: integer(),
    startsAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.sourceId, t.externalId] }),
    index("booking_refs_booking").on(t.bookingId, t.bookedAt).where(sql`booking_id is not null`),
    index("booking_refs_at").on(t.at).where(sql`booking_id is null`),
  ],
);
