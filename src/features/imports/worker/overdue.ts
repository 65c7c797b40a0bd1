import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { isSuspended } from "#db/scope/suspension";
import { wake } from "#domain/wake/objects";
import type { Bindings } from "#env";

/** Wakes the worker of imports if there is work, in case a wake-up was lost or the worker died. */
export async function resumeImports(env: Bindings, database: string) {
  const { work } = await readBatch(
    { db: databasesOf(env).open(database) },
    {
      work: sql<{ exists: 0 | 1 }>`
        select exists (
          select 1 from imports
          where state in ('reading', 'checking', 'running', 'undoing')
            and not ${isSuspended(sql`imports.workspace_id`)}) as "exists"`,
    },
  );
  if (work[0]?.exists) await wake.imports(env, database);
}
