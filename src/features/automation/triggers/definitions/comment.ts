import * as z from "zod";
import { commentedPlatforms } from "#domain/platforms";
import { LIVE_REPLY_MS, PRIVATE_REPLY_MS } from "#domain/private-replies";
import { boolean, distinct, requiredText } from "#lib/fields";
import type { SpokenComment } from "../cause";
import { defineTrigger } from "../definition";
import { pairsOf } from "../pairs";
import { againByComment, ofSpeech } from "../settings";
import { excludedWords, hasWords, mayFit, soughtIn, wordSettings, wordsOrPatterns } from "../words";

/** In seconds: how long Instagram takes a private reply, and in a broadcast that is live. */
const [REPLY_WITHIN, REPLY_WITHIN_LIVE] = [PRIVATE_REPLY_MS / 1_000, LIVE_REPLY_MS / 1_000];

const settings = z
  .object({
    ...ofSpeech("never"),
    again: againByComment,
    media_ids: distinct(z.array(requiredText(255)).min(1).max(50))
      .nullish()
      .describe("The platform's ids of the posts. Default: any post."),
    ...wordSettings,
    replies: boolean().default(false).describe("Whether replies to other comments count, too."),
    live: z
      .enum(["no", "also", "only"])
      .meta({ id: "LiveComments" })
      .default("no")
      .describe("Whether comments under live broadcasts count, too, or alone."),
  })
  .refine(...wordsOrPatterns);

type Settings = z.output<typeof settings>;

const isKindOf = ({ replies, live }: Settings, { parentId, isLive }: Kind) =>
  (replies || parentId === null) && (live === "also" || isLive === (live === "only"));

type Kind = Pick<SpokenComment, "parentId" | "isLive">;

const KINDS: Kind[] = [null, "0"].flatMap((parentId) =>
  [false, true].map((isLive) => ({ parentId, isLive })),
);

export const comment = defineTrigger({
  type: "comment",
  lane: "speech",
  on: "comment.received",
  mismatch: "comment_differs",
  platforms: commentedPlatforms,
  settings,
  documentation: {
    summary: "Somebody comments on a post. If they are no lead, the start makes them one.",
    example: { media_ids: ["17905512345678901"], words: ["price"], exclude: ["giveaway"] },
  },
  rank: (data) => {
    if (hasWords(data)) return data.media_ids ? 75 : 70;
    return data.media_ids ? 65 : 20;
  },
  sought: soughtIn,
  fits: (data, { comment: utterance }, textsOf) => {
    const isUnderPost = !data.media_ids || data.media_ids.includes(utterance.mediaId);
    if (!isUnderPost || !isKindOf(data, utterance)) return undefined;
    return mayFit(data, utterance, textsOf(utterance)) ? { comment: utterance } : undefined;
  },
  subject: ({ comment: { mediaId } }) => mediaId,
  windowAt: ({ live }) => ({ replyWithin: live === "no" ? REPLY_WITHIN : REPLY_WITHIN_LIVE }),
  findFaults: excludedWords,
  samples: (data) => {
    const places = pairsOf(
      data.media_ids ?? ["any"],
      KINDS.filter((kind) => isKindOf(data, kind)),
    );
    return pairsOf(data.patterns ? [] : (data.words ?? [null]), places).map(
      ([text, [mediaId, kind]]) => ({ comment: { ...kind, text, mediaId, adId: null } }),
    );
  },
});
