import type { z } from "zod";
import type { FieldErrors } from "./problem";
import { fieldMessage, validationMessages } from "./validation-messages";

/**
 * A body can hold 250,000 invalid items, whose errors would be twenty times as long as the body,
 * and more where they list the values to choose from.
 */
const MAX_ERRORS = 1000;
const MAX_CHARACTERS = 100_000;

/** The errors that zod found, by field. */
export function errorsOf(issues: z.core.$ZodIssue[]) {
  const errors: FieldErrors = {};
  let characters = 0;
  for (const issue of issues.slice(0, MAX_ERRORS)) {
    const field = issue.path.join(".") || "body";
    const message = fieldMessage(field, issue.message);
    characters += field.length + message.length;
    if (characters > MAX_CHARACTERS) break;
    errors[field] ??= [];
    if (!errors[field].includes(message)) errors[field].push(message);
  }
  return errors;
}

/** The text of an error that zod found, with `:f` for the field. */
export function wording(issue: z.core.$ZodRawIssue): string {
  if (issue.input == null) return validationMessages.required;
  switch (issue.code) {
    case "invalid_type":
      return (
        {
          string: validationMessages.string,
          array: validationMessages.array,
          boolean: validationMessages.boolean,
          object: validationMessages.object,
          record: validationMessages.object,
        }[issue.expected as string] ?? validationMessages.integer
      );
    case "too_small":
      return issue.origin === "array"
        ? validationMessages.atLeastItems(issue.minimum)
        : validationMessages.atLeast(issue.minimum);
    case "too_big":
      if (issue.origin === "array") return validationMessages.atMostItems(issue.maximum);
      return issue.maximum === Number.MAX_SAFE_INTEGER
        ? validationMessages.integer
        : validationMessages.atMost(issue.maximum);
    case "invalid_value":
      return typeof issue.input === "string"
        ? validationMessages.selectedOf(issue.values)
        : validationMessages.string;
    default:
      return validationMessages.format;
  }
}
