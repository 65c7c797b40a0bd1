import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { identityKinds } from "#domain/platforms";
import { workspaceId } from "./access";

/**
 * The notices of the last 30 days that an id of a person has changed, by keyed hashes. Moves of
 * accounts are chained, in whatever order they arrive (identities.sql). Those of numbers only tell
 * what is newest, as operators give numbers to others.
 *
 * Triggers: counters.sql.
 */
export const identityMoves = sqliteTable(
  "identity_moves",
  {
    workspaceId: workspaceId(),
    kind: text({ enum: identityKinds }).notNull(),
    /** The ids, until a lead that has them is deleted. Numbers are never kept. */
    fromValue: text(),
    toValue: text(),
    fromHash: text().notNull(),
    toHash: text().notNull(),
    /** When the id changed, by the platform's clock; the latest time of a repeated change. */
    at: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.kind, t.toHash, t.fromHash] }),
    index("identity_moves_from").on(t.workspaceId, t.kind, t.fromHash),
    index("identity_moves_created").on(t.createdAt),
  ],
);
