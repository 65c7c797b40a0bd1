import * as z from "zod";
import { platformTraits } from "#domain/platforms";
import { distinct, requiredText } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofSpeech } from "../settings";

export const adClick = defineTrigger({
  type: "ad_click",
  lane: "speech",
  on: "message.received",
  mismatch: "ad_differs",
  settings: z.object({
    ...ofSpeech("always"),
    ad_ids: distinct(z.array(requiredText(64)).min(1).max(50))
      .nullish()
      .describe("The ids of the ads at Meta. Default: any ad."),
  }),
  documentation: {
    summary: "The lead comes by an ad and writes, sends a voice message or opens the chat.",
    example: { ad_ids: ["120211"] },
  },
  rank: ({ ad_ids: ids }) => (ids ? 80 : 30),
  fits: ({ ad_ids: ids }, { messages }) => {
    const message = messages.find(
      ({ referral }) => referral?.adId != null && (!ids || ids.includes(referral.adId)),
    );
    return message && { message };
  },
  // As behind links: where these have references, the ad may be all that comes.
  windowAt: (_, platform) => (platformTraits[platform].chatLinks === "refs" ? "closed" : "open"),
  samples: ({ ad_ids: ids }) => (ids ?? ["any"]).map((adId) => ({ referral: { adId, ref: null } })),
});
