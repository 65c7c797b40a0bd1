import { and, eq, getTableColumns } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { createdWithin } from "#db/lists/created-range";
import { pagedWhere, stopIn } from "#db/lists/page";
import { allOf, ownEqual } from "#db/lists/walk";
import { linkClicks, shortLinks } from "#db/schema/links";
import { selectId } from "#db/scope/rows";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso } from "#lib/time";
import type { ClickQuery, LinkClick } from "./schema";

const { workspaceId, createdAt, ...columns } = getTableColumns(linkClicks);
type Row = Pick<typeof linkClicks.$inferSelect, keyof typeof columns>;

const toWire = (row: Row): LinkClick => ({
  id: row.id,
  short_link_id: row.shortLinkId,
  link_send_id: row.linkSendId,
  lead_id: row.leadId,
  clicked_at: iso(row.clickedAt),
  country: row.country,
  referrer_host: row.referrerHost,
  device: row.device,
  suspected_scanner: row.suspectedScanner,
});

const selectPage = (scope: Scope) =>
  scope.db
    .select({ ...columns, stop: stopIn(undefined, linkClicks) })
    .from(linkClicks)
    .$dynamic();

/** The clicks on all links. No index holds their leads: each click would write it. */
export async function listAllClicks(
  scope: Scope,
  query: ClickQuery,
  page: PageRequest,
): Promise<Page<LinkClick>> {
  const { short_link_id: linkId, lead_id: leadId, suspected_scanner: isSuspected } = query;
  const ofLink = ownEqual(scope, linkClicks, linkClicks.shortLinkId, linkId);
  const created = createdWithin(scope, linkClicks, query);
  const listed = await pagedWhere(selectPage(scope), scope, linkClicks, page, {
    key: and(ofLink ?? allOf(scope, linkClicks), created.ids),
    filter: and(
      leadId === undefined ? undefined : eq(linkClicks.leadId, leadId),
      isSuspected === undefined ? undefined : eq(linkClicks.suspectedScanner, isSuspected),
      created.exact,
    ),
  });
  return cutPage(listed, page, toWire);
}

export async function listLinkClicks(
  scope: Scope,
  linkId: number,
  page: PageRequest,
): Promise<Page<LinkClick>> {
  const ofLink = ownEqual(scope, linkClicks, linkClicks.shortLinkId, linkId);
  const { link, clicks } = await readBatch(scope, {
    link: selectId(scope, shortLinks, linkId),
    clicks: pagedWhere(selectPage(scope), scope, linkClicks, page, { key: ofLink }),
  });
  found(link[0]);
  return cutPage(clicks, page, toWire);
}
