import { sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { whileFrozen } from "#db/placement/freeze";
import { leads } from "#db/schema/leads";
import { scopeIn, within } from "#db/scope/scope";
import { restoreReceipts } from "#db/statements/erasure-receipts";
import type { ErasedKind } from "#domain/backups";
import type { Scope } from "#env";
import { deletionsOf } from "#features/leads/store";
import type { DirectoryFile } from "./directory-file";
import { type Erased, keepErasures, nextErasures, placeBefore } from "./erasures";
import type { Working } from "./working";

// Before a restored workspace opens, the leads that were deleted since are deleted again.

/** The progress: the file that comes before the next, and the tokens that were revoked. */
export type Erasing = { after: string; revoked: number[] };

/** The number of leads that a step deletes. */
const LEADS = 50;

const ofKind = (rows: Erased[], kind: ErasedKind) => rows.filter((row) => row.kind === kind);
const idsOf = (rows: Erased[], kind: ErasedKind) => ofKind(rows, kind).map(({ id }) => id);

/** The receipts of a file: their erasures begin again. */
const receiptsOf = (scope: Scope, rows: Erased[]) =>
  restoreReceipts(
    scope,
    ofKind(rows, "receipt").map(({ id, at, data = {} }) => ({ id, at, data })),
    Date.now(),
  );

/** The first of some leads that the workspace has. */
async function firstLeads(scope: Scope, ids: number[]): Promise<number[]> {
  const isOne = sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  const { found } = await readBatch(scope, {
    found: sql<{ id: number }>`
      select id from leads where ${within(scope, leads, isOne)} order by id limit ${LEADS}`,
  });
  return found.map(({ id }) => id);
}

/**
 * Brings to R2 what is not there yet. Returns where to begin; null while there is more to bring.
 * What a database knows that can't be reached may be lost with it.
 */
export async function beginErasing({ env, backup }: Working): Promise<Erasing | null> {
  if (await keepErasures(env)) return null;
  return { after: placeBefore(backup.workspaceId, backup.createdAt), revoked: [] };
}

/**
 * Erases some leads of a file again, or goes on behind it. Returns how far it is, and whether that
 * was all. A step may be made twice.
 */
export async function eraseSome(
  { env, backup }: Working,
  known: Erasing,
  tokens: DirectoryFile["tokens"],
): Promise<Erasing & { finished: boolean }> {
  const { workspaceId, database } = backup;
  const file = await nextErasures(env.FILES, workspaceId, known.after);
  if (!file) return { ...known, finished: true };
  const scope = scopeIn(env, { workspaceId, database });
  const ids = await firstLeads(scope, idsOf(file.erased, "lead"));
  // With its receipt, the erasure of a lead goes on as it would have (chunks/erasures.ts).
  const erased = [receiptsOf(scope, file.erased), ...deletionsOf(scope, ids)];
  await batch(scope, { erased: whileFrozen(workspaceId, erased) });
  if (ids.length > 0) return { ...known, finished: false };
  const own = tokens.map(({ id }) => id);
  const revoked = idsOf(file.erased, "token").filter((id) => own.includes(id));
  const all = [...new Set([...known.revoked, ...revoked])];
  return { after: file.place, revoked: all, finished: false };
}

/** The tokens without those that were revoked since. Who has made one made what it had made. */
export function withoutRevoked(tokens: DirectoryFile["tokens"], revoked: number[]) {
  const makers = new Map(tokens.map(({ id, madeBy }) => [id, madeBy]));
  const makerOf = (id: number | null): number | null =>
    id !== null && revoked.includes(id) ? makerOf(makers.get(id) ?? null) : id;
  return tokens
    .filter(({ id }) => !revoked.includes(id))
    .map((token) => ({ ...token, madeBy: makerOf(token.madeBy) }));
}
