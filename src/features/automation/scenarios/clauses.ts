import * as z from "zod";
import { BOOKING_ANSWERS, bookingNames } from "#domain/bookings";
import { comparedNames } from "#domain/field-names";
import { type LeadFields, leadFields } from "#domain/lead-fields";
import { profileMembers } from "#domain/leads";
import { TRIGGER_DATA, triggerNames } from "#domain/triggers";
import { requiredChoice, requiredText } from "#lib/fields";
import { isPattern, MAX_PATTERN_CHARACTERS, MAX_PATTERN_STEPS, patternSteps } from "#lib/patterns";
import { withCommas } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import { DATES } from "../engine/dates";

// The comparisons of waits, which look at replies, and of conditions, which look at the lead's
// fields.

/**
 * Texts are compared without case, accents, typographic marks (folded as in the search for leads)
 * and surrounding space; `matches` searches the text as it is, else with plain marks. Of several
 * values one has to fit. The first 4,096 characters of a text count, for a pattern the first 1,000.
 */
export const replyOps = ["equals", "contains", "starts_with", "in", "matches"] as const;
export const dateOps = ["before", "after", "within_days"] as const;
export type DateOp = (typeof dateOps)[number];
export const conditionOps = [
  ...replyOps,
  "not_equals",
  "not_contains",
  "ends_with",
  "not_in",
  "greater_than",
  "at_least",
  "less_than",
  "at_most",
  ...dateOps,
  "is_set",
  "is_not_set",
] as const;

export const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);
export const value = z.union([scalar, z.array(scalar).max(100)]);

export const COMPARED =
  "Comparisons of texts ignore case, accents and surrounding space, and take typographic quotes, " +
  "hyphens, blanks and digits for the plain ones. What a lead has answered equals a text " +
  "whatever quotes, brackets, key caps or skin tones it has, and whatever mark ends it. Numbers " +
  "are compared as numbers.";

export const PATTERNS =
  `in RE2's syntax, of at most ${withCommas(MAX_PATTERN_STEPS)} steps once repeats such ` +
  "as `\\d{1,100}` are written out. `\\w` and `\\b` know letters of all scripts";

/** A pattern that is searched for anywhere in a text. */
export const pattern = () =>
  requiredText(MAX_PATTERN_CHARACTERS, z.string()).refine(isPattern, validationMessages.format);

/** The fields that are true or false at a moment. */
export const momentFlags = ["window_open", "business_open", "has_booking"] as const;

/** The fields that conditions can compare, beside `variables.` with the key of a variable. */
export const comparedFields = (fields: LeadFields): readonly string[] => [
  "id",
  ...comparedNames(fields),
  ...profileMembers,
  ...["tags", "last_reply", ...momentFlags],
  ...triggerNames,
  ...bookingNames,
];

/** True if a field has a text that the lead has written, which answers may be spelt like. */
export const isWritten = (field: string) => field === "last_reply" || field === "trigger.text";

const compared = comparedFields(leadFields);

const DATE_OPS =
  "`before` and `after` compare with a date or `now`. A day ends at midnight, so `after` " +
  "2027-01-05 means the next day or later. `within_days` takes a number of days: 7 means the " +
  "next seven, -7 the last seven. These three compare variables, `last_reply` and the times of a " +
  "booking, and hold " +
  `only if the value is nothing but a date. ${DATES}. A variable can also hold seconds since ` +
  "1970.";

const COMPARED_FIELDS = compared.map((field) => `\`${field}\``).join(", ");

const [MAX_DAYS, MAX_DATE_CHARACTERS] = [36_600, 64];

/** True if an operator can compare with the value at all. */
function isComparable({ op, value: given }: { op: string; value?: unknown }) {
  if (given == null) return true;
  switch (op) {
    case "matches":
      return pattern().safeParse(given).success;
    case "within_days":
      return z.int().min(-MAX_DAYS).max(MAX_DAYS).safeParse(given).success;
    case "before":
    case "after":
      return z.union([requiredText(MAX_DATE_CHARACTERS), z.number()]).safeParse(given).success;
    default:
      return true;
  }
}

/** The beginning of a clause's field that is a variable. */
export const VARIABLE = "variables.";

/** The beginnings of fields that end with a key or a path. */
const PREFIXES = [VARIABLE, TRIGGER_DATA, BOOKING_ANSWERS];

const isField = (field: string) =>
  compared.includes(field) ||
  PREFIXES.some((prefix) => field.startsWith(prefix) && field.length > prefix.length);

const Clause = z
  .object({
    field: requiredText(80)
      .refine(
        isField,
        validationMessages.selectedOf([
          ...compared.filter((name) => !name.includes(".")),
          ...["variables.<key>", "trigger.<field>", "trigger.data.<path>"],
          ...["booking.<field>", "booking.answers.<question>"],
        ]),
      )
      .describe(
        "`variables.` and the key of a variable, or a path into one, such as " +
          `\`variables.res.plan\`; or one of ${COMPARED_FIELDS}. Those of \`trigger\`, and ` +
          "`trigger.data.` with a path into the data of an event, say what has started the run. " +
          "They are not set in runs that were enrolled. Those of `booking`, and " +
          "`booking.answers.` with a question, are of the booking that has started the run or " +
          "that it has waited for, else of the lead's next, else its last. `has_booking`: there " +
          "is one that is not cancelled.",
      ),
    op: requiredChoice(conditionOps).describe(
      `${COMPARED} \`matches\` looks for a pattern ${PATTERNS}. ${DATE_OPS}`,
    ),
    value: value
      .nullish()
      .describe(
        "For `tags`: the id of a tag, or a list of ids. For `blockers` and `levers`: one item. " +
          "`contains` looks for the text in each item.",
      ),
  })
  .refine(({ op, value: given }) => op === "is_set" || op === "is_not_set" || given != null, {
    error: validationMessages.required,
    path: ["value"],
  })
  .refine(isComparable, { error: validationMessages.format, path: ["value"] })
  .meta({ id: "ConditionClause" });

export type Clause = z.output<typeof Clause>;

export const clauses = (description: string) =>
  z.array(Clause).min(1).max(50).nullish().describe(description);

/**
 * The size of all patterns in a node's `data`, which may be invalid. A pattern counts with its
 * steps or its length, whichever is more, as long patterns take time as well.
 */
export function patternSizeIn(data: unknown): number {
  if (typeof data !== "object" || data === null) return 0;
  const { op, value: given, regex } = data as Record<string, unknown>;
  const isMatch = typeof op === "string" && op.trim() === "matches";
  const own = [isMatch && given, regex].reduce<number>(
    (sum, one) => sum + (typeof one === "string" ? Math.max(patternSteps(one), one.length) : 0),
    0,
  );
  return Object.values(data).reduce<number>((sum, member) => sum + patternSizeIn(member), own);
}
