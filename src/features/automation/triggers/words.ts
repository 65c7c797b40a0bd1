import * as z from "zod";
import { PATTERNS, pattern } from "#features/automation/scenarios/clauses";
import { limited } from "#lib/fields";
import { oncePer } from "#lib/memo";
import { matchesPattern, patternSteps } from "#lib/patterns";
import { foldAnswer, foldWritten } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { SpokenMessage } from "./cause";
import { answerKey, hasWord, readText, type SearchedText, soughtWord } from "./texts";

// The words of triggers: what they look for in messages.

const MAX_WORD_CHARACTERS = 80;

/** A text that says something once it is folded. */
export const word = () =>
  limited(MAX_WORD_CHARACTERS).refine((text) => foldWritten(text) !== "", {
    error: validationMessages.required,
  });

export const matches = ["word", "is", "begins", "contains"] as const;
export type WordMatch = (typeof matches)[number];

export const wordSettings = {
  words: z
    .array(word())
    .min(1)
    .max(50)
    .nullish()
    .describe(
      "The words to look for, in all languages. Case, accents, skin tones and typographic marks " +
        "make no difference. Of a message, the first 4,096 characters are searched.",
    ),
  match: z
    .enum(matches)
    .meta({ id: "WordMatch" })
    .default("word")
    .describe(
      "`word`: the message has the word, with no letter or digit next to it. `is`: it says " +
        "nothing else. `begins`: it begins with it. `contains`: it has these characters anywhere.",
    ),
  patterns: z
    .array(pattern())
    .min(1)
    .max(5)
    .nullish()
    .describe(
      `Instead of \`words\`: patterns ${PATTERNS}. They look at the first 1,000 characters.`,
    ),
  exclude: z
    .array(word())
    .min(1)
    .max(20)
    .nullish()
    .describe("A message with one of these words does not fit. They are looked for as `word`."),
};

type Words = {
  words?: string[] | null | undefined;
  match: WordMatch;
  patterns?: string[] | null | undefined;
  exclude?: string[] | null | undefined;
};

const compiled = oncePer(({ words, match, exclude }: Words) => ({
  isFound: finderOf(match, words ?? []),
  excluded: (exclude ?? []).map(soughtWord),
}));

type Finder = (text: SearchedText) => boolean;

function finderOf(match: WordMatch, words: string[]): Finder {
  if (match === "is") {
    const answers = new Set(words.map(foldAnswer));
    return ({ answer }) => answers.has(answer);
  }
  const sought = words.map(soughtWord);
  switch (match) {
    case "word":
      return (text) => sought.some((one) => hasWord(text, one));
    case "begins":
      return ({ folded: text }) => sought.some(({ folded }) => text.startsWith(folded));
    case "contains":
      return ({ holds }) => sought.some((one) => holds(one.sought));
  }
}

/** True if a message says what the settings look for. */
export function saysWords(data: Words, message: SpokenMessage) {
  if (message.text === null) return false;
  const text = readText(message);
  const { isFound, excluded } = compiled(data);
  const isFitting = data.patterns
    ? data.patterns.some((one) => matchesPattern(one, message.text ?? ""))
    : isFound(text);
  return isFitting && !excluded.some((one) => hasWord(text, one));
}

/** Keys, of which a message that fits has at least one; undefined where there are none. */
export function wordKeys({ words, match }: Words): string[] | undefined {
  if (match === "is") return words?.map((one) => answerKey(foldAnswer(one)));
  if (match !== "word" || !words) return undefined;
  const keys = words.flatMap((one) => {
    const [longest] = soughtWord(one).words.toSorted((a, b) => b.length - a.length);
    return longest ?? [];
  });
  return keys.length === words.length ? keys : undefined;
}

/** The steps or characters of the patterns in a trigger's settings, whichever are more. */
export const patternSizeOf = ({ patterns }: { patterns?: string[] | null | undefined }) =>
  (patterns ?? []).reduce((sum, one) => sum + Math.max(patternSteps(one), one.length), 0);
