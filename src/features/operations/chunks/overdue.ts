import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { isElsewhere } from "#db/scope/kept";
import { isSuspended } from "#db/scope/suspension";
import { isWalking } from "#db/statements/date-walks";
import { isRemovable } from "#db/statements/media";
import { isIndexBehind } from "#db/statements/messages/search";
import { wake } from "#domain/wake/objects";
import type { Bindings } from "#env";

/** Wakes the worker of chunks if there is work, in case a wake-up was lost or the worker died. */
export async function resumeChunks(env: Bindings, database: string) {
  const { ofDirectory } = databasesOf(env);
  const { work } = await readBatch(
    { db: databasesOf(env).open(database) },
    {
      work: sql<{ exists: 0 | 1 }>`
        select exists (select 1 from removals)
          or exists (select 1 from scenario_switches)
          or exists (select 1 from trigger_cursors where ${isWalking})
          or ${isIndexBehind}
          or exists (select 1 from erasure_receipts where next_at <= ${Date.now()})
          or exists (
            select 1 from lead_merges
            where finished_at is null and next_at <= ${Date.now()}
              and not ${isSuspended(sql`lead_merges.workspace_id`)})
          or exists (select 1 from media where ${isRemovable(Date.now())})
          or exists (
            select 1 from workspace_removals
            where finished_at is null and next_at <= ${Date.now()}
              and not ${isElsewhere(sql`workspace_removals.workspace_id`)})
          or (${ofDirectory !== database} and exists (
            select 1 from workspace_removals where finished_at is not null))
          or exists (
            select 1 from bulk_enrolments
            where finished_at is null and next_at <= ${Date.now()}
              and not ${isSuspended(sql`bulk_enrolments.workspace_id`)}) as "exists"`,
    },
  );
  if (work[0]?.exists) await wake.chunks(env, database);
}
