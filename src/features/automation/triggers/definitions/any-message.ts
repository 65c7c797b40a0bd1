import * as z from "zod";
import { speakingTypes } from "#domain/messaging";
import { platformTraits } from "#domain/platforms";
import { warnAt } from "#features/automation/scenarios/warnings";
import { distinct } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofSpeech } from "../settings";

const speakingType = z.enum(speakingTypes).meta({ id: "SpeakingMessageType" });

export const anyMessage = defineTrigger({
  type: "any_message",
  lane: "speech",
  on: "message.received",
  mismatch: "type_differs",
  settings: z.object({
    ...ofSpeech({ after_days: 1 }),
    types: distinct(z.array(speakingType).min(1).max(10))
      .nullish()
      .describe("The types of messages that count. Default: all."),
  }),
  documentation: { summary: "The lead writes anything.", example: {} },
  rank: () => 10,
  fits: ({ types }, { messages }) => {
    const message = messages.find((said) => (types ?? speakingTypes).includes(said.type));
    return message && { message };
  },
  findFaults: ({ types }, { platform }) => {
    const unreceived = new Set<string>(platformTraits[platform].unreceived);
    return (types ?? []).flatMap((name, index) =>
      unreceived.has(name) ? warnAt(`types.${index}`, "setting_not_on_platform", { platform }) : [],
    );
  },
  samples: ({ types }) => (types ?? ["text"]).map((type) => ({ type })),
});
