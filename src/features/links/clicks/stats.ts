import { and, eq, gte, lt, lte, sql } from "drizzle-orm";
import { readBatch } from "../../../db/batch";
import { selectId } from "../../../db/rows";
import { linkClicks, linkHours, shortLinks } from "../../../db/schema/links";
import { within } from "../../../db/scope";
import { bots } from "../../../domain/links";
import type { Scope } from "../../../env";
import { found } from "../../../lib/problem";
import { iso } from "../../../lib/time";
import { INTERVALS, type LinkStats, type StatsQuery } from "./schema";
import { addCounts, botVisits, noVisits, type VisitCounts } from "./visit-counts";

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
