import type { FieldErrorCode, FieldErrorParams } from "#client";
import type { Like } from "../texts/catalogue";
import type en from "./field-words.en";

export type FieldWords = Like<typeof en>;

/** The words of a code; undefined where only the API's own text says it. */
export const sayFault = (
  words: FieldWords,
  code: FieldErrorCode | undefined,
  params: FieldErrorParams = {},
) => (code === undefined || code === "other" ? undefined : words[code]?.(params));
