import { and, eq, type SQL } from "drizzle-orm";
import { batch } from "#db/batch";
import { applyChanges, type Change, selectChanges } from "#db/placement/outbox";
import { shortLinks } from "#db/schema/links";
import { within } from "#db/scope/scope";
import { throwConflict } from "#db/writes/errors";
import { changedAt, type Expected, refuseStale } from "#db/writes/revision";
import type { Scope } from "#env";
import type { Keep } from "#lib/cache";
import { found } from "#lib/problem";
import { redirectCache } from "./redirect-cache";
import type { ShortLink, ShortLinkInput } from "./schema";
import { slugKey } from "./slug";
import { applyLinkChange } from "./slugs/apply";
import { claimSlug, isInTime, tooLate, writeWith } from "./slugs/claim";
import { columns, toWire } from "./store";
import { check, slugConflict, uniqueFields, valuesOf } from "./values";

type Replacement = ShortLinkInput & { slug: string };

type Terms = {
  keep: Keep;
  /** The revisions of which the link must have one. */
  expected: Expected;
};

/** Replaces a short link. The directory is asked only if it has to know of the change. */
export async function replaceShortLink(
  scope: Scope,
  id: number,
  input: Replacement,
  { keep, expected }: Terms,
): Promise<ShortLink> {
  await check(scope, input);
  const key = slugKey(input.slug);
  const same = { claim: null, expected, condition: eq(shortLinks.slugKey, key) };
  let written = await update(scope, id, input, same);
  if (found(written.before[0]).slugKey !== key)
    written = await rename(scope, id, input, expected, written.changes);
  const { before, replaced, changes } = written;
  await applyChanges(scope, changes, applyLinkChange, keep);
  for (const changed of [found(before[0]).slugKey, key]) redirectCache.delete(changed);
  return toWire(scope)(found(replaced[0]));
}

/** Gives the link another slug, in addition. */
async function rename(
  scope: Scope,
  id: number,
  input: Replacement,
  expected: Expected,
  pending: Change[],
) {
  const claim = await claimSlug(scope, slugKey(input.slug), pending);
  if (!claim) throw slugConflict();
  return writeWith(scope, claim, async () => {
    const terms = { claim: claim.name, expected, condition: isInTime(claim) };
    const written = await update(scope, id, input, terms).catch((error) =>
      throwConflict(error, uniqueFields),
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
  { claim, expected, condition }: { claim: string | null; expected: Expected; condition: SQL },
) {
  const target = within(scope, shortLinks, eq(shortLinks.id, id));
  const values = valuesOf(scope, input, input.slug);
  return batch(scope, {
    expected: refuseStale(scope, shortLinks, id, expected),
    before: scope.db.select({ slugKey: shortLinks.slugKey }).from(shortLinks).where(target),
    replaced: scope.db
      .update(shortLinks)
      .set({
        ...values,
        ...(claim !== null && { slugClaim: claim }),
        updatedAt: changedAt(shortLinks.updatedAt),
      })
      .where(and(target, condition))
      .returning(columns),
    changes: selectChanges("short_link", id),
  });
}
