import * as z from "zod";
import { messageTypes } from "#domain/messaging";
import { defineTrigger } from "../definition";
import { ofSpeech } from "../settings";

export const firstMessage = defineTrigger({
  type: "first_message",
  lane: "speech",
  on: "message.received",
  mismatch: "written_before",
  settings: z.object(ofSpeech("never")),
  documentation: {
    summary: "The lead writes on a channel for the first time.",
    example: {},
  },
  rank: () => 20,
  fits: (_, { previousAt, messages }) => {
    const message = messages.find(({ type }) => messageTypes[type].isUnread);
    return message && previousAt === null ? { message } : undefined;
  },
  samples: () => [{}],
});
