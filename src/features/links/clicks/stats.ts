import { and, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { linkClicks, linkHours, shortLinks } from "#db/schema/links";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { bots } from "#domain/links";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { iso } from "#lib/time";
import { indexAt, startsOf } from "./intervals";
import type { LinkStats, StatsQuery } from "./schema";
import { addCounts, botVisits, noVisits, type VisitCounts } from "./visit-counts";

const wireCounts = (counts: VisitCounts) => ({
  clicks_count: counts.recipient,
  base_clicks_count: counts.base,
  bot_clicks_count: botVisits(counts),
});

/** The hours of a link that begin at `first` or later, before `end`. */
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

/** Where recipients have clicked more often, no click is read. */
const MOST_READ_CLICKS = 50_000;

/** The `first` and `last` id of recipients' clicks in the hours, as `clicks`; none of too many. */
const clicksOf = ({ db }: Scope, linkId: number, first: number, end: number) =>
  db.$with("clicks").as(
    db
      .select({
        first: sql`min(${linkHours.firstClickId})`.as("first"),
        last: sql`max(${linkHours.lastClickId})`.as("last"),
      })
      .from(linkHours)
      .where(hoursFrom(linkId, first, end))
      .having(sql`sum(${linkHours.recipient}) <= ${MOST_READ_CLICKS}`),
  );

const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`;

/**
 * Reads a row for each click, because a recipient counts once in the whole range. The hours know
 * the range of the clicks' ids, so that no index of the clicks' times is needed. D1 would count the
 * rows again if they were grouped by country.
 */
const selectClicks = (scope: Scope, linkId: number, first: number, end: number) =>
  scope.db
    .with(clicksOf(scope, linkId, first, end))
    .select({
      unique: sql<number>`count(distinct lead_id)`,
      suspected: countWhere(sql`suspected_scanner`),
      mobile: countWhere(sql`device = 'mobile'`),
      tablet: countWhere(sql`device = 'tablet'`),
      desktop: countWhere(sql`device = 'desktop'`),
      countries: sql<string>`json_group_array(country)`,
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

type ReadClicks = Awaited<ReturnType<typeof selectClicks>>[number];

const wireClicks = ({ unique, suspected, countries, ...devices }: ReadClicks) => {
  const ofClicks: (string | null)[] = JSON.parse(countries);
  return {
    unique_recipients_count: unique,
    suspected_scanner_count: suspected,
    devices,
    countries: [...Map.groupBy(ofClicks, (country) => country)]
      .map(([country, { length }]) => ({ country, clicks_count: length }))
      .toSorted((a, b) => b.clicks_count - a.clicks_count),
  };
};

const tooManyClicks = {
  unique_recipients_count: null,
  suspected_scanner_count: null,
  devices: null,
  countries: null,
};

export async function getLinkStats(
  scope: Scope,
  linkId: number,
  { interval, timeZone, ...range }: StatsQuery,
): Promise<LinkStats> {
  const { starts, end } = startsOf(interval, timeZone, range);
  const first = starts[0] ?? end;
  const { link, hours, clicks } = await readBatch(scope, {
    link: selectId(scope, shortLinks, linkId),
    hours: selectHours(scope, linkId, first, end),
    clicks: selectClicks(scope, linkId, first, end),
  });
  found(link[0]);
  const counted = Map.groupBy(hours, ({ startsAt }) => indexAt(starts, startsAt));
  const series = starts.map((_, index) => (counted.get(index) ?? []).reduce(addCounts, noVisits));
  const totals = series.reduce(addCounts, noVisits);
  const isRead = totals.recipient <= MOST_READ_CLICKS;
  return {
    interval,
    time_zone: timeZone,
    from: iso(first),
    to: iso(end),
    totals: {
      ...wireCounts(totals),
      ...(isRead ? wireClicks(found(clicks[0])) : tooManyClicks),
      bots: Object.fromEntries(bots.map((bot) => [bot, totals[bot]])),
    },
    series: series.map((counts, index) => ({
      starts_at: iso(starts[index] ?? first),
      ...wireCounts(counts),
    })),
  };
}
