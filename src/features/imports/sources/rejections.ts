import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { sources } from "#db/schema/sources";
import { scopeOf, within } from "#db/scope/scope";
import { warn } from "#domain/warn";
import type { Bindings, Scope } from "#env";
import { MINUTE_MS } from "#lib/time";

type Rejected = { count: number; notedAt: number };

const MAX_SOURCES = 1_000;
/** The requests of sources that this isolate has refused as unverified, and not told of yet. */
const rejected = new Map<number, Rejected>();

const noteRejected = (scope: Scope, id: number, count: number, now: number) => sql`
  update sources
  set rejected_count = rejected_count + ${count}, rejected_at = max(ifnull(rejected_at, 0), ${now})
  where ${within(scope, sources, sql`id = ${id}`)}`;

/**
 * Counts a request that is refused as unverified. The first is noted at once, and those of a minute
 * after it together.
 */
export async function countRejected(
  env: Bindings,
  { id, workspaceId }: { id: number; workspaceId: number },
  now: number,
) {
  const { count, notedAt } = rejected.get(id) ?? { count: 0, notedAt: 0 };
  const isDue = now - notedAt >= MINUTE_MS || now < notedAt;
  if (rejected.size >= MAX_SOURCES) rejected.clear();
  rejected.set(id, isDue ? { count: 0, notedAt: now } : { count: count + 1, notedAt });
  if (!isDue) return;
  const scope = await scopeOf(env, workspaceId);
  await batch(scope, { noted: noteRejected(scope, id, count + 1, now) }).catch(
    warn("refusals of a source not noted", { source_id: id }),
  );
}
