import { and, eq, lt, sql } from "drizzle-orm";
import { unscopedBatch } from "../../../db/batch";
import { lastId } from "../../../db/last-id";
import { present } from "../../../db/present";
import { linkSends, shortLinks } from "../../../db/schema/links";
import { visitKinds } from "../../../domain/links";
import type { Scope } from "../../../env";
import type { VisitBatch } from "./buffer";
import { addCounts, botVisits, hourlyCounts, noVisits, type VisitCounts } from "./visit-counts";

export { scopeOf } from "../../../db/scope";

/**
 * Adds visits to everything that D1 counts of a link. `at` names the call and must be later than
 * that of any call before: D1 adds nothing for the same or an earlier one. Returns the name of the
 * last call that was counted; undefined when the link is gone.
 */
export async function flushVisits(
  db: Scope["db"],
  linkId: number,
  at: number,
  batches: VisitBatch[],
): Promise<number | undefined> {
  const hours = hourlyCounts(batches);
  const totals = [...hours.values()].reduce(addCounts, noVisits);
  const { link } = await unscopedBatch(
    { db },
    {
      clicks: insertClicks(linkId, at, batches),
      hours: addHours(linkId, at, hours),
      usage: addUsage(linkId, at, totals),
      totals: db
        .update(shortLinks)
        .set({
          clicksCount: sql`${shortLinks.clicksCount} + ${totals.recipient}`,
          baseClicksCount: sql`${shortLinks.baseClicksCount} + ${totals.base}`,
          botClicksCount: sql`${shortLinks.botClicksCount} + ${botVisits(totals)}`,
          countedAt: at,
        })
        .where(and(eq(shortLinks.id, linkId), lt(shortLinks.countedAt, at))),
      link: db
        .select({ countedAt: shortLinks.countedAt })
        .from(shortLinks)
        .where(eq(shortLinks.id, linkId)),
    },
  );
  return link[0]?.countedAt;
}

/** Whether the call `at` has not been counted yet. */
const isNew = (linkId: number, at: number) =>
  sql`exists (select 1 from short_links where id = ${linkId} and counted_at < ${at})`;

function insertClicks(linkId: number, at: number, batches: VisitBatch[]) {
  const clicks = batches.flatMap((batch) =>
    batch.clicks.map((click) => [
      click.sendId,
      click.at,
      click.country,
      click.referrerHost,
      click.device,
    ]),
  );
  return sql`
    insert into link_clicks (id, workspace_id, short_link_id, link_send_id, lead_id,
      clicked_at, country, referrer_host, device, created_at)
    select ${lastId("link_clicks")} + 1 + key, workspace_id, short_link_id, link_sends.id, lead_id,
      value ->> 1, value ->> 2, value ->> 3, value ->> 4, ${at}
    from json_each(${JSON.stringify(clicks)})
      cross join link_sends on link_sends.id = value ->> 0 and short_link_id = ${linkId}
    where ${isNew(linkId, at)} and ${present(linkSends)}
    order by key`;
}

/**
 * Which clicks of a link the call `at` and those after it have flushed: they are the link's last
 * rows, so that no index of the calls is needed.
 */
export const flushedSince = (linkId: number, at: number) => sql`
  link_clicks.short_link_id = ${linkId} and link_clicks.id > ifnull((
    select earlier.id from link_clicks as earlier
    where earlier.short_link_id = ${linkId} and earlier.created_at < ${at}
    order by earlier.id desc limit 1), 0)`;

/** The clicks of people, and the space that recipients' clicks take: about 110 bytes each. */
const addUsage = (linkId: number, at: number, { recipient, base }: VisitCounts) => sql`
  insert into usage_changes (workspace_id, clicks, stored_bytes)
  select workspace_id, ${recipient + base}, 110 * (
    select count(*) from link_clicks where ${flushedSince(linkId, at)} and created_at = ${at})
  from short_links
  where id = ${linkId} and counted_at < ${at} and ${recipient + base} > 0`;

function addHours(linkId: number, at: number, hours: Map<number, VisitCounts>) {
  const rows = [...hours].map(([startsAt, counts]) => [
    startsAt,
    ...visitKinds.map((kind) => counts[kind]),
  ]);
  const columns = sql.raw(visitKinds.join(", "));
  const values = sql.raw(visitKinds.map((_, index) => `value ->> ${index + 1}`).join(", "));
  const sums = sql.raw(visitKinds.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(", "));
  return sql`
    insert into link_hours (short_link_id, starts_at, ${columns})
    select ${linkId}, value ->> 0, ${values}
    from json_each(${JSON.stringify(rows)})
    where ${isNew(linkId, at)}
    on conflict (short_link_id, starts_at) do update set ${sums}`;
}
