import { foldText } from "#lib/text";
import type { en } from "./phrases/en";

/**
 * The phrases of a language, apart by commas or lines. Case, accents, hyphens and apostrophes don't
 * matter. In a phrase, `(a|b)` is a choice, `[a]` may be left out, `...` stands for up to three
 * words, and `{group}` for a phrase of that group; `{number}` has two digits, `{word}` is
 * any word. `^` begins where the clause does, and a full stop ends where it does.
 */
export type Language = Record<keyof typeof en, string>;
export type Group = keyof Language;

const folded = (phrase: string) => foldText(phrase).replace(/['’]/g, "").replace(/-/g, " ");
const listed = (phrases: string) => phrases.split(/[,\n]/).flatMap((phrase) => phrase.trim() || []);

/** Finds the phrases of a language in folded words. */
export function phrasebookOf(language: Language) {
  const patterns = new Map<Group, RegExp>();
  const sources: Record<string, string> = { number: "[1-9]\\d", word: "\\S+" };

  function sourceOf(group: string): string {
    sources[group] ??= `(?:${listed(language[group as Group])
      .map(sourceOfPhrase)
      .join("|")})`;
    return sources[group];
  }
  const sourceOfPhrase = (phrase: string) =>
    folded(phrase)
      .replace(/ \[(.*?)\]/g, "(?: (?:$1))?")
      .replace(/\[(.*?)\] /g, "(?:(?:$1) )?")
      .replace(/\.\.\. /g, () => `(?:(?!${sourceOf("undoes")}(?![^ ]))\\S+ ){0,3}`)
      .replace(/\{(\w+)\}/g, (_, group: string) => sourceOf(group))
      .replace(/\.$/, "$");
  function patternOf(group: Group) {
    const pattern = patterns.get(group) ?? new RegExp(`(?<![^ ])${sourceOf(group)}(?![^ ])`, "g");
    patterns.set(group, pattern);
    return pattern;
  }

  const has = (group: Group, words: string) => words.search(patternOf(group)) >= 0;
  return {
    has,
    split: (text: string) => text.split(patternOf("joints")),
    withoutFillers: (words: string) =>
      words.replace(patternOf("fillers"), "").replace(/ {2,}/g, " ").trim(),
    /** The words that state it, unless others undo them or are about somebody else. */
    stated(group: Group, words: string): string | undefined {
      if (!has(group, words)) return undefined;
      for (const { 0: phrase, index } of words.matchAll(patternOf(group))) {
        const before = words.slice(0, index);
        const others = `${before} ${words.slice(index + phrase.length)}`;
        if (!has("undoes", before) && !has("others", others)) return phrase;
      }
    },
  };
}
export type Phrasebook = ReturnType<typeof phrasebookOf>;
