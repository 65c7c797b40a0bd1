import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import {
  type ConnectionScope,
  type ConnectionState,
  sourceDeliveryStatuses,
  sourceFacts,
  sourceKindNames,
  undoneStatuses,
} from "#domain/sources";
import { workspaceId } from "./access";
import { changedBy, id, stamps, tally } from "./columns";

/** A key of a source that holds: its hash, and when it ends; null for the current one. */
export type KeyHash = { hash: string; ends_at: number | null };

/** A connection to Calendly. `error`: why it is not active, or could not be looked at. */
export type Connection = {
  state: ConnectionState;
  scope: ConnectionScope;
  checkedAt: number;
  error: string | null;
  subscriptionId: string;
};

/**
 * The ways in for other services and for forms.
 *
 * Triggers: outbox_source_insert, outbox_source_update, outbox_source_delete (directory.sql);
 * events_source_failing (events.sql); counters.sql; sources_removed (removals.sql).
 */
export const sources = sqliteTable(
  "sources",
  {
    id: id(),
    workspaceId: workspaceId(),
    kind: text({ enum: sourceKindNames }).notNull(),
    name: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    /** All that is no secret, as `imports/sources/schema.ts` has it. */
    settings: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    /** The directory finds the source by these. */
    keyHashes: text({ mode: "json" }).$type<KeyHash[]>().notNull(),
    /** Its keys and secrets, sealed for its id (imports/sources/secrets.ts). */
    secrets: text(),
    /** The id of the APP_KEY that sealed them. */
    sealedWith: text(),
    /** Of Calendly: its subscription, as it was last seen (imports/sources/calendly). */
    connection: text({ mode: "json" }).$type<Connection>(),
    /** When the subscription is looked at again, with the token that is kept for it. */
    connectionDueAt: integer(),
    /** When something came in last. */
    receivedAt: integer(),
    /** At least the bytes of the bodies that are kept (statements/source-bodies.ts). */
    keptBytes: tally(),
    /** When a request was last refused as unverified, and how many were. */
    rejectedAt: integer(),
    rejectedCount: tally(),
    changedBy: changedBy(),
    ...stamps,
  },
  (t) => [
    index("sources_workspace").on(t.workspaceId),
    index("sources_connection").on(t.connectionDueAt).where(sql`connection_due_at is not null`),
    index("sources_sealed_with").on(t.sealedWith).where(sql`sealed_with is not null`),
  ],
);

/** The keys of all sources by their hashes, in the directory: their URLs name nothing else. */
export const sourceKeys = sqliteTable(
  "source_keys",
  {
    keyHash: text().primaryKey(),
    sourceId: integer().notNull(),
    workspaceId: integer().notNull(),
    /** Null for the current key of the source. */
    endsAt: integer(),
    /** The `outbox.seq` of the change that the row shows. */
    version: tally(),
  },
  (t) => [
    index("source_keys_source").on(t.sourceId),
    index("source_keys_workspace").on(t.workspaceId),
  ],
);

/** The words of the index of those with something left to do. */
export const UNDONE = sql.raw(`status in (${undoneStatuses.map((one) => `'${one}'`).join(", ")})`);

/**
 * The items that have come in by sources, and what has become of them.
 *
 * Triggers: counters.sql; source_deliveries_parent (removals.sql).
 */
export const sourceDeliveries = sqliteTable(
  "source_deliveries",
  {
    sourceId: integer().notNull(),
    /** In the order in which they came. */
    seq: integer().notNull(),
    workspaceId: integer().notNull(),
    receivedAt: integer().notNull(),
    /** Null where nobody wants to know of it. */
    fact: text({ enum: sourceFacts }),
    status: text({ enum: sourceDeliveryStatuses }).notNull(),
    leadId: integer(),
    bookingId: integer(),
    /** A hash of the item's id; null where it is known by its body, for some time only. */
    dedupe: text(),
    /**
     * The errors, conflicts and warnings; null where there are none, or once the lead is deleted.
     */
    result: text({ mode: "json" }).$type<Record<string, unknown>>(),
    /** The item as it came, in JSON, while it is kept, and its bytes: else 0. */
    body: text(),
    bytes: tally(),
    replayedAt: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.sourceId, t.seq] }),
    uniqueIndex("source_deliveries_dedupe").on(t.sourceId, t.dedupe).where(sql`dedupe is not null`),
    index("source_deliveries_undone").on(t.sourceId, t.status, t.seq).where(UNDONE),
    index("source_deliveries_lead").on(t.leadId).where(sql`lead_id is not null`),
    index("source_deliveries_received").on(t.receivedAt),
    index("source_deliveries_bodies").on(t.sourceId, t.seq, t.bytes).where(sql`bytes > 0`),
    // Those that an erasure empties, as nobody knows whose they are.
    index("source_deliveries_quoting")
      .on(t.sourceId)
      .where(sql`lead_id is null and (body is not null or result is not null)`),
  ],
);
