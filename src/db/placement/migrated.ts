import { sql } from "drizzle-orm";
import type { Database } from "#env";
import journal from "../../../drizzle/meta/_journal.json";
import { readBatch } from "../batch";

const { tag } = journal.entries[journal.entries.length - 1] ?? { tag: "" };

/** True if the newest migration was applied to a database, which wrangler notes there. */
export const isMigrated = async (db: Database) =>
  (
    await readBatch(
      { db },
      { applied: sql`select 1 from d1_migrations where name = ${`${tag}.sql`}` },
    )
  ).applied.length > 0;
