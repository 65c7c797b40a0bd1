import type { z } from "zod";
import { BoundedErrors, inPath } from "./bounded-errors";
import { validationMessages } from "./validation-messages";

/** The errors that zod found, by field. */
export function errorsOf(issues: z.core.$ZodIssue[]) {
  const errors = new BoundedErrors();
  for (const issue of issues) {
    if (errors.isFull) break;
    errors.add(issue.path.map(inPath).join(".") || "body", issue.message);
  }
  return errors.found;
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
