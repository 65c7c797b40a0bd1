import { type SQL, sql } from "drizzle-orm";
import { shortLinks } from "../../../db/schema/links";
import { readAll, rows, within } from "../../../db/scope";
import type { Scope } from "../../../env";

/** A short link of the workspace that stands in a message. */
export type Link = { id: number; slug: string; slugKey: string };

/** The same with the id that its link send will have. */
export type ReservedSend = Link & { sendId: number };

const selectLinks = (scope: Scope, slugs: string[]) =>
  rows<Link>(
    scope,
    sql`select id, slug, slug_key as slugKey from ${shortLinks}
      where slug_key in (select value from json_each(${JSON.stringify(slugs)})) and ${within(scope, shortLinks)} order by id`,
  );

/** The workspace's links among these slugs, in lower case. */
export async function findLinks(scope: Scope, slugs: string[]): Promise<Link[]> {
  const [links] = await readAll(scope, [selectLinks(scope, slugs)]);
  return links;
}

/**
 * The same, with `count` ids for link sends, which nobody else is given, from `firstId` on: a message holds the URL that is made of one, so that
 * messages and link sends can be written at once. Ids that are then not used are left out for good.
 */
export async function reserveIds(
  scope: Scope,
  slugs: string[],
  count: number,
): Promise<{ links: Link[]; firstId: number }> {
  const sequence = (change: SQL) => rows<{ last: number }>(scope, change);
  const [links, , reserved] = await readAll(scope, [
    selectLinks(scope, slugs),
    sequence(
      sql`insert into sqlite_sequence (name, seq) select 'link_sends', 0 where not exists (select 1 from sqlite_sequence where name = 'link_sends')`,
    ),
    sequence(
      sql`update sqlite_sequence set seq = seq + ${count} where name = 'link_sends' returning seq as last`,
    ),
  ]);
  return { links, firstId: reserved[0]!.last - count + 1 };
}

/** One link send for each of the links. */
export async function reserveSends(scope: Scope, slugs: string[]): Promise<ReservedSend[]> {
  const { links, firstId } = await reserveIds(scope, slugs, slugs.length);
  return links.map((link, index) => ({ ...link, sendId: firstId + index }));
}
