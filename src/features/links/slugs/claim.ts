import { type SQL, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import type { Change } from "#db/placement/outbox";
import { isWorkspaceKept } from "#db/scope/kept";
import type { Scope } from "#env";
import { isRefusal } from "#lib/alarm";
import { sha256 } from "#lib/crypto";
import { isBeingMoved } from "#lib/database-errors";
import { describeError, log } from "#lib/log";
import { Problem } from "#lib/problem";
import { applyLinkChange } from "./apply";

// A slug is unique over all databases. A request claims it in the directory, writes the link to its
// workspace's database, and applies the change to the directory (apply.ts): from then on, the slug
// is the link's. A claim ends only where no link can be written by it any more.

/** A claim of a slug. `at` is in milliseconds since 1970, by the directory's clock. */
export type Claim = {
  slugKey: string;
  name: string;
  at: number;
  /** True if an earlier request with the same `Idempotency-Key` had it already. */
  isShared: boolean;
};

/** A database's own clock, in milliseconds since 1970. */
export const CLOCK = sql`cast(unixepoch('subsec') * 1000 as integer)`;

/** After this time, nothing is written by a claim. The cron frees it much later (repair.ts). */
const LEASE_MS = 30_000;

const RETRY_AFTER_SECONDS = 5;

/** A name that begins with the request's own. Only the same keyed request has the same one. */
async function nameOf({ claim: keyed }: Scope) {
  const request = keyed ? await sha256(`${keyed.key} ${keyed.fingerprint}`) : crypto.randomUUID();
  return { request: `${request}/`, name: `${request}/${crypto.randomUUID()}` };
}

/**
 * Claims a slug that is free, or whose workspace was deleted. A request that repeats another with
 * its `Idempotency-Key` shares the claim of that one: only one of them can write a link.
 */
export const claimStatement = (
  { workspaceId }: Pick<Scope, "workspaceId">,
  slugKey: string,
  { request, name }: { request: string; name: string },
  clock: SQL = CLOCK,
) => {
  const isShared = sql`(
    slugs.short_link_id is null
    and slugs.workspace_id is excluded.workspace_id
    and substr(slugs.claim, 1, ${request.length}) = ${request})`;
  return sql<{ name: string; at: number }>`
    insert into slugs (slug_key, workspace_id, claim, claimed_at)
    select ${slugKey}, ${workspaceId}, ${name}, ${clock}
    where ${isWorkspaceKept(workspaceId)}
    on conflict (slug_key) do update set
      workspace_id = excluded.workspace_id,
      short_link_id = null,
      destination_url = null,
      is_active = 0,
      version = 0,
      claim = iif(${isShared}, slugs.claim, excluded.claim),
      claimed_at = max(excluded.claimed_at, ifnull(slugs.claimed_at, 0) + 1)
    where ${isShared} or not ${isWorkspaceKept(sql`slugs.workspace_id`)}
    returning claim as name, claimed_at as at`;
};

/**
 * Claims a slug; null if it is taken, or claimed by another request. `pending` are changes of the
 * link that the directory may not know of: the slug may be free after them.
 */
export async function claimSlug(
  scope: Scope,
  slugKey: string,
  pending: readonly Change[] = [],
): Promise<Claim | null> {
  const names = await nameOf(scope);
  const { claimed } = await unscopedBatch(
    { db: scope.databases.directory },
    {
      pending: pending.flatMap(applyLinkChange),
      claimed: claimStatement(scope, slugKey, names),
    },
  );
  const [claim] = claimed;
  return claim ? { slugKey, ...claim, isShared: claim.name !== names.name } : null;
}

/** True if a link may still be written by a claim: a condition of the statement that writes it. */
export const isInTime = ({ at }: Pick<Claim, "at">, clock: SQL = CLOCK) =>
  sql`${clock} < ${at + LEASE_MS}`;

/** The problem of a request that took too long after its claim, and so wrote nothing. */
export const tooLate = () =>
  new Problem("unavailable", { headers: { "Retry-After": String(RETRY_AFTER_SECONDS) } });

/** Frees a claim, unless a repetition of the request has shared it since. */
export const freeStatement = ({ slugKey, name, at }: Claim) => sql`
  delete from slugs
  where slug_key = ${slugKey} and short_link_id is null and claim = ${name} and claimed_at = ${at}`;

/**
 * Writes by a claim, which is freed if the write was refused. After any other error it may have
 * been made: then the cron finds out.
 */
export const writeWith = <T>(
  { databases: { directory } }: Pick<Scope, "databases">,
  claim: Claim,
  write: () => Promise<T>,
): Promise<T> =>
  write().catch(async (error) => {
    const isRefused = error instanceof Problem || isRefusal(error) || isBeingMoved(error);
    if (isRefused && !claim.isShared)
      await unscopedBatch({ db: directory }, { freed: freeStatement(claim) }).catch((failure) =>
        log("warn", "claim of a slug not freed", describeError(failure)),
      );
    throw error;
  });
