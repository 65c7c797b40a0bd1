import * as z from "zod";
import { distinct, requiredText } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofSpeech } from "../settings";

export const tap = defineTrigger({
  type: "tap",
  lane: "speech",
  on: "message.received",
  mismatch: "button_differs",
  settings: z.object({
    ...ofSpeech("always"),
    payloads: distinct(z.array(requiredText(255)).min(1).max(50)).describe(
      "The ids of the buttons, as the platform gives them back.",
    ),
    match: z
      .enum(["is", "begins"])
      .meta({ id: "TapMatch" })
      .default("is")
      .describe("`begins`: an id may go on after the text."),
  }),
  documentation: {
    summary:
      "The lead taps a button for which no run waits: an ice breaker, Get Started, an entry of " +
      "a menu.",
    example: { payloads: ["GET_STARTED"] },
  },
  rank: () => 90,
  fits: ({ payloads, match }, { messages }) => {
    const isOne = (tapped: string) =>
      match === "is"
        ? payloads.includes(tapped)
        : payloads.some((payload) => tapped.startsWith(payload));
    const message = messages.find(({ payload }) => payload !== null && isOne(payload));
    return message && { message };
  },
  samples: ({ payloads }) => payloads.map((payload) => ({ payload })),
});
