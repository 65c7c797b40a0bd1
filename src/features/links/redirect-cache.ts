import { eq } from "drizzle-orm";
import { shortLinks } from "../../db/schema/links";
import { findNearest, open } from "../../db/scope";
import type { Bindings } from "../../env";
import { type Keep, TtlCache } from "../../lib/cache";
import { describeError, log } from "../../lib/log";
import { type Resolved, resolve } from "./destination";
import { isPersonal, parseTemplate } from "./placeholders";
import { slugKey } from "./slug";

/**
 * What a redirect needs of a link. `base` is where the base URL leads; recipients are led by the `destination` where it is personal.
 */
export type Target = {
  id: number;
  isActive: boolean;
  base: Resolved;
  destination: string;
  isPersonal: boolean;
};

/** A change or deletion must be obeyed everywhere within 10 seconds. */
const TARGET_TTL_MS = 8_000;

/** Unknown slugs are kept too, so that guessing one again costs no D1. */
export const targets = new TtlCache<Target | null>(TARGET_TTL_MS, 20_000);

/** How long a visitor waits to hear whether a link has changed, where the isolate knows how it was. */
const PATIENCE_MS = 1_000;

/** The link of a slug, from this isolate's memory or D1. While D1 can't be read, a link is as it was last: nor can it be changed then. */
export async function findTarget(env: Bindings, slug: string, keep: Keep) {
  const key = slugKey(slug);
  const before = targets.stale(key);
  const target = targets.get(key, Date.now(), () => load(env, key), keep);
  if (!before) return target;
  const outwaited = new Promise<Target>((resolve) => setTimeout(resolve, PATIENCE_MS, before));
  return Promise.race([target, outwaited]).catch((error) => {
    log("error", "short link not looked up, followed as it was", {
      short_link_id: before.id,
      ...describeError(error),
    });
    return before;
  });
}

/** The link of a slug, if this isolate's memory holds it. */
export const knownTarget = (slug: string) => targets.peek(slugKey(slug), Date.now());

async function load(env: Bindings, key: string): Promise<Target | null> {
  const { id, isActive, destinationUrl } = shortLinks;
  const query = open(env)
    .select({ id, isActive, destinationUrl })
    .from(shortLinks)
    .where(eq(shortLinks.slugKey, key));
  const row = await findNearest<{ id: number; is_active: number; destination_url: string }>(
    env,
    query,
  );
  if (!row) return null;
  const { id: linkId, is_active, destination_url: destination } = row;
  const template = parseTemplate(destination);
  return {
    id: linkId,
    isActive: is_active === 1,
    base: resolve(destination, env.SHORT_URL_BASE, () => undefined),
    destination,
    isPersonal: template !== null && isPersonal(template),
  };
}
