import type { ProfileField } from "../../../domain/leads";
import type { Claim } from "../analyst";
import type { Sentence } from "./sentences";

/** How sure the rules are: of a plain statement in the first person, of a bare answer to a question, of what is usually meant by the words. */
export const PLAIN = 0.9;
export const ANSWER = 0.8;
export const USUAL = 0.6;

/** How something is said, by language: patterns of folded words (sentences.ts), from the beginning of a clause. */
export type Phrases = Record<"en" | "fr" | "es" | "pt", RegExp>;

/** Begins with one of these, at the end of a word. A `$` is the end of the clause. Words are folded: no more letters than these are needed, and their classes are dear. */
export const starts = (...alternatives: string[]) =>
  new RegExp(`^(?:${alternatives.join("|")})(?:(?<= )|(?![a-z0-9]))`);

export const says = (words: string, { en, fr, es, pt }: Phrases) =>
  en.test(words) || fr.test(words) || es.test(words) || pt.test(words);

/** What stands behind the words that say so, if they do. */
export const behind = (words: string, { en, fr, es, pt }: Phrases) => {
  const said = en.exec(words) ?? fr.exec(words) ?? es.exec(words) ?? pt.exec(words);
  return said ? words.slice(said[0].length) : undefined;
};

/** What a sentence tells of a field. The sentence as it stands is the evidence. */
export const claimOf = (
  field: ProfileField,
  value: Claim["value"],
  { said, text }: Sentence,
  confidence: number,
): Claim => ({
  field,
  value,
  confidence,
  messageId: said.id,
  quote: text,
});
