import { eq, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { applyChanges, selectChanges } from "#db/placement/outbox";
import { shortLinks } from "#db/schema/links";
import { within } from "#db/scope/scope";
import { throwConflict } from "#db/writes/errors";
import { underQuota } from "#db/writes/quotas";
import type { Scope } from "#env";
import type { Keep } from "#lib/cache";
import { found } from "#lib/problem";
import { redirectCache } from "./redirect-cache";
import type { ShortLink, ShortLinkInput } from "./schema";
import { slugFrom, slugKey } from "./slug";
import { applyLinkChange } from "./slugs/apply";
import { type Claim, claimSlug, isInTime, tooLate, writeWith } from "./slugs/claim";
import { select, toWire } from "./store";
import { check, slugConflict, uniqueFields, valuesOf } from "./values";

const MAX_SLUG_TRIES = 5;

/** Creates a short link, with a random slug if the input has none. */
export async function createShortLink(
  scope: Scope,
  input: ShortLinkInput,
  keep: Keep,
): Promise<ShortLink> {
  await check(scope, input);
  const { slug, claim } = await claimFree(scope, input.slug);
  const { link, changes } = await writeWith(scope, claim, async () => {
    const written = await insert(scope, input, slug, claim).catch((error) =>
      throwConflict(error, uniqueFields),
    );
    if (written.created.length === 0) throw tooLate();
    return written;
  });
  await applyChanges(scope, changes, applyLinkChange, keep);
  redirectCache.delete(claim.slugKey);
  return toWire(scope)(found(link[0]));
}

async function claimFree(scope: Scope, wanted: string | null | undefined) {
  for (let tries = wanted == null ? MAX_SLUG_TRIES : 1; tries > 0; tries--) {
    const slug = wanted ?? slugFrom(crypto.getRandomValues(new Uint8Array(8)));
    const claim = await claimSlug(scope, slugKey(slug));
    if (claim) return { slug, claim };
  }
  throw slugConflict();
}

/** Inserts the link, unless it is too late for that: then nothing is `created`. */
function insert(scope: Scope, input: ShortLinkInput, slug: string, claim: Claim) {
  const values = valuesOf(scope, input, slug);
  const own = within(scope, shortLinks, eq(shortLinks.slugKey, claim.slugKey));
  const now = Date.now();
  return batch(scope, {
    quota: underQuota(scope, "short_links"),
    created: sql<{ id: number }>`
      insert into short_links (workspace_id, slug, slug_key, slug_claim, label, search,
        destination_url, is_active, tag_on_sent_id, tag_on_read_id, tag_on_clicked_id, created_at,
        updated_at)
      select ${scope.workspaceId}, ${slug}, ${claim.slugKey}, ${claim.name}, ${values.label},
        ${values.search}, ${values.destinationUrl}, ${Number(values.isActive)},
        ${values.tagOnSentId}, ${values.tagOnReadId}, ${values.tagOnClickedId}, ${now}, ${now}
      where ${isInTime(claim)}
      returning id`,
    link: select(scope).where(own),
    changes: selectChanges("short_link", sql`(select id from short_links where ${own})`),
  });
}
