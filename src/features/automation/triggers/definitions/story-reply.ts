import * as z from "zod";
import { platformsWith } from "#domain/platforms";
import { distinct, requiredText } from "#lib/fields";
import type { SpokenMessage } from "../cause";
import { defineTrigger } from "../definition";
import { pairsOf } from "../pairs";
import { ofSpeech } from "../settings";
import { excludedWords, hasWords, mayFit, soughtIn, wordSettings, wordsOrPatterns } from "../words";

const settings = z
  .object({
    ...ofSpeech({ after_days: 1 }),
    story_ids: distinct(z.array(requiredText(64)).min(1).max(50))
      .nullish()
      .describe("The ids of the stories at Meta. Default: any story."),
    ...wordSettings,
  })
  .refine(...wordsOrPatterns);

const isOf = ({ story_ids: ids }: z.output<typeof settings>, { story }: SpokenMessage) =>
  story !== null && (!ids || (story.id !== null && ids.includes(story.id)));

export const storyReply = defineTrigger({
  type: "story_reply",
  lane: "speech",
  on: "message.received",
  mismatch: "story_differs",
  platforms: platformsWith("story_mention"),
  settings,
  documentation: {
    summary: "The lead answers one of the account's stories, with any words or one of these.",
    example: { words: ["GUIDE"] },
  },
  rank: (data) => (data.story_ids || hasWords(data) ? 60 : 30),
  sought: soughtIn,
  fits: (data, { messages }, textsOf) => {
    const message = messages.find((one) => isOf(data, one) && mayFit(data, one, textsOf(one)));
    return message && { message };
  },
  findFaults: excludedWords,
  samples: ({ story_ids: ids, words, patterns }) =>
    pairsOf(ids ?? [null], patterns ? [] : (words ?? [null])).map(([id, text]) => ({
      ...{ story: { id }, text },
    })),
});
