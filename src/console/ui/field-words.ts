import type { FieldErrorCode, FieldErrorParams } from "#client";
import { catalogue, part } from "../texts/catalogue";
import { type FieldWords, sayFault } from "./say-fault";

/** The API's errors of a field, in words that stand below its label and need not name it. */
export const fieldWords = part(
  catalogue({
    en: () => import("./field-words.en"),
    fr: () => import("./field-words.fr"),
  }),
  "default",
);

type Answered = {
  errors: Record<string, string[]>;
  codes: Record<string, FieldErrorCode[]>;
  params: Record<string, FieldErrorParams[]>;
};

/** The errors of fields in words, each once. What has no code that is known stays as it is. */
export const inWords = (words: FieldWords, { errors, codes, params }: Answered) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      [
        ...new Set(
          messages.map(
            (message, index) =>
              sayFault(words, codes[field]?.[index], params[field]?.[index]) ?? message,
          ),
        ),
      ],
    ]),
  );
