import { and, eq, getTableColumns, gte, lt, sql } from "drizzle-orm";
import { paged } from "../../../db/page";
import { selectId } from "../../../db/rows";
import { linkClicks, linkHours, shortLinks } from "../../../db/schema/links";
import { readAll, within } from "../../../db/scope";
import { bots } from "../../../domain/links";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso } from "../../../lib/time";
import { INTERVALS, type LinkClick, type LinkStats, type StatsQuery } from "./schema";
import { botsIn, type Counts, none, plus } from "./visit-counts";

const { workspaceId, shortLinkId, createdAt, ...columns } = getTableColumns(linkClicks);
type Row = Pick<typeof linkClicks.$inferSelect, keyof typeof columns>;

const toWire = (row: Row): LinkClick => ({
  id: row.id,
  link_send_id: row.linkSendId,
  lead_id: row.leadId,
  clicked_at: iso(row.clickedAt),
  country: row.country,
  referrer_host: row.referrerHost,
  device: row.device,
  suspected_scanner: row.suspectedScanner,
});

export async function listLinkClicks(
  scope: Scope,
  linkId: number,
  page: PageRequest,
): Promise<Page<LinkClick>> {
  const [link, rows] = await readAll(scope, [
    selectId(scope, shortLinks, linkId),
    paged(
      scope.db.select(columns).from(linkClicks).$dynamic(),
      scope,
      linkClicks,
      page,
      eq(linkClicks.shortLinkId, linkId),
    ),
  ]);
  found(link[0]);
  return cutPage(rows, page, toWire);
}

const wireCounts = (counts: Counts) => ({
  clicks_count: counts.recipient,
  base_clicks_count: counts.base,
  bot_clicks_count: botsIn(counts),
});

export async function getLinkStats(
  scope: Scope,
  linkId: number,
  { interval, first, last }: StatsQuery,
): Promise<LinkStats> {
  const { ms } = INTERVALS[interval];
  const end = last + ms;
  const [link, hours, [people]] = await readAll(scope, [
    selectId(scope, shortLinks, linkId),
    scope.db
      .select()
      .from(linkHours)
      .where(
        and(
          eq(linkHours.shortLinkId, linkId),
          gte(linkHours.startsAt, first),
          lt(linkHours.startsAt, end),
        ),
      ),
    // A row for each click in the range: people are counted only once in all of it.
    scope.db
      .select({
        unique: sql<number>`count(distinct lead_id)`,
        suspected: sql<number>`ifnull(sum(suspected_scanner), 0)`,
      })
      .from(linkClicks)
      .where(
        within(
          scope,
          linkClicks,
          eq(linkClicks.shortLinkId, linkId),
          gte(linkClicks.clickedAt, first),
          lt(linkClicks.clickedAt, end),
        ),
      ),
  ]);
  found(link[0]);
  const counted = Map.groupBy(hours, ({ startsAt }) => Math.floor((startsAt - first) / ms));
  const series = Array.from({ length: (end - first) / ms }, (_, index) =>
    (counted.get(index) ?? []).reduce(plus, none),
  );
  const totals = series.reduce(plus, none);
  return {
    interval,
    from: iso(first),
    to: iso(end),
    totals: {
      ...wireCounts(totals),
      unique_recipients_count: people!.unique,
      suspected_scanner_count: people!.suspected,
      bots: Object.fromEntries(bots.map((bot) => [bot, totals[bot]])),
    },
    series: series.map((counts, index) => ({
      starts_at: iso(first + index * ms),
      ...wireCounts(counts),
    })),
  };
}
