import { phoneIn } from "#domain/written-phone";
import { storable } from "#lib/json";
import { foldText } from "#lib/text";
import { type Members, textOf } from "./members";

/** The most questions of an item, and the characters of one. */
const [MAX_ANSWERS, MAX_QUESTION] = [200, 300];

/** A question as a key: without what no key may have. */
const keyOf = (question: string) =>
  storable(question).replaceAll("\\", "/").trim().slice(0, MAX_QUESTION);

/** Answers by question. Of several to one question, the first that is not blank counts. */
export function answersBy(pairs: Iterable<readonly [question: unknown, answer: unknown]>): Members {
  const answers = new Map<string, unknown>();
  for (const [question, answer] of pairs) {
    const key = keyOf(textOf(question) ?? "");
    const isNew = key !== "" && key !== "__proto__" && answers.get(key) == null;
    if (isNew && answers.size < MAX_ANSWERS) answers.set(key, answer ?? null);
  }
  return Object.fromEntries(answers);
}

/** Words for a phone in questions, without case and accents. */
const PHONE = new RegExp(
  "whats ?app|\\b(phones?|tele?phone|mobile|cell|tel|telefon[eo]?|telefonnummer|handy(nummer)?|" +
    "mobil|movil|celular|cellulare|telemovel|portable|numero|number|nummer)\\b",
);

/** The first answer to a question about a phone that has one. */
export function phoneAmong(answers: Members, country: string | null): string | undefined {
  for (const [question, answer] of Object.entries(answers)) {
    const text = PHONE.test(foldText(question)) ? textOf(answer) : undefined;
    if (text !== undefined && phoneIn(text, country) !== undefined) return text;
  }
  return undefined;
}
