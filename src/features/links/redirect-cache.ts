import { boundIn, findNearest } from "#db/placement/bindings";
import type { Bindings } from "#env";
import { type Keep, TtlCache } from "#lib/cache";
import { describeError, log } from "#lib/log";
import { type Resolved, resolve } from "./destination";
import { isPersonal, parseTemplate } from "./placeholders";
import { slugKey } from "./slug";

/**
 * The data of a link for redirects: where its base URL leads (`base`), and the `destination` with
 * its placeholders, which is resolved for each recipient if it is personal.
 */
export type RedirectTarget = {
  id: number;
  workspaceId: number;
  isActive: boolean;
  base: Resolved;
  destination: string;
  isPersonal: boolean;
};

/** A change or deletion must take effect everywhere within 10 seconds. */
const TARGET_TTL_MS = 8_000;

/** Targets by slug key. Unknown slugs are cached too, so that they cost no D1 call either. */
export const redirectCache = new TtlCache<RedirectTarget | null>(TARGET_TTL_MS, 20_000);

/** After this time a stale target, where there is one, is followed without waiting for D1. */
const MAX_LOOKUP_MS = 1_000;

/**
 * The target of a slug, from the isolate's cache or D1. While D1 can't be read, the last known
 * target serves: the link can't be changed then either.
 */
export async function findTarget(env: Bindings, slug: string, keep: Keep) {
  const key = slugKey(slug);
  const stale = redirectCache.stale(key);
  const target = redirectCache.get(key, Date.now(), () => load(env, key), keep);
  if (!stale) return target;
  const timeout = new Promise<RedirectTarget>((resolve) =>
    setTimeout(resolve, MAX_LOOKUP_MS, stale),
  );
  return Promise.race([target, timeout]).catch((error) => {
    log("error", "short link not looked up, followed as it was", {
      short_link_id: stale.id,
      ...describeError(error),
    });
    return stale;
  });
}

/** The target of a slug if the isolate's cache knows: null for an unknown slug, else undefined. */
export const cachedTarget = (slug: string) => redirectCache.peek(slugKey(slug), Date.now());

type Row = {
  short_link_id: number;
  workspace_id: number;
  is_active: number;
  destination_url: string;
};

const LINK = `
  select short_link_id, workspace_id, is_active, destination_url from slugs
  where slug_key = ? and short_link_id is not null
    and not exists (
      select 1 from workspace_removals where workspace_removals.workspace_id = slugs.workspace_id)`;

async function load(env: Bindings, key: string): Promise<RedirectTarget | null> {
  const row = await findNearest<Row>(boundIn(env).directory, LINK, [key]);
  if (!row) return null;
  const { short_link_id: id, is_active, destination_url: destination } = row;
  const template = parseTemplate(destination);
  return {
    id,
    workspaceId: row.workspace_id,
    isActive: is_active === 1,
    base: resolve(destination, env.SHORT_URL_BASE, () => undefined),
    destination,
    isPersonal: template !== null && isPersonal(template),
  };
}
