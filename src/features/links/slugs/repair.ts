import { type SQL, sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import { shortLinks } from "#db/schema/links";
import { owned } from "#db/scope/scope";
import type { Databases } from "#env";
import { settle } from "#lib/settle";
import { CLOCK } from "./claim";

/** Long after a link could be written by the claim: the clocks of databases may differ. */
const OLD_MS = 600_000;

const MAX_CLAIMS = 100;

type OldClaim = { slugKey: string; workspaceId: number; name: string; at: number };

/** Selects the oldest claims that no request writes by any more. */
export const selectOldClaims = (clock: SQL = CLOCK) => sql<OldClaim>`
  select slug_key as slugKey, workspace_id as workspaceId, claim as name, claimed_at as at
  from slugs
  where short_link_id is null and claimed_at < ${clock} - ${OLD_MS}
  order by claimed_at limit ${MAX_CLAIMS}`;

/** Selects those slugs of claims that links have: their changes are not applied yet. */
export const selectWritten = (claims: readonly OldClaim[]) => {
  const workspaceId = sql`item.value ->> 'workspaceId'`;
  return sql<{ slugKey: string }>`
    select slug_key as slugKey
    from json_each(${JSON.stringify(claims)}) as item
      cross join short_links on ${owned(
        { workspaceId },
        shortLinks,
        sql`slug_key = item.value ->> 'slugKey'`,
      )}`;
};

/** Deletes claims, save those that a request has shared since. */
export const freeOldClaims = (claims: readonly OldClaim[]) => sql`
  delete from slugs
  where short_link_id is null and (slug_key, claim, claimed_at) in (
    select value ->> 'slugKey', value ->> 'name', value ->> 'at'
    from json_each(${JSON.stringify(claims)}))`;

/** Frees the slugs that requests have claimed and died before they wrote a link. */
export async function repairClaims(databases: Databases) {
  const { directory } = databases;
  const { claims } = await readBatch({ db: directory }, { claims: selectOldClaims() });
  const places = await Promise.all(
    claims.map(async (claim) => ({ claim, name: await databases.find(claim.workspaceId) })),
  );
  const works = [...Map.groupBy(places, (place) => place.name)].map(([name, placed]) => [
    name,
    freeLost(
      databases,
      name,
      placed.map(({ claim }) => claim),
    ),
  ]);
  await settle("claims not repaired", Object.fromEntries(works));
}

/** Frees those slugs of claims that no link of the database has. */
async function freeLost(databases: Databases, name: string, claims: OldClaim[]) {
  const db = databases.open(name);
  const { written } = await readBatch({ db }, { written: selectWritten(claims) });
  const kept = new Set(written.map(({ slugKey }) => slugKey));
  const lost = claims.filter(({ slugKey }) => !kept.has(slugKey));
  await unscopedBatch({ db: databases.directory }, { freed: freeOldClaims(lost) });
}
