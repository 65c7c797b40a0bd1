import type { AutomaticMessages } from "#domain/automatic-messages";
import type { Scope } from "#env";
import { reserveIds } from "#features/links/recipients/reserve";
import { signToken } from "#features/links/recipients/token";
import { shortUrl } from "#features/links/store";
import type { Composed } from "#features/messaging/outbound/compose";
import { linkMessage, slugsInMessage } from "#features/messaging/outbound/places";
import { signPreferencesUrl } from "#features/messaging/outbound/preferences-url";
import type { Channel } from "#features/messaging/outbound/route";
import type { Outcome } from "./work";

/** A message of a run as it is stored. Its members are read by `messageStatements`. */
export type SentMessage = {
  run: number;
  lead: number;
  visit: number;
  node: string;
  platform: string;
  channel: number;
  /** The comment that it answers. */
  comment: number | null;
  type: string;
  text: string | null;
  payload: object;
  automatic?: AutomaticMessages | undefined;
  links: { linkId: number; sendId: number }[];
};

type Link = { id: number; slug: string };
/** A short link in a message, with the id of its link send. */
type Reserved = { slugKey: string; link: Link; sendId: number };

/**
 * The messages of the outcomes, with the recipients' own URLs in them. Takes one round trip, or
 * none without short links.
 */
export async function messagesOf(scope: Scope, outcomes: Outcome[]): Promise<SentMessage[]> {
  const sends = outcomes.flatMap(({ run, effects }) =>
    effects
      .filter((effect) => effect.kind === "send")
      .map((send) => ({ ...send, run, slugs: slugsInMessage(send.composed, scope.shortUrlBase) })),
  );
  const reserve = await reserveLinks(
    scope,
    sends.flatMap(({ slugs }) => slugs),
  );
  const reserved = sends.map((send) => ({ ...send, links: reserve(send.slugs) }));
  return Promise.all(
    reserved.map(async ({ run, visit, nodeId, target, commentId, composed, automatic, links }) => {
      const signed = await signPreferencesUrl(scope, run.lead.id, composed);
      const { type, text, content } = await withUrls(scope, signed, links);
      return {
        run: run.id,
        lead: run.lead.id,
        visit,
        node: nodeId,
        platform: target.platform,
        channel: idOf(target.channel),
        comment: commentId ?? null,
        type,
        text,
        payload: content,
        automatic,
        links: links.map(({ link, sendId }) => ({ linkId: link.id, sendId })),
      };
    }),
  );
}

/** The engine sends only where there is a channel. */
function idOf(channel: Channel | undefined) {
  if (!channel) throw new TypeError("A message without a channel can't be queued.");
  return channel.id;
}

/** Reserves an id for each link send. Returns a function from a message's slugs to its links. */
async function reserveLinks(scope: Scope, slugs: string[]) {
  const { links, firstId } =
    slugs.length > 0
      ? await reserveIds(scope, [...new Set(slugs)], slugs.length)
      : { links: [], firstId: 0 };
  const bySlug = new Map(links.map((link) => [link.slugKey, link]));
  let nextId = firstId;
  return (ofMessage: string[]): Reserved[] =>
    ofMessage.flatMap((slug) => {
      const link = bySlug.get(slug);
      return link ? [{ slugKey: link.slugKey, link, sendId: nextId++ }] : [];
    });
}

/** The message with the recipient's own URLs in place of the short links. */
async function withUrls(scope: Scope, composed: Composed, links: Reserved[]): Promise<Composed> {
  const urls = await Promise.all(
    links.map(async ({ slugKey, link, sendId }) => {
      const token = await signToken(scope.appKey, link.id, sendId);
      return [slugKey, `${shortUrl(scope, link.slug)}/${token}`] as const;
    }),
  );
  const bySlug = new Map(urls);
  return linkMessage(composed, scope.shortUrlBase, (slug) => bySlug.get(slug));
}
