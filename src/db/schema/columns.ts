import { integer, text } from "drizzle-orm/sqlite-core";
import type { ActorCode } from "#domain/actors";
import type { BusinessHours } from "#domain/opening-hours";

// Tables without a column of this kind, but with a primary key of several columns, are stored
// WITHOUT ROWID where their rows are many and short (drizzle/0000_initial.sql).
export const id = () => integer().primaryKey({ autoIncrement: true });

/**
 * The id of a row whose key is its workspace and this: the time in milliseconds times 1,000, or one
 * more than the workspace's last. So it stays the same when the workspace moves to another
 * database.
 */
export const timedId = () => integer().notNull();

export const tally = () => integer().notNull().default(0);

/**
 * The actor who made the row, or changed it last in a way that is an event. Each statement that
 * causes an event writes it along: the trigger takes the event's actor from it.
 */
export const changedBy = () => text().$type<ActorCode>();

/** Business hours, as the settings have them. */
export const hours = () => text({ mode: "json" }).$type<BusinessHours>();

export const stamps = { createdAt: integer().notNull(), updatedAt: integer().notNull() };
