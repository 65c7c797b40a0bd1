import { MAX_MATCHED_CHARACTERS, matchesPattern } from "../../../../../lib/patterns";
import { possiblePhone } from "../../../../../lib/phone";
import { codePoints } from "../../../../../lib/text";
import { comparable, expectedValues, relates } from "../../compare";
import type { Reply } from "../../run";
import type { Match, WaitForReplySettings } from "./settings";

/** The handle of the first match that fits the reply's text or the id of the tapped button. */
export function matchingHandle({ matches }: WaitForReplySettings, { text, tapped }: Reply) {
  if (!matches?.length) return undefined;
  const given = [text, tapped].flatMap((one) =>
    one === null || one.trim() === "" ? [] : comparable(one),
  );
  const fits = (match: Match) =>
    given.some((one) => expectedValues(match).some((expected) => relates(one, match.op, expected)));
  return matches.find(fits)?.handle;
}

const MAX_EMAIL_CHARACTERS = 255;
const EMAIL = /^[^\s@,;:<>()"]+@([^\s@.,;:<>()"]+\.)+(\p{L}{2,}|xn--[a-z0-9-]+)$/iu;

const DIGITS = /^[+-]?\d+([.,]\d+)?$/;
const THOUSANDS = /^[+-]?\d{1,3}(\s\d{3})+([.,]\d+)?$/;

/** The reply in the form that `validate` asks for: undefined when invalid, null when empty. */
export function validValue(
  { validate }: WaitForReplySettings,
  { text }: Reply,
  defaultCountry: string | null,
): string | number | null | undefined {
  const written = text?.trim();
  if (!written) return validate ? undefined : null;
  if (!validate) return written;
  if (typeof validate === "object")
    return fitsPattern(written, validate.regex) ? written : undefined;
  switch (validate) {
    case "email":
      return codePoints(written) <= MAX_EMAIL_CHARACTERS && EMAIL.test(written)
        ? written
        : undefined;
    case "phone":
      return possiblePhone(written, defaultCountry) ?? undefined;
    case "number":
      return numberIn(written);
  }
}

/** A longer text is invalid: a pattern would not see its end. */
const fitsPattern = (text: string, regex: string) =>
  text.length <= MAX_MATCHED_CHARACTERS && matchesPattern(regex, text);

function numberIn(text: string) {
  if (!DIGITS.test(text) && !THOUSANDS.test(text)) return undefined;
  const number = Number(text.replace(/\s/g, "").replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}
