import { sql } from "drizzle-orm";
import { readBatch, unscopedBatch } from "#db/batch";
import { shortLinks } from "#db/schema/links";
import { within } from "#db/scope/scope";
import { reserveStatements } from "#db/writes/reserve";
import type { Scope } from "#env";
import { found } from "#lib/problem";

/** A short link of the workspace whose URL is in a message. */
export type Link = { id: number; slug: string; slugKey: string };

/** A link with the id that its link send will have. */
export type ReservedLinkSend = Link & { sendId: number };

const selectLinks = (scope: Scope, slugs: string[]) => sql<Link>`
  select id, slug, slug_key as slugKey
  from ${shortLinks}
  where slug_key in (select value from json_each(${JSON.stringify(slugs)}))
    and ${within(scope, shortLinks)}
  order by id`;

/** The workspace's links among these slugs, which are in lower case. */
export async function findLinks(scope: Scope, slugs: string[]): Promise<Link[]> {
  const { links } = await readBatch(scope, { links: selectLinks(scope, slugs) });
  return links;
}

/**
 * The workspace's links among these slugs, and `count` ids for link sends from `firstId` on, which
 * no other call gets. A message contains URLs made of the ids, so the ids must be known before
 * messages and link sends are written in one batch. Ids that are not used stay unused.
 */
export async function reserveIds(
  scope: Scope,
  slugs: string[],
  count: number,
): Promise<{ links: Link[]; firstId: number }> {
  // Not a batch of the request: it claims no idempotency key, as the messages are not written yet.
  const { links, reserved } = await unscopedBatch(scope, {
    links: selectLinks(scope, slugs),
    ...reserveStatements("link_sends", count),
  });
  return { links, firstId: found(reserved[0]).last - count + 1 };
}

/** Reserves one link send for each of the links. */
export async function reserveLinkSends(scope: Scope, slugs: string[]): Promise<ReservedLinkSend[]> {
  const { links, firstId } = await reserveIds(scope, slugs, slugs.length);
  return links.map((link, index) => ({ ...link, sendId: firstId + index }));
}
