import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  qualities,
  type TemplateComponent,
  templateCategories,
  templateStatuses,
} from "#domain/templates";
import { changedBy, stamps, tally, timedId } from "./columns";
import { channels } from "./messaging";

/**
 * The platform webhooks at a channel's URL that were, in part, about accounts that no channel with
 * the same app secret has.
 */
export const unroutedWebhooks = sqliteTable(
  "unrouted_webhooks",
  {
    channelId: integer()
      .primaryKey()
      .references(() => channels.id, { onDelete: "cascade" }),
    workspaceId: integer().notNull(),
    /** One of the accounts in the last of them. */
    accountId: text().notNull(),
    webhooksCount: tally(),
    lastAt: integer().notNull(),
  },
  (t) => [index("unrouted_webhooks_last").on(t.lastAt)],
);

/**
 * The templates of WhatsApp channels, by name and language.
 *
 * Triggers: events_template (events.sql); counters.sql.
 */
export const templates = sqliteTable(
  "templates",
  {
    workspaceId: integer().notNull(),
    channelId: integer()
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    /** Unique in its channel. */
    id: timedId(),
    name: text().notNull(),
    language: text().notNull(),
    category: text({ enum: templateCategories }),
    status: text({ enum: templateStatuses }).notNull(),
    /** The reason for its rejection, pause or disabling, in WhatsApp's words. */
    reason: text(),
    quality: text({ enum: qualities }),
    /** For how long WhatsApp tries to deliver a message of it; null for the platform's own. */
    ttlSeconds: integer(),
    /** Null where they are too long to be kept. */
    components: text({ mode: "json" }).$type<TemplateComponent[]>(),
    /** WhatsApp's id of it; null if it was only described here. */
    externalId: text(),
    /** When WhatsApp gave its status. */
    statusAt: tally(),
    changedBy: changedBy(),
    ...stamps,
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.id] }),
    uniqueIndex("templates_name").on(t.channelId, t.name, t.language),
  ],
);
