import { eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { batch } from "#db/batch";
import { contains, pagedWhere, stopIn } from "#db/lists/page";
import { applyChanges, selectChanges } from "#db/placement/outbox";
import { FIRST_CHUNK, leaveTombstones, removeChunk } from "#db/removal/tombstones";
import { shortLinks } from "#db/schema/links";
import { exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import type { Keep } from "#lib/cache";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { foldText } from "#lib/text";
import { iso } from "#lib/time";
import { redirectCache } from "./redirect-cache";
import type { ShortLink } from "./schema";
import { applyLinkChange } from "./slugs/apply";

const {
  workspaceId,
  slugKey: _,
  slugClaim,
  search,
  botClicksCount,
  countedAt,
  ...own
} = getTableColumns(shortLinks);

/** The tag that a column names, if it was not deleted. */
const existing = (tagId: SQLiteColumn) =>
  sql<number | null>`(select tags.id from tags where tags.id = ${tagId})`;

/** A short link as clients see it. */
export const columns = {
  ...own,
  tagOnSentId: existing(own.tagOnSentId).as("tag_on_sent_id"),
  tagOnReadId: existing(own.tagOnReadId).as("tag_on_read_id"),
  tagOnClickedId: existing(own.tagOnClickedId).as("tag_on_clicked_id"),
};
type Row = Pick<typeof shortLinks.$inferSelect, keyof typeof columns>;

/** The base URL of a short link; a recipient's URL has a token after it. */
export const shortUrl = ({ shortUrlBase }: Scope, slug: string) => `${shortUrlBase}/${slug}`;

export const toWire =
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

export const shortLinkExists = exists(shortLinks);

export const select = (scope: Scope) => scope.db.select(columns).from(shortLinks).$dynamic();

export async function listShortLinks(
  scope: Scope,
  label: string | undefined,
  page: PageRequest,
): Promise<Page<ShortLink>> {
  const filter = label ? contains(shortLinks.search, foldText(label)) : undefined;
  const query = scope.db
    .select({ ...columns, stop: stopIn(filter) })
    .from(shortLinks)
    .$dynamic();
  const rows = await pagedWhere(query, scope, shortLinks, page, { filter });
  return cutPage(rows, page, toWire(scope));
}

export async function getShortLink(scope: Scope, id: number): Promise<ShortLink> {
  const row = await select(scope)
    .where(within(scope, shortLinks, eq(shortLinks.id, id)))
    .get();
  return toWire(scope)(found(row));
}

/** Deletes a short link. Where an earlier deletion has died, the directory is told of that. */
export async function deleteShortLink(scope: Scope, id: number, keep: Keep) {
  const { deleted, changes } = await batch(scope, {
    tombstone: leaveTombstones(scope, shortLinks, "short_link", id),
    deleted: scope.db
      .delete(shortLinks)
      .where(within(scope, shortLinks, eq(shortLinks.id, id)))
      .returning({ slugKey: shortLinks.slugKey }),
    behind: removeChunk(scope, FIRST_CHUNK, ["short_link"]),
    changes: selectChanges("short_link", id),
  });
  await applyChanges(scope, changes, applyLinkChange, keep);
  redirectCache.delete(found(deleted[0]).slugKey);
  return 1;
}
