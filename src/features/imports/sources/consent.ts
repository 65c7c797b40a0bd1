import * as z from "zod";
import { type ConsentScope, consentScopes } from "#domain/consents";
import { requiredChoice, requiredText } from "#lib/fields";
import { cut, foldText } from "#lib/text";
import { Path } from "./mapping";

/** The answers that consent, and the characters of each. */
const [MAX_ANSWERS, MAX_ANSWER] = [20, 255];

export const SourceConsent = z
  .object({
    from: Path.describe("The answer to the question for consent. The last key is the question."),
    equals: z
      .array(requiredText(MAX_ANSWER))
      .min(1)
      .max(MAX_ANSWERS)
      .describe("The answers that consent, ignoring case and accents. All others don't."),
    scope: requiredChoice(consentScopes),
  })
  .meta({
    id: "SourceConsent",
    description:
      "The consent that an answer gives, entered with the method `form`. It subscribes nobody " +
      "again: who has unsubscribed from the scope, or is suppressed, stays so.",
    examples: [{ from: "newsletter", equals: ["on", "yes"], scope: "marketing" }],
  });
export type SourceConsent = z.output<typeof SourceConsent>;

/** A ledger is no place for essays. */
const [MAX_QUESTION, MAX_GIVEN] = [300, 200];

function questionOf(path: Path) {
  const keys = typeof path === "string" ? path.split(".") : path;
  return cut(keys.at(-1) ?? "", MAX_QUESTION);
}

/** The consent that an answer gives; null if it gives none. */
export function consentGiven(
  { from, equals, scope }: SourceConsent,
  answer: string | null,
): { about: ConsentScope; words: string } | null {
  if (answer === null) return null;
  const given = foldText(answer.trim());
  if (!equals.some((text) => foldText(text.trim()) === given)) return null;
  const question = questionOf(from);
  const mark = /[\p{P}]$/u.test(question.trim()) ? " " : ": ";
  return { about: scope, words: question + mark + cut(answer.trim(), MAX_GIVEN) };
}
