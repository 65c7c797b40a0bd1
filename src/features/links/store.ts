import { eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { batch } from "../../db/batch";
import { brokenUnique, throwTaken } from "../../db/errors";
import { paged } from "../../db/page";
import { underQuota } from "../../db/quotas";
import { FIRST_CHUNK, removeChunk } from "../../db/removal";
import { exists, selectId } from "../../db/rows";
import { tags } from "../../db/schema/leads";
import { shortLinks } from "../../db/schema/links";
import { within } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found, throwErrors } from "../../lib/problem";
import { iso } from "../../lib/time";
import { fieldErrors, validationMessages } from "../../lib/validation-messages";
import { foreignTagErrors, foreignTags } from "../leads/tags/store";
import { isOwn, sampleUrl } from "./destination";
import { redirectCache } from "./redirect-cache";
import type { ShortLink, ShortLinkInput } from "./schema";
import { slugFrom, slugKey } from "./slug";

const { workspaceId, slugKey: _, botClicksCount, countedAt, ...own } = getTableColumns(shortLinks);

/** The tag that a column names, if it was not deleted. */
const existing = (tagId: SQLiteColumn) =>
  sql<number | null>`(select tags.id from tags where tags.id = ${tagId})`;

const columns = {
  ...own,
  tagOnSentId: existing(own.tagOnSentId).as("tag_on_sent_id"),
  tagOnReadId: existing(own.tagOnReadId).as("tag_on_read_id"),
  tagOnClickedId: existing(own.tagOnClickedId).as("tag_on_clicked_id"),
};
type Row = Pick<typeof shortLinks.$inferSelect, keyof typeof columns>;

/** The base URL of a short link; a recipient's URL has a token after it. */
export const shortUrl = ({ shortUrlBase }: Scope, slug: string) => `${shortUrlBase}/${slug}`;

const toWire =
  (scope: Scope) =>
  (row: Row): ShortLink => ({
    id: row.id,
    slug: row.slug,
    label: row.label,
    destination_url: row.destinationUrl,
    template_variable_url: shortUrl(scope, row.slug),
    is_active: row.isActive,
    clicks_count: row.clicksCount,
    base_clicks_count: row.baseClicksCount,
    tag_on_sent_id: row.tagOnSentId,
    tag_on_read_id: row.tagOnReadId,
    tag_on_clicked_id: row.tagOnClickedId,
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  });

const uniqueFields = { "short_links.slug_key": "slug" };
const MAX_SLUG_TRIES = 5;

export const shortLinkExists = exists(shortLinks);

/** A tag that is deleted before the write is stored as null, as if it were deleted after it. */
const tagId = (scope: Scope, id: number | null | undefined) =>
  id == null ? null : sql<number | null>`${selectId(scope, tags, id)}`;

const valuesOf = (scope: Scope, input: ShortLinkInput, slug: string) => ({
  slug,
  slugKey: slugKey(slug),
  label: input.label ?? null,
  destinationUrl: input.destination_url,
  isActive: input.is_active ?? true,
  tagOnSentId: tagId(scope, input.tag_on_sent_id),
  tagOnReadId: tagId(scope, input.tag_on_read_id),
  tagOnClickedId: tagId(scope, input.tag_on_clicked_id),
});

async function check(scope: Scope, input: ShortLinkInput) {
  const sample = sampleUrl(input.destination_url);
  const isAllowed = sample !== null && !isOwn(sample, scope.shortUrlBase);
  const errors = isAllowed ? {} : fieldErrors(["destination_url"], validationMessages.url);
  const ids = {
    tag_on_sent_id: input.tag_on_sent_id,
    tag_on_read_id: input.tag_on_read_id,
    tag_on_clicked_id: input.tag_on_clicked_id,
  };
  if (Object.values(ids).some((id) => id != null))
    Object.assign(errors, foreignTagErrors(await foreignTags(scope, ids), ids));
  throwErrors(errors);
}

const select = (scope: Scope) => scope.db.select(columns).from(shortLinks).$dynamic();

export const listShortLinks = async (scope: Scope, page: PageRequest): Promise<Page<ShortLink>> =>
  cutPage(await paged(select(scope), scope, shortLinks, page), page, toWire(scope));

export async function getShortLink(scope: Scope, id: number): Promise<ShortLink> {
  const row = await select(scope)
    .where(within(scope, shortLinks, eq(shortLinks.id, id)))
    .get();
  return toWire(scope)(found(row));
}

export async function createShortLink(scope: Scope, input: ShortLinkInput): Promise<ShortLink> {
  await check(scope, input);
  for (let tries = MAX_SLUG_TRIES; ; tries--) {
    const slug = input.slug ?? slugFrom(crypto.getRandomValues(new Uint8Array(8)));
    const now = Date.now();
    const values = {
      workspaceId: scope.workspaceId,
      ...valuesOf(scope, input, slug),
      createdAt: now,
      updatedAt: now,
    };
    try {
      const { created } = await batch(scope, {
        quota: underQuota(scope, "short_links"),
        created: scope.db.insert(shortLinks).values(values).returning(columns),
      });
      redirectCache.delete(slugKey(slug));
      return toWire(scope)(found(created[0]));
    } catch (error) {
      const mayRetry = input.slug == null && tries > 1 && brokenUnique(error).length > 0;
      if (!mayRetry) throwTaken(error, uniqueFields);
    }
  }
}

export async function replaceShortLink(
  scope: Scope,
  id: number,
  input: ShortLinkInput & { slug: string },
): Promise<ShortLink> {
  await check(scope, input);
  const target = within(scope, shortLinks, eq(shortLinks.id, id));
  const { before, replaced } = await batch(scope, {
    before: scope.db.select({ slugKey: shortLinks.slugKey }).from(shortLinks).where(target),
    replaced: scope.db
      .update(shortLinks)
      .set({ ...valuesOf(scope, input, input.slug), updatedAt: Date.now() })
      .where(target)
      .returning(columns),
  }).catch((error) => throwTaken(error, uniqueFields));
  for (const key of [found(before[0]).slugKey, slugKey(input.slug)]) redirectCache.delete(key);
  return toWire(scope)(found(replaced[0]));
}

export async function deleteShortLink(scope: Scope, id: number) {
  const { deleted } = await batch(scope, {
    deleted: scope.db
      .delete(shortLinks)
      .where(within(scope, shortLinks, eq(shortLinks.id, id)))
      .returning({ slugKey: shortLinks.slugKey }),
    behind: removeChunk(scope, FIRST_CHUNK, ["short_link"]),
  });
  redirectCache.delete(found(deleted[0]).slugKey);
  return 1;
}
