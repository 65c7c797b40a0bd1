import { text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

/** An optional text that no recipient sees, in which placeholders would have no effect. */
export const withoutPlaceholders = (most: number) =>
  text(most).refine((value) => !value?.includes("{{"), validationMessages.noPlaceholders);
