import { and, eq, lt, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { linkSends, shortLinks } from "#db/schema/links";
import { present } from "#db/scope/present";
import { dueWith } from "#db/statements/due";
import { lastId } from "#db/writes/last-id";
import { isBrimful } from "#db/writes/quotas";
import { visitKinds } from "#domain/links";
import type { Scope } from "#env";
import { applyLinkTags } from "../recipients/tagging";
import type { VisitBatch } from "./buffer";
import { verdictAtOnce } from "./classify-clicks";
import { flushedSince } from "./flushed-since";
import { addCounts, botVisits, hourlyCounts, noVisits, type VisitCounts } from "./visit-counts";

/**
 * Adds visits to everything that D1 counts of a link. `at` names the call and must be later than
 * that of any call before: D1 adds nothing for the same or an earlier one. Recipients whose clicks
 * are a person's for sure are tagged at once. Returns undefined when the link is gone, else the
 * name of the last call that was counted (`countedAt`), whether clicks of this call remain to be
 * classified, and the due work of the workspace, if the call has clicks.
 */
export async function flushVisits(
  scope: Pick<Scope, "db" | "workspaceId" | "quotas">,
  linkId: number,
  at: number,
  batches: VisitBatch[],
) {
  const { db } = scope;
  const hours = hourlyCounts(batches);
  const totals = [...hours.values()].reduce(addCounts, noVisits);
  const hasClicks = totals.recipient > 0;
  const people = sql`
    select link_send_id from link_clicks where ${flushedBy(linkId, at)} and suspected_scanner = 0`;
  const { link, due } = await unscopedBatch(
    { db },
    {
      clicks: insertClicks(scope, linkId, at, batches),
      usage: addUsage(linkId, at, totals, [...hours.keys()]),
      hours: addHours(linkId, at, hours),
      totals: db
        .update(shortLinks)
        .set({
          clicksCount: sql`${shortLinks.clicksCount} + ${totals.recipient}`,
          baseClicksCount: sql`${shortLinks.baseClicksCount} + ${totals.base}`,
          botClicksCount: sql`${shortLinks.botClicksCount} + ${botVisits(totals)}`,
          countedAt: at,
        })
        .where(and(eq(shortLinks.id, linkId), lt(shortLinks.countedAt, at))),
      tagged: hasClicks ? applyLinkTags(db, "clicked", sql`link_sends.id in (${people})`) : [],
      link: db
        .select({
          countedAt: shortLinks.countedAt,
          unclassified: sql<number>`exists (
            select 1 from link_clicks
            where ${flushedBy(linkId, at)} and suspected_scanner is null)`,
        })
        .from(shortLinks)
        .where(eq(shortLinks.id, linkId)),
      due: hasClicks ? dueWith("short_links", linkId) : [],
    },
  );
  return link[0] && { ...link[0], due: due[0] };
}

/** The clicks of a link that the call `at` has flushed. */
const flushedBy = (linkId: number, at: number) =>
  sql`${flushedSince(linkId, at)} and link_clicks.created_at = ${at}`;

/** True if the call `at` has not been counted yet. */
const isNew = (linkId: number, at: number) =>
  sql`exists (select 1 from short_links where id = ${linkId} and counted_at < ${at})`;

/**
 * A workspace that has stored far too much has its clicks counted, but none of them kept. The SQL
 * trigger `link_clicks_count` (links.sql) adds each to its recipient link, whose tag on click is
 * used up by a person's click while the link has none.
 */
function insertClicks(
  workspace: Pick<Scope, "workspaceId" | "quotas">,
  linkId: number,
  at: number,
  batches: VisitBatch[],
) {
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
      clicked_at, country, referrer_host, device, suspected_scanner, created_at)
    select ${lastId("link_clicks")} + 1 + key, workspace_id, short_link_id, link_sends.id, lead_id,
      value ->> 1, value ->> 2, value ->> 3, value ->> 4,
      ${verdictAtOnce(sql`value ->> 1`)}, ${at}
    from json_each(${JSON.stringify(clicks)})
      cross join link_sends on link_sends.id = value ->> 0 and short_link_id = ${linkId}
    where ${isNew(linkId, at)} and ${present(linkSends)} and not ${isBrimful(workspace)}
    order by key`;
}

/**
 * The clicks of people, and the space that recipients' clicks and new hours take: about 110 and 80
 * bytes each. Stands after the clicks, and before the hours that it finds to be new.
 */
const addUsage = (
  linkId: number,
  at: number,
  { recipient, base }: VisitCounts,
  hours: number[],
) => sql`
  insert into usage_changes (workspace_id, clicks, stored_bytes)
  select workspace_id, ${recipient + base}, bytes
  from (
    select workspace_id,
      110 * (select count(*) from link_clicks where ${flushedBy(linkId, at)})
      + 80 * (
        select count(*) from json_each(${JSON.stringify(hours)})
        where not exists (
          select 1 from link_hours where short_link_id = ${linkId} and starts_at = value)) as bytes
    from short_links
    where id = ${linkId} and counted_at < ${at})
  where ${recipient + base} > 0 or bytes > 0`;

function addHours(linkId: number, at: number, hours: Map<number, VisitCounts>) {
  const rows = [...hours].map(([startsAt, counts]) => [
    startsAt,
    ...visitKinds.map((kind) => counts[kind]),
  ]);
  const recipient = sql.raw(String(visitKinds.indexOf("recipient") + 1));
  const columns = sql.raw(visitKinds.join(", "));
  const values = sql.raw(visitKinds.map((_, index) => `value ->> ${index + 1}`).join(", "));
  const sums = sql.raw(visitKinds.map((kind) => `${kind} = ${kind} + excluded.${kind}`).join(", "));
  return sql`
    insert into link_hours (short_link_id, starts_at, ${columns}, first_click_id, last_click_id)
    select ${linkId}, value ->> 0, ${values},
      iif(value ->> ${recipient}, first, null), iif(value ->> ${recipient}, last, null)
    from json_each(${JSON.stringify(rows)})
      cross join (
        select min(id) as first, max(id) as last from link_clicks where ${flushedBy(linkId, at)})
    where ${isNew(linkId, at)}
    on conflict (short_link_id, starts_at) do update set ${sums},
      first_click_id = ifnull(first_click_id, excluded.first_click_id),
      last_click_id = ifnull(excluded.last_click_id, last_click_id)`;
}
