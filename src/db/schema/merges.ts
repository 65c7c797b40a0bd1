import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { workspaceId } from "./access";
import { id } from "./columns";

/**
 * Merges of one lead into another. As long as one is unfinished, a worker moves the rows of the
 * lead in chunks (db/merging); both are leads until the last of them goes over. Then the row says
 * where the lead has gone, until the lead that was kept is deleted.
 *
 * Triggers: counters.sql.
 */
export const leadMerges = sqliteTable(
  "lead_merges",
  {
    /** The lead that is merged, and gone once that is finished. */
    leadId: integer().primaryKey(),
    workspaceId: workspaceId(),
    keepId: integer().notNull(),
    /**
     * Only within the transaction that ends the merge: what happens to the two leads is no event of
     * its own meanwhile.
     */
    isJoining: integer({ mode: "boolean" }).notNull().default(false),
    /** Only within that transaction: the columns of the merged lead, and what is lost of them. */
    fields: text(),
    dropped: text(),
    /** Of a link send with many clicks: those from this time on are still to be moved. */
    clicksFrom: integer().notNull().default(0),
    /** When the worker goes on, at the earliest. */
    nextAt: integer().notNull(),
    createdAt: integer().notNull(),
    finishedAt: integer(),
  },
  (t) => [
    index("lead_merges_workspace").on(t.workspaceId),
    index("lead_merges_keep").on(t.keepId),
    index("lead_merges_open").on(t.workspaceId, t.nextAt).where(sql`finished_at is null`),
    index("lead_merges_joining").on(t.leadId).where(sql`is_joining = 1`),
  ],
);

/**
 * Pairs of leads that have proved to be one person, and are two. `leadId` is less than `otherId`. A
 * merge of the two, or the deletion of one, ends the pair (db/merging/same-person.ts).
 *
 * Triggers: lead_duplicates_insert, lead_duplicates_update (leads.sql); counters.sql.
 */
export const leadDuplicates = sqliteTable(
  "lead_duplicates",
  {
    id: id(),
    workspaceId: workspaceId(),
    leadId: integer().notNull(),
    otherId: integer().notNull(),
    foundAt: integer().notNull(),
    /** When somebody said that they are two people, which no later proof changes. */
    dismissedAt: integer(),
  },
  (t) => [
    index("lead_duplicates_workspace").on(t.workspaceId),
    uniqueIndex("lead_duplicates_pair").on(t.leadId, t.otherId),
    index("lead_duplicates_other").on(t.otherId),
  ],
);
