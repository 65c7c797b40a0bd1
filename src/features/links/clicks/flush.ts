import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { dueWith } from "../../../db/due";
import { linkClicks, linkHours, shortLinks } from "../../../db/schema/links";
import { open, readAll, rows } from "../../../db/scope";
import { type VisitKind, visitKinds } from "../../../domain/links";
import type { Due } from "../../../domain/wake";
import type { Bindings } from "../../../env";
import { HOUR_MS } from "../../../lib/time";
import { tagFor } from "../recipients/moments";
import type { Batch } from "./buffer";
import { botsIn, type Counts, none, plus } from "./visit-counts";

/** A click within this time of its sending, or of one on another link of its message, is no person's. */
export const SCANNER_WITHIN_MS = 2_000;

/**
 * Adds visits to all that D1 counts of a link. `at` names the call, and is later than that of any before: with the same or an older one
 * nothing is added. The name of the call that was counted last; undefined where there is no such link.
 */
export async function carryCounts(
  env: Pick<Bindings, "DB">,
  linkId: number,
  at: number,
  batches: Batch[],
) {
  const db = open(env);
  const clicks = batches.flatMap((batch) =>
    batch.clicks.map(({ sendId, at: clickedAt, country, referrerHost, device }) => [
      sendId,
      clickedAt,
      country,
      referrerHost,
      device,
    ]),
  );
  const hours = hoursOf(batches);
  const totals = [...hours.values()].reduce(plus, none);
  const hourRows = [...hours].map(([startsAt, counts]) => [
    startsAt,
    ...visitKinds.map((kind) => counts[kind]),
  ]);
  const isNew = sql`exists (select 1 from short_links where id = ${linkId} and counted_at < ${at})`;
  const results = await readAll({ db }, [
    // In the order of the table's columns.
    db.insert(linkClicks).select(
      sql`select null, s.workspace_id, s.short_link_id, s.id, s.lead_id, value ->> 1, value ->> 2, value ->> 3, value ->> 4, null, ${at}
        from json_each(${JSON.stringify(clicks)}) cross join link_sends as s on s.id = value ->> 0 and s.short_link_id = ${linkId}
        where ${isNew} order by key`,
    ),
    db
      .insert(linkHours)
      .select(
        sql`select ${linkId}, value ->> 0, ${sql.join(
          visitKinds.map((_, index) => sql`value ->> ${sql.raw(String(index + 1))}`),
          sql`, `,
        )} from json_each(${JSON.stringify(hourRows)}) where ${isNew}`,
      )
      .onConflictDoUpdate({
        target: [linkHours.shortLinkId, linkHours.startsAt],
        set: Object.fromEntries(
          visitKinds.map((kind) => [kind, sql.raw(`${kind} + excluded.${kind}`)]),
        ),
      }),
    db
      .update(shortLinks)
      .set({
        clicksCount: sql`${shortLinks.clicksCount} + ${totals.recipient}`,
        baseClicksCount: sql`${shortLinks.baseClicksCount} + ${totals.base}`,
        botClicksCount: sql`${shortLinks.botClicksCount} + ${botsIn(totals)}`,
        countedAt: at,
      })
      .where(and(eq(shortLinks.id, linkId), lt(shortLinks.countedAt, at))),
    db
      .select({ countedAt: shortLinks.countedAt })
      .from(shortLinks)
      .where(eq(shortLinks.id, linkId)),
  ]);
  return results[3][0]?.countedAt;
}

/** How many visits of each kind, by when their hour of UTC starts. */
function hoursOf(batches: Batch[]) {
  const hours = new Map<number, Counts>();
  const add = (at: number, kind: VisitKind, count: number) => {
    const startsAt = at - (at % HOUR_MS);
    const counts = hours.get(startsAt) ?? { ...none };
    counts[kind] += count;
    hours.set(startsAt, counts);
  };
  for (const { startedAt, counted, clicks } of batches) {
    for (const [kind, count] of Object.entries(counted)) add(startedAt, kind as VisitKind, count);
    for (const { at } of clicks) add(at, "recipient", 1);
  }
  return hours;
}

/**
 * Judges the clicks that one call has carried, when those on the other links of their messages are normally in D1 too, and tags the
 * recipients that are people. `next`: when the next clicks to judge were carried, `null` when there are none; undefined where there is no
 * such link. `due`: what is due by then.
 */
export async function judgeClicks(env: Pick<Bindings, "DB">, linkId: number, carriedAt: number) {
  const db = open(env);
  const ofLink = eq(linkClicks.shortLinkId, linkId);
  const due = and(ofLink, eq(linkClicks.createdAt, carriedAt));
  const people = sql`select link_send_id from link_clicks where ${due} and suspected_scanner = 0`;
  const results: readonly unknown[] = await readAll({ db }, [
    db
      .update(linkClicks)
      .set({ suspectedScanner: sql`${isSuspect}` })
      .where(and(due, isNull(linkClicks.suspectedScanner))),
    ...tagFor(db, "clicked", sql`link_sends.id in (${people})`),
    db
      .select({
        next: sql<
          number | null
        >`(select min(created_at) from link_clicks where ${and(ofLink, gt(linkClicks.createdAt, carriedAt))})`,
      })
      .from(shortLinks)
      .where(eq(shortLinks.id, linkId)),
    rows<Due>({ db }, dueWith("short_links", linkId)),
  ]);
  const [[link], [left]] = results.slice(-2) as [{ next: number | null }[], Due[]];
  return { next: link?.next, due: left };
}

const SPAN = sql.raw(String(SCANNER_WITHIN_MS));
const isNear = (moment: SQL) =>
  sql`${moment} between link_clicks.clicked_at - ${SPAN} and link_clicks.clicked_at + ${SPAN}`;

/** Messages that clients send by their own means are told apart by their recipient only. */
const isSuspect = sql`exists (
  select 1 from link_sends as own where own.id = link_send_id and (
    ${isNear(sql`own.sent_at`)}
    or exists (
      select 1 from link_sends as other cross join link_clicks as click on click.link_send_id = other.id
      where other.lead_id = own.lead_id and other.message_id is own.message_id and other.short_link_id <> own.short_link_id
        and ${isNear(sql`click.clicked_at`)}
    )
  )
)`;
