import * as z from "zod";
import { exactlyOne } from "#lib/exactly-one";
import { defineTrigger } from "../definition";
import { ofSpeech } from "../settings";
import { excludedWords, saysWords, soughtIn, type WordMatch, wordSettings } from "../words";

const RANKS: Record<WordMatch, number> = { is: 70, begins: 60, word: 50, contains: 40 };
const PATTERN_RANK = 35;

export const keyword = defineTrigger({
  type: "keyword",
  lane: "speech",
  on: "message.received",
  mismatch: "words_differ",
  settings: z
    .object({ ...ofSpeech("always"), ...wordSettings })
    .superRefine(exactlyOne(["words", "patterns"])),
  documentation: {
    summary: "The lead writes one of these words.",
    example: { words: ["GUIDE", "le guide"] },
  },
  rank: ({ patterns, match }) => (patterns ? PATTERN_RANK : RANKS[match]),
  sought: soughtIn,
  fits: (data, { messages }, textsOf) => {
    const message = messages.find((one) => saysWords(data, one, textsOf(one)));
    return message && { message };
  },
  findFaults: excludedWords,
  samples: ({ words }) => (words ?? []).map((text) => ({ text })),
});
