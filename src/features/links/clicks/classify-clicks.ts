import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import { unscopedBatch } from "#db/batch";
import { linkClicks, shortLinks } from "#db/schema/links";
import { dueWith } from "#db/statements/due";
import type { Scope } from "#env";
import { applyLinkTags } from "../recipients/tagging";
import { flushedSince } from "./flushed-since";
import { SCANNER_WITHIN_MS } from "./scanners";

/** A time of sending that is this old no longer changes. */
const SENT_FOR_GOOD_MS = 10_000;

/**
 * Classifies the clicks that one call has flushed (`flushedAt` names it) as people's or scanners',
 * and tags the recipients that are people. `next` is the name of the next call with clicks to
 * classify, null if there is none, undefined if the link is gone. `due` is the workspace's due work
 * by then.
 */
export async function classifyClicks(db: Scope["db"], linkId: number, flushedAt: number) {
  const since = flushedSince(linkId, flushedAt);
  const flushed = and(since, eq(linkClicks.createdAt, flushedAt));
  const later = and(since, gt(linkClicks.createdAt, flushedAt));
  const people = sql`
    select link_send_id from link_clicks where ${flushed} and suspected_scanner = 0`;
  const { link, due } = await unscopedBatch(
    { db },
    {
      classified: db
        .update(linkClicks)
        .set({ suspectedScanner: sql`${isSuspect}` })
        .where(and(flushed, isNull(linkClicks.suspectedScanner))),
      tagged: applyLinkTags(db, "clicked", sql`link_sends.id in (${people})`),
      link: db
        .select({
          next: sql<number | null>`(
            select created_at from link_clicks where ${later} order by link_clicks.id limit 1)`,
        })
        .from(shortLinks)
        .where(eq(shortLinks.id, linkId)),
      due: dueWith("short_links", linkId),
    },
  );
  return { next: link[0]?.next, due: due[0] };
}

/**
 * The class of a click on `link_sends` when it is stored: a person's (0) if nothing that
 * follows can make it suspect, else null. The link was sent before, and the recipient has no other
 * link of the message.
 */
export const verdictAtOnce = (clickedAt: SQL) => sql`
  iif(
    link_sends.sent_at < ${clickedAt} - ${sql.raw(String(SENT_FOR_GOOD_MS))} and not exists (
      select 1 from link_sends as other
      where other.lead_id = link_sends.lead_id
        and other.message_id is link_sends.message_id
        and other.short_link_id <> link_sends.short_link_id),
    0, null)`;

const SPAN = sql.raw(String(SCANNER_WITHIN_MS));
const isNear = (moment: SQL) =>
  sql`${moment} between link_clicks.clicked_at - ${SPAN} and link_clicks.clicked_at + ${SPAN}`;

/**
 * Messages that clients send by their own means have no id: all of them to one recipient count as
 * one.
 */
const isSuspect = sql`exists (
  select 1 from link_sends as own where own.id = link_send_id and (
    ${isNear(sql`own.sent_at`)}
    or exists (
      select 1 from link_sends as other
        cross join link_clicks as click on click.link_send_id = other.id
      where other.lead_id = own.lead_id
        and other.message_id is own.message_id
        and other.short_link_id <> own.short_link_id
        and ${isNear(sql`click.clicked_at`)}
    )
  )
)`;
