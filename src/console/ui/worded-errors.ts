import { ApiError, type FieldErrors } from "#client";
import { readTexts } from "../texts/catalogue";
import type { Language } from "../texts/language";

/** Most visits have no error of a field, so what says them is read with the first one. */
let words: typeof import("./field-words") | undefined;

/** Has at hand what an error is said with, where anything of it can be said. */
export async function readWordsFor(error: unknown) {
  if (words || !(error instanceof ApiError) || Object.keys(error.codes).length === 0) return;
  const load = async () => {
    const part = await import("./field-words");
    await readTexts();
    return part;
  };
  words = await load().catch(() => undefined);
}

/** The errors of fields in the reader's language; in the API's own words without a network. */
export const wordedErrors = (language: Language, error: ApiError): FieldErrors =>
  words ? words.inWords(words.fieldWords(language), error) : error.errors;
