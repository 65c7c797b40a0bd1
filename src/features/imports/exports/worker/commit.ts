import { eq, sql } from "drizzle-orm";
import type { ExportFile } from "#db/schema/imports";
import { exports } from "#db/schema/imports";
import { within } from "#db/scope/scope";
import type { ExportKind } from "#domain/imports";
import type { Claimed } from "./claim";

// An export only goes on from where it was read: what is committed twice, or after it was deleted,
// changes nothing.

type Place = { kind: ExportKind | null; cursor: number | null };

const isThere = ({ scope, row }: Claimed) =>
  within(
    scope,
    exports,
    eq(exports.id, row.id),
    sql`state = 'running' and deleted_at is null
      and kind is ${row.kind} and ${exports.cursor} is ${row.cursor}`,
  );

const withFile = (file: ExportFile) => ({
  files: sql`json_insert(files, '$[#]', json(${JSON.stringify(file)}))`,
  bytes: sql`bytes + ${file.bytes}`,
});

/** Enters a file, if there was something to write, and the place where the next one begins. */
export async function advance(claimed: Claimed, place: Place, file: ExportFile | null) {
  const { db } = claimed.scope;
  const path = `$.${claimed.row.kind}`;
  const counts = sql`json_set(counts, ${path}, ifnull(counts ->> ${path}, 0) + ${file?.rows ?? 0})`;
  await db
    .update(exports)
    .set({ ...place, ...(file && withFile(file)), counts })
    .where(isThere(claimed));
}

export async function complete(claimed: Claimed, manifest: ExportFile, finishedAt: number) {
  await claimed.scope.db
    .update(exports)
    .set({ state: "completed", ...withFile(manifest), finishedAt })
    .where(isThere(claimed));
}

export async function fail(claimed: Claimed, reason: string) {
  await claimed.scope.db
    .update(exports)
    .set({ state: "failed", reason, finishedAt: claimed.now() })
    .where(isThere(claimed));
}
