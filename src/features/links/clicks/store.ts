import { and, eq, getTableColumns, gte, lt, lte, sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { createdWithin } from "../../../db/created-range";
import { pagedWhere, stopIn } from "../../../db/page";
import { selectId } from "../../../db/rows";
import { linkClicks, linkHours, shortLinks } from "../../../db/schema/links";
import { within } from "../../../db/scope";
import { allOf, ownEqual } from "../../../db/walk";
import { bots } from "../../../domain/links";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso } from "../../../lib/time";
import {
  type ClickQuery,
  INTERVALS,
  type LinkClick,
  type LinkStats,
  type StatsQuery,
} from "./schema";
import { addCounts, botVisits, noVisits, type VisitCounts } from "./visit-counts";

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

const wireCounts = (counts: VisitCounts) => ({
  clicks_count: counts.recipient,
  base_clicks_count: counts.base,
  bot_clicks_count: botVisits(counts),
});

/** Which hours of a link begin at `first` or later, before `end`. */
const hoursFrom = (linkId: number, first: number, end: number) =>
  and(
    eq(linkHours.shortLinkId, linkId),
    gte(linkHours.startsAt, first),
    lt(linkHours.startsAt, end),
  );

const selectHours = ({ db }: Scope, linkId: number, first: number, end: number) =>
  db
    .select()
    .from(linkHours)
    .where(hoursFrom(linkId, first, end));

/** The `first` and `last` id of recipients' clicks in the hours, as `clicks`. */
const clicksOf = ({ db }: Scope, linkId: number, first: number, end: number) =>
  db.$with("clicks").as(
    db
      .select({
        first: sql`min(${linkHours.firstClickId})`.as("first"),
        last: sql`max(${linkHours.lastClickId})`.as("last"),
      })
      .from(linkHours)
      .where(hoursFrom(linkId, first, end)),
  );

/**
 * Reads a row for each click, because a recipient counts once in the whole range. The hours know the
 * range of the clicks' ids, so that no index of the clicks' times is needed.
 */
const selectRecipients = (scope: Scope, linkId: number, first: number, end: number) =>
  scope.db
    .with(clicksOf(scope, linkId, first, end))
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
        gte(linkClicks.id, sql`(select first from clicks)`),
        lte(linkClicks.id, sql`(select last from clicks)`),
        gte(linkClicks.clickedAt, first),
        lt(linkClicks.clickedAt, end),
      ),
    );

export async function getLinkStats(
  scope: Scope,
  linkId: number,
  { interval, first, last }: StatsQuery,
): Promise<LinkStats> {
  const { ms } = INTERVALS[interval];
  const end = last + ms;
  const { link, hours, recipients } = await readBatch(scope, {
    link: selectId(scope, shortLinks, linkId),
    hours: selectHours(scope, linkId, first, end),
    recipients: selectRecipients(scope, linkId, first, end),
  });
  found(link[0]);
  const { unique, suspected } = found(recipients[0]);
  const counted = Map.groupBy(hours, ({ startsAt }) => Math.floor((startsAt - first) / ms));
  const series = Array.from({ length: (end - first) / ms }, (_, index) =>
    (counted.get(index) ?? []).reduce(addCounts, noVisits),
  );
  const totals = series.reduce(addCounts, noVisits);
  return {
    interval,
    from: iso(first),
    to: iso(end),
    totals: {
      ...wireCounts(totals),
      unique_recipients_count: unique,
      suspected_scanner_count: suspected,
      bots: Object.fromEntries(bots.map((bot) => [bot, totals[bot]])),
    },
    series: series.map((counts, index) => ({
      starts_at: iso(first + index * ms),
      ...wireCounts(counts),
    })),
  };
}
