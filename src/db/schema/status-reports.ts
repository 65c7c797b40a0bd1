import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { type MessageError, reportedStatuses } from "#domain/messaging";
import { messages } from "./messages";

/**
 * The reports of providers that no message holds, each status once: reports that arrive before the
 * external id of their message is known wait here for it, and failures stay, as a later report may
 * say that the message has arrived.
 */
export const statusReports = sqliteTable(
  "status_reports",
  {
    channelId: integer().notNull(),
    externalId: text().notNull(),
    status: text({ enum: reportedStatuses }).notNull(),
    at: integer().notNull(),
    error: text({ mode: "json" }).$type<MessageError>(),
    messageId: integer().references(() => messages.id, { onDelete: "cascade" }),
    createdAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.externalId, t.status] }),
    index("status_reports_message").on(t.messageId).where(sql`message_id is not null`),
    index("status_reports_unmatched").on(t.createdAt).where(sql`message_id is null`),
    index("status_reports_waiting").on(t.channelId).where(sql`message_id is null`),
  ],
);
