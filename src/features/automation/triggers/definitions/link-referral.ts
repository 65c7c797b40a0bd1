import * as z from "zod";
import { platformTraits } from "#domain/platforms";
import { warnAt } from "#features/automation/scenarios/warnings";
import { distinct, requiredText } from "#lib/fields";
import { oncePer } from "#lib/memo";
import { validationMessages } from "#lib/validation-messages";
import type { SpokenMessage } from "../cause";
import { defineTrigger } from "../definition";
import { ofSpeech } from "../settings";
import { answerIn, soughtAnswer } from "../texts";
import { word } from "../words";

const settings = z
  .object({
    ...ofSpeech("always"),
    refs: distinct(z.array(requiredText(255)).min(1).max(50))
      .nullish()
      .describe("Instagram: what stands behind `?ref=` in the `ig.me` link, exactly."),
    texts: z
      .array(word())
      .min(1)
      .max(20)
      .nullish()
      .describe("WhatsApp: the text of the `wa.me` link, to which the lead adds nothing."),
  })
  .refine(({ refs, texts }) => refs != null || texts != null, {
    error: validationMessages.oneOf(["refs", "texts"]),
    path: ["refs"],
  });

const IN_LINKS = ["refs", "texts"] as const;

const answersOf = oncePer(
  ({ texts }: z.output<typeof settings>) =>
    new Set((texts ?? []).map((text) => soughtAnswer(text).key)),
);

export const linkReferral = defineTrigger({
  type: "link_referral",
  lane: "speech",
  on: "message.received",
  mismatch: "link_differs",
  settings,
  documentation: {
    summary: "The lead comes by a link to the chat: `wa.me` with a text, or `ig.me` with a `ref`.",
    example: { texts: ["I come from the webinar"] },
  },
  rank: () => 85,
  fits: (data, { messages }) => {
    const hasCome = (one: SpokenMessage) =>
      data.refs?.includes(one.referral?.ref ?? "") || answersOf(data).has(answerIn(one).key ?? "");
    const message = messages.find(hasCome);
    return message && { message };
  },
  // Instagram reports the link in a chat that exists already, and nothing is written there.
  windowAt: ({ refs }) => (refs == null ? "open" : "closed"),
  findFaults: (data, { platform }) =>
    IN_LINKS.filter((one) => data[one] != null && platformTraits[platform].chatLinks !== one).map(
      (one) => warnAt(one, "setting_not_on_platform", { platform }),
    ),
  samples: ({ refs, texts }) => [
    ...(refs ?? []).map((ref) => ({ referral: { adId: null, ref } })),
    ...(texts ?? []).map((text) => ({ text })),
  ],
});
