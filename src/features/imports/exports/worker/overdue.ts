import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { wake } from "#domain/wake/objects";
import type { Bindings } from "#env";
import { isWorked } from "./claim";

/** Wakes the worker of exports if there is work, in case a wake-up was lost or the worker died. */
export async function resumeExports(env: Bindings, database: string) {
  const { work } = await readBatch(
    { db: databasesOf(env).open(database) },
    {
      work: sql<{ exists: 0 | 1 }>`
        select exists (select 1 from exports where ${isWorked}) as "exists"`,
    },
  );
  if (work[0]?.exists) await wake.exports(env, database);
}
