import { eq } from "drizzle-orm";
import { shortLinks } from "../../db/schema";
import { openNearest } from "../../db/scope";
import type { Bindings } from "../../env";
import { TtlCache } from "../../lib/cache";
import { resolve } from "./destination";
import { slugKey } from "./slug";

/** What a redirect needs of a link. `location` is where the base URL leads; `null` when its destination may not be visited. */
export type Target = { id: number; isActive: boolean; location: string | null };

/** A change or deletion must be obeyed everywhere within 10 seconds. */
const TARGET_TTL_MS = 8_000;

/** Unknown slugs are kept too, so that guessing costs no D1. */
export const targets = new TtlCache<Target | null>(TARGET_TTL_MS, 20_000);

/** The link of a slug, from this isolate's memory or the nearest replica. */
export const findTarget = (env: Bindings, slug: string, keep: (promise: Promise<unknown>) => void) => {
  const key = slugKey(slug);
  return targets.get(key, Date.now(), () => load(env, key), keep);
};

async function load(env: Bindings, key: string): Promise<Target | null> {
  const row = await openNearest(env)
    .select({ id: shortLinks.id, isActive: shortLinks.isActive, destinationUrl: shortLinks.destinationUrl })
    .from(shortLinks)
    .where(eq(shortLinks.slugKey, key))
    .get();
  if (!row) return null;
  return { id: row.id, isActive: row.isActive, location: resolve(row.destinationUrl, env.SHORT_URL_BASE, () => undefined) };
}
