import * as z from "zod";
import { PATTERNS, pattern } from "#features/automation/scenarios/clauses";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { limited } from "#lib/fields";
import { oncePer } from "#lib/memo";
import { findsPattern, patternSize, patternsIn, patternWeight, searchedText } from "#lib/patterns";
import { foldWritten } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Utterance } from "./cause";
import { soughtAnswer, soughtText, textsIn } from "./texts";

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
      `Instead of \`words\`: patterns ${PATTERNS}. They look at the first 1,000 characters. ` +
        "Those of a scenario may weigh 2,000 steps, of a workspace 20,000. A short pattern " +
        "weighs 30 to 80, and one whose repeats nest, such as `((a|b)?){200}!`, thousands.",
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

type Sought = Pick<Words, "words" | "patterns">;

/** The refinement of settings that may look for words or for patterns, or for neither. */
export const wordsOrPatterns: [(data: Sought) => boolean, { error: string; path: string[] }] = [
  ({ words, patterns }) => words == null || patterns == null,
  { error: validationMessages.notBeside("words"), path: ["patterns"] },
];

/** True if such settings look for something. */
export const hasWords = ({ words, patterns }: Sought) => words != null || patterns != null;

const PLACES = { word: "word", begins: "start", contains: "anywhere" } as const;

/** The texts that the settings look for; those of `words` and `exclude` apart. */
export const soughtIn = oncePer(({ words, match, exclude }: Words) => ({
  words: (words ?? []).map((one) =>
    match === "is" ? soughtAnswer(one) : soughtText(PLACES[match], one),
  ),
  exclude: (exclude ?? []).map((one) => soughtText("word", one)),
}));

/** The compiled patterns of the settings. */
const patternsOf = oncePer(({ patterns }: Words) => patternsIn(patterns ?? []));

const searchedOf = oncePer(({ text }: Utterance) => searchedText(text ?? ""));

/**
 * True if a message or a comment says what the settings look for. `has`: the keys of the texts that
 * it has.
 */
export function saysWords(data: Words, utterance: Utterance, has: ReadonlySet<string>) {
  if (utterance.text === null) return false;
  const isFitting = data.patterns
    ? patternsOf(data).some((one) => findsPattern(one, searchedOf(utterance)))
    : soughtIn(data).words.some(({ key }) => has.has(key));
  return isFitting && !isExcluded(data, has);
}

/** The same for settings that may look for nothing: then all fits that has no excluded word. */
export const mayFit = (data: Words, utterance: Utterance, has: ReadonlySet<string>) =>
  hasWords(data) ? saysWords(data, utterance, has) : !isExcluded(data, has);

/** True if it says a word that the settings exclude. */
const isExcluded = (data: Words, has: ReadonlySet<string>) =>
  soughtIn(data).exclude.some(({ key }) => has.has(key));

/**
 * The warnings about words that `exclude` takes away whatever stands around them: a word that may
 * go on as another, as in "begins", still fits there.
 */
export function excludedWords(data: Words): NodeWarning[] {
  const { words, match, exclude } = data;
  if (!exclude || match === "begins" || match === "contains") return [];
  const sought = soughtIn(data).exclude;
  const textsOf = textsIn(sought);
  return (words ?? []).flatMap((name, index) =>
    isExcluded(data, textsOf({ text: name }))
      ? warnAt(`words.${index}`, "word_excluded", { name })
      : [],
  );
}

/** The weight of the patterns in a trigger's settings. */
export const patternWeightOf = ({ patterns }: { patterns?: string[] | null | undefined }) =>
  (patterns ?? []).reduce((sum, one) => sum + patternWeight(one), 0);

/** The size of patterns in settings that are not read yet: it is known without compiling them. */
export function patternSizeIn(data: unknown) {
  const patterns = data instanceof Object && "patterns" in data ? data.patterns : null;
  if (!Array.isArray(patterns)) return 0;
  return patterns.reduce<number>(
    (sum, one) => sum + (typeof one === "string" ? patternSize(one) : 0),
    0,
  );
}
