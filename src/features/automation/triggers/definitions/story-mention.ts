import * as z from "zod";
import { platformsWith } from "#domain/platforms";
import { defineTrigger } from "../definition";
import { ofSpeech } from "../settings";

const TYPE = "story_mention";

export const storyMention = defineTrigger({
  type: TYPE,
  lane: "speech",
  on: "message.received",
  mismatch: "type_differs",
  platforms: platformsWith(TYPE),
  settings: z.object(ofSpeech({ after_days: 1 })),
  documentation: { summary: "The lead mentions the account in a story of its own.", example: {} },
  rank: () => 30,
  fits: (_, { messages }) => {
    const message = messages.find((one) => one.type === TYPE);
    return message && { message };
  },
  samples: () => [{ type: TYPE }],
});
