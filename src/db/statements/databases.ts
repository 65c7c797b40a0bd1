import { and, eq, sql } from "drizzle-orm";
import { FIRST_DATABASE } from "#domain/databases";
import type { Database } from "#env";
import { databases } from "../schema/directory";

/** A size that is written is at most this old, and at most this far from the real one. */
const MAX_AGE_MS = 3_600_000;
const MAX_CHANGE_BYTES = 1_000_000;

type NewDatabase = Pick<typeof databases.$inferInsert, "name" | "jurisdiction" | "isOpen">;

/** The statements of this file are for the directory. */
type Directory = { db: Database };

/** The first database is there from the start: its row is made where it is missed. */
export const addFirst = ({ db }: Directory) =>
  db
    .insert(databases)
    .values({ name: FIRST_DATABASE, createdAt: Date.now() })
    .onConflictDoNothing();

/** Returns no row if the database is registered. */
export const addDatabase = ({ db }: Directory, input: NewDatabase, sizeBytes: number) => {
  const now = Date.now();
  return db
    .insert(databases)
    .values({ ...input, sizeBytes, measuredAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning({ name: databases.name });
};

export const openDatabase = ({ db }: Directory, name: string, isOpen: boolean) =>
  db.update(databases).set({ isOpen }).where(eq(databases.name, name));

/** Writes a size that was measured now if it has changed by more than 1 MB, or each hour. */
export const recordSize = ({ db }: Directory, name: string, sizeBytes: number) => {
  const now = Date.now();
  const isOutdated = sql`(
    measured_at is null or measured_at < ${now - MAX_AGE_MS}
    or abs(size_bytes - ${sizeBytes}) > ${MAX_CHANGE_BYTES})`;
  return db
    .update(databases)
    .set({ sizeBytes, measuredAt: now })
    .where(and(eq(databases.name, name), isOutdated));
};
