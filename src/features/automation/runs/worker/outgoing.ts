import type { Scope } from "../../../../env";
import { reserveIds } from "../../../links/recipients/reserve";
import { signToken } from "../../../links/recipients/token";
import { replaceLinks, slugsIn } from "../../../links/rewrite";
import { shortUrl } from "../../../links/store";
import { type Composed, rewrite, textsIn } from "../../../messaging/outbound/compose";
import type { Taken } from "./work";

/** A message of a run as it is stored. `channel` is never missing: what has none is not sent. */
export type SentMessage = {
  run: number;
  lead: number;
  visit: number;
  platform: string;
  channel: number;
  type: string;
  text: string | null;
  payload: object;
  links: { linkId: number; sendId: number }[];
};

/** The messages of a turn, with the recipients' own URLs in them. One round trip, none without short links. */
export async function messagesOf(scope: Scope, taken: Taken[]): Promise<SentMessage[]> {
  const sends = taken.flatMap(({ run, effects }) =>
    effects
      .filter((effect) => effect.kind === "send")
      .map((send) => ({ ...send, run, slugs: slugsOf(scope, send.composed) })),
  );
  const slugs = new Set(sends.flatMap((send) => send.slugs));
  const count = sends.reduce((sum, send) => sum + send.slugs.length, 0);
  const { links, firstId } =
    count > 0 ? await reserveIds(scope, [...slugs], count) : { links: [], firstId: 0 };
  const bySlug = new Map(links.map((link) => [link.slugKey, link]));
  let nextId = firstId;
  return Promise.all(
    sends.map(async ({ run, visit, target, composed, slugs }) => {
      const own = slugs.flatMap((slug) => {
        const link = bySlug.get(slug);
        return link ? [{ link, sendId: nextId++ }] : [];
      });
      const urls = new Map(
        await Promise.all(
          own.map(async ({ link, sendId }) => {
            const token = await signToken(scope.appKey, link.id, sendId);
            return [link.slugKey, `${shortUrl(scope, link.slug)}/${token}`] as const;
          }),
        ),
      );
      const { type, text, content } = rewrite(composed, (written, { isUrlButton }) =>
        replaceLinks(written, scope.shortUrlBase, (slug) => urls.get(slug), isUrlButton),
      );
      return {
        run: run.id,
        lead: run.lead.id,
        visit,
        platform: target.platform,
        channel: target.channel!.id,
        type,
        text,
        payload: content,
        links: own.map(({ link, sendId }) => ({ linkId: link.id, sendId })),
      };
    }),
  );
}

const slugsOf = ({ shortUrlBase }: Scope, composed: Composed) => [
  ...new Set(textsIn(composed).flatMap(({ text }) => slugsIn(text, shortUrlBase))),
];
