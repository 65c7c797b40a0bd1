import { RE2JS } from "re2js";
import { remembered } from "./memo";

// Patterns that clients write, held against texts that anybody writes: RE2 takes a time linear in the text, whatever the pattern.

const MAX_COMPILED = 500;

/** Null where it is no pattern. The case does not count. */
const compile = remembered(MAX_COMPILED, (pattern) => {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch {
    return null;
  }
});

export const isPattern = (pattern: string) => compile(pattern) !== null;

/** Whether the pattern is found anywhere in the text. What is no pattern is found nowhere. */
export const matchesPattern = (pattern: string, text: string) => compile(pattern)?.matcher(text).find() ?? false;
