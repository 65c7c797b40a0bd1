import { oncePer } from "#lib/memo";
import { foldKeyword } from "#lib/text";
import { unsigned, withoutCourtesy } from "./consent-signatures";
import { consentWords } from "./consent-words";
import { everythingButtons, promotionButtons } from "./platform-buttons";

/** Words that a workspace has added to those that are built in. */
export type AddedWords = { stop: readonly string[]; start: readonly string[] };

/** `promotions`: the label of a button of Meta's own, which stops marketing. `word` is folded. */
export type Recognised = {
  kind: "stop" | "start";
  source: "promotions" | "strong" | "weak";
  word: string;
};

type Known = Pick<Recognised, "kind" | "source">;

const buttons = (labels: Record<string, string[]>, source: Recognised["source"]) =>
  Object.values(labels)
    .flat()
    .map((label): [string, Known] => [foldKeyword(label), { kind: "stop", source }]);

const BUILT_IN = new Map<string, Known>([
  ...consentWords.map(({ word, kind, strength }): [string, Known] => [
    foldKeyword(word),
    { kind, source: strength },
  ]),
  ...buttons(promotionButtons, "promotions"),
  ...buttons(everythingButtons, "strong"),
]);

/** The weak words, folded. */
export const weakWords = [...BUILT_IN].flatMap(([word, { source }]) =>
  source === "weak" ? [word] : [],
);

/** The word that a folded text is by itself; undefined where it is more than a word, or none. */
export function builtInKind(folded: string): "stop" | "start" | undefined {
  return BUILT_IN.get(folded)?.kind;
}

const foldedWords = oncePer((words: readonly string[]) => new Set(words.map(foldKeyword)));

/** True if a text is one of the words and nothing else. */
const isOneOf = (folded: string, words: readonly string[]) =>
  folded !== "" && foldedWords(words).has(folded);

/**
 * The word by which a text unsubscribes its sender or subscribes them again: the text is nothing
 * else but marks, emoji, courtesies and a signature. A weak word has no courtesies. A name may be
 * what a word is about (`Cancel`, and `Tuesday` in the next line): only strong words unsubscribe
 * beside one.
 */
export function recognise(text: string, added: AddedWords): Recognised | undefined {
  const kindOf = (folded: string) => find(folded, added)?.kind;
  const read = unsigned(
    text,
    (folded, first) => (kindOf(folded) ?? kindOf(first)) !== kindOf(first),
  );
  if (!read?.words) return undefined;
  const { words, isPolite, isNamed } = read;
  const found = find(words, added) ?? find(withoutCourtesy(words), added);
  const isWeak = found?.source === "weak";
  if (isWeak && (isPolite || found.word !== words)) return undefined;
  return isNamed && (isWeak || found?.kind === "start") ? undefined : found;
}

function find(word: string, added: AddedWords): Recognised | undefined {
  const known = BUILT_IN.get(word);
  if (isOneOf(word, added.stop)) return { kind: "stop", source: "strong", word };
  if (known) return { ...known, word };
  return isOneOf(word, added.start) ? { kind: "start", source: "strong", word } : undefined;
}
