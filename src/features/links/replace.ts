import { and, eq, type SQL } from "drizzle-orm";
import { batch } from "../../db/batch";
import { throwTaken } from "../../db/errors";
import { applyChanges, type Change, selectChanges } from "../../db/outbox";
import { shortLinks } from "../../db/schema/links";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import type { Keep } from "../../lib/cache";
import { found } from "../../lib/problem";
import { redirectCache } from "./redirect-cache";
import type { ShortLink, ShortLinkInput } from "./schema";
import { slugKey } from "./slug";
import { applyLinkChange } from "./slugs/apply";
import { claimSlug, isInTime, tooLate, writeWith } from "./slugs/claim";
import { columns, toWire } from "./store";
import { check, slugTaken, uniqueFields, valuesOf } from "./values";

type Replacement = ShortLinkInput & { slug: string };

/** Replaces a short link. The directory is asked only if it has to know of the change. */
export async function replaceShortLink(
  scope: Scope,
  id: number,
  input: Replacement,
  keep: Keep,
): Promise<ShortLink> {
  await check(scope, input);
  const key = slugKey(input.slug);
  let written = await update(scope, id, input, null, eq(shortLinks.slugKey, key));
  if (found(written.before[0]).slugKey !== key)
    written = await rename(scope, id, input, written.changes);
  const { before, replaced, changes } = written;
  await applyChanges(scope, changes, applyLinkChange, keep);
  for (const changed of [found(before[0]).slugKey, key]) redirectCache.delete(changed);
  return toWire(scope)(found(replaced[0]));
}

/** Gives the link another slug, in addition. */
async function rename(scope: Scope, id: number, input: Replacement, pending: Change[]) {
  const claim = await claimSlug(scope, slugKey(input.slug), pending);
  if (!claim) throw slugTaken();
  return writeWith(scope, claim, async () => {
    const written = await update(scope, id, input, claim.name, isInTime(claim)).catch((error) =>
      throwTaken(error, uniqueFields),
    );
    found(written.before[0]);
    if (written.replaced.length === 0) throw tooLate();
    return written;
  });
}

/** Writes the input to the link if it meets the condition. `claim` is that of another slug. */
function update(
  scope: Scope,
  id: number,
  input: Replacement,
  claim: string | null,
  condition: SQL,
) {
  const target = within(scope, shortLinks, eq(shortLinks.id, id));
  const values = valuesOf(scope, input, input.slug);
  return batch(scope, {
    before: scope.db.select({ slugKey: shortLinks.slugKey }).from(shortLinks).where(target),
    replaced: scope.db
      .update(shortLinks)
      .set({ ...values, ...(claim !== null && { slugClaim: claim }), updatedAt: Date.now() })
      .where(and(target, condition))
      .returning(columns),
    changes: selectChanges("short_link", id),
  });
}
