import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { messageTypeNames } from "#domain/messaging";
import { workspaceId } from "./access";
import { conversations } from "./messaging";

/**
 * Messages in the name of an account of which nobody knows yet whether they are ours: of a
 * conversation in which a message is being sent, or may have been. They become messages or go
 * within minutes (statements/held-echoes.ts), and with their conversation.
 *
 * Triggers: counters.sql.
 */
export const heldEchoes = sqliteTable(
  "held_echoes",
  {
    workspaceId: workspaceId(),
    channelId: integer().notNull(),
    externalId: text().notNull(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    type: text({ enum: messageTypeNames }).notNull(),
    text: text(),
    payload: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The files that come with it, as `insertReceived` (statements/media.ts) has them. */
    files: text({ mode: "json" }).$type<object[]>(),
    /** When it was written, by the platform's clock. */
    at: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.channelId, t.externalId] }),
    index("held_echoes_conversation").on(t.conversationId),
    index("held_echoes_created").on(t.createdAt),
  ],
);
