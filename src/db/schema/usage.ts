import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Quotas } from "../../domain/quotas";
import { workspaceId } from "./access";
import { tally } from "./columns";

/** Up to which id each clean-up of the cron has looked at its table. */
export const cleanUps = sqliteTable("clean_ups", {
  name: text().primaryKey(),
  position: integer().notNull(),
});

/**
 * What a workspace has used in a day of UTC (`YYYY-MM-DD`), and has stored at the end of it. A new
 * day begins with what is stored by then: the newest row holds today's figures. Triggers add to it
 * through the view `usage_changes`, as do workers for what is no row.
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
    clicks: tally(),
    apiRequests: tally(),
    webhookDeliveries: tally(),
    httpRequests: tally(),
    leads: tally(),
    messages: tally(),
    runs: tally(),
    channels: tally(),
    scenarios: tally(),
    shortLinks: tally(),
    tags: tally(),
    storedBytes: tally(),
    mediaBytes: tally(),
    /** The quotas that were reached on the day, with their limits. */
    reached: text({ mode: "json" }).$type<Partial<Quotas>>().notNull().default({}),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day] })],
);
