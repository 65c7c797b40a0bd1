import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { devices } from "#domain/links";
import { workspaceId } from "./access";
import { changedBy, id, stamps, tally } from "./columns";

/**
 * Triggers: outbox_short_link_insert, outbox_short_link_update, outbox_short_link_delete
 * (directory.sql); events_short_link_deleted (events.sql); counters.sql; short_links_removed,
 * short_links_free_slug, short_links_free_new_slug (removals.sql).
 */
export const shortLinks = sqliteTable(
  "short_links",
  {
    id: id(),
    workspaceId: workspaceId(),
    slug: text().notNull(),
    slugKey: text().notNull(),
    /** The claim by which the directory gives the slug to the link (links/slugs). */
    slugClaim: text(),
    label: text(),
    /** The label and the slug, folded to be searched. */
    search: text().notNull().default(""),
    destinationUrl: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    clicksCount: tally(),
    baseClicksCount: tally(),
    botClicksCount: tally(),
    /**
     * When the link counter last flushed clicks; a flush of an earlier time is never added again
     * (links/clicks/flush.ts).
     */
    countedAt: integer().notNull().default(0),
    /** A deleted tag counts as null, and is removed behind (db/removal/tombstones.ts). */
    tagOnSentId: integer(),
    tagOnReadId: integer(),
    tagOnClickedId: integer(),
    ...stamps,
  },
  (t) => [
    uniqueIndex("short_links_slug").on(t.slugKey),
    index("short_links_workspace").on(t.workspaceId),
    index("short_links_tag_on_sent").on(t.tagOnSentId).where(sql`tag_on_sent_id is not null`),
    index("short_links_tag_on_read").on(t.tagOnReadId).where(sql`tag_on_read_id is not null`),
    index("short_links_tag_on_clicked")
      .on(t.tagOnClickedId)
      .where(sql`tag_on_clicked_id is not null`),
  ],
);

/**
 * Recipient links: a short link as one recipient gets it.
 *
 * Triggers: events_link_sent_insert, events_link_sent (events.sql); counters.sql;
 * link_sends_parents (removals.sql).
 */
export const linkSends = sqliteTable(
  "link_sends",
  {
    id: id(),
    workspaceId: workspaceId(),
    shortLinkId: integer().notNull(),
    leadId: integer().notNull(),
    messageId: integer(),
    scenarioId: integer(),
    sentAt: integer(),
    readAt: integer(),
    firstClickedAt: integer(),
    lastClickedAt: integer(),
    clicksCount: tally(),
    clicked: integer({ mode: "boolean" }).generatedAlwaysAs(sql`first_clicked_at is not null`, {
      mode: "virtual",
    }),
    /** True if the tag of the link for this moment was applied: it is applied once at most. */
    sentTagged: integer({ mode: "boolean" }).notNull().default(false),
    readTagged: integer({ mode: "boolean" }).notNull().default(false),
    clickedTagged: integer({ mode: "boolean" }).notNull().default(false),
    changedBy: changedBy(),
    createdAt: integer().notNull(),
  },
  (t) => [
    index("link_sends_workspace").on(t.workspaceId),
    index("link_sends_workspace_clicked").on(t.workspaceId, t.clicked),
    index("link_sends_short_link").on(t.shortLinkId),
    index("link_sends_short_link_clicked").on(t.shortLinkId, t.clicked),
    index("link_sends_lead").on(t.leadId),
    index("link_sends_message").on(t.messageId).where(sql`message_id is not null`),
    index("link_sends_scenario").on(t.scenarioId).where(sql`scenario_id is not null`),
    index("link_sends_scenario_clicked")
      .on(t.scenarioId, t.clicked)
      .where(sql`scenario_id is not null`),
    index("link_sends_scenario_short_link")
      .on(t.scenarioId, t.shortLinkId)
      .where(sql`scenario_id is not null`),
  ],
);

/**
 * The clicks of people on recipient links.
 *
 * Triggers: link_clicks_count (links.sql); run_events_click_insert, run_events_click
 * (automation.sql); events_link_clicked_insert, events_link_clicked (events.sql); counters.sql;
 * statistics_click_insert, statistics_click (statistics.sql); link_clicks_spent (removals.sql).
 */
export const linkClicks = sqliteTable(
  "link_clicks",
  {
    /** From `lastId` (db/writes/last-id.ts). */
    id: integer().primaryKey(),
    workspaceId: integer().notNull(),
    shortLinkId: integer().notNull(),
    linkSendId: integer()
      .notNull()
      .references(() => linkSends.id, { onDelete: "cascade" }),
    leadId: integer().notNull(),
    clickedAt: integer().notNull(),
    country: text(),
    referrerHost: text(),
    device: text({ enum: devices }).notNull(),
    /**
     * Null until the click is classified (links/clicks/classify-clicks.ts): when it is stored, or
     * seconds later.
     */
    suspectedScanner: integer({ mode: "boolean" }),
    /** The name of the call that has flushed it (links/clicks/flush.ts): it grows with the ids. */
    createdAt: integer().notNull(),
  },
  (t) => [
    // For lists of all of the workspace's alone: `allOf` in db/lists/walk.ts.
    index("link_clicks_workspace").on(t.workspaceId).where(sql`workspace_id > 0`),
    index("link_clicks_short_link").on(t.shortLinkId),
    index("link_clicks_send").on(t.linkSendId, t.clickedAt),
  ],
);

/**
 * The visits of a short link in an hour of UTC by kind: people on recipient links, people on the
 * base URL, and bots.
 *
 * Triggers: link_hours_parent (removals.sql).
 */
export const linkHours = sqliteTable(
  "link_hours",
  {
    shortLinkId: integer().notNull(),
    /** Milliseconds since 1970. */
    startsAt: integer().notNull(),
    recipient: tally(),
    base: tally(),
    head: tally(),
    prefetch: tally(),
    preview: tally(),
    crawler: tally(),
    no_user_agent: tally(),
    /**
     * The recipients' clicks of the hour have ids from the first to the last, clicks of other hours
     * among them. Null if there are none.
     */
    firstClickId: integer(),
    lastClickId: integer(),
  },
  (t) => [primaryKey({ columns: [t.shortLinkId, t.startsAt] })],
);
