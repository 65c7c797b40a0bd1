import { phoneIn } from "#domain/written-phone";
import { answerRelates, comparable, expectedValues } from "#features/automation/engine/compare";
import type { Place, Reply } from "#features/automation/engine/run";
import { MAX_MATCHED_CHARACTERS, matchesPattern } from "#lib/patterns";
import type { Region } from "#lib/region";
import { dateIn } from "#lib/written-date";
import { emailIn } from "#lib/written-email";
import { numberIn } from "#lib/written-number";
import type { Match, WaitForReplySettings } from "./settings";

/** The handle of the first match that fits the reply's text or the id of the tapped button. */
export function matchingHandle({ matches }: WaitForReplySettings, { text, tapped }: Reply) {
  if (!matches?.length) return undefined;
  const given = [text, tapped].flatMap((one) =>
    one === null || one.trim() === "" ? [] : comparable(one),
  );
  const fits = (match: Match) =>
    given.some((one) =>
      expectedValues(match).some((expected) => answerRelates(one, match.op, expected)),
    );
  return matches.find(fits)?.handle;
}

/** The reply in the form that `validate` asks for: undefined when invalid, null when empty. */
export function validValue(
  { validate }: WaitForReplySettings,
  { text, place }: Reply,
  region: Region,
): string | number | Place | null | undefined {
  if (validate === "location") return place;
  const written = text?.trim();
  if (!written) return validate ? undefined : (place ?? null);
  if (!validate) return written;
  if (typeof validate === "object")
    return fitsPattern(written, validate.regex) ? written : undefined;
  switch (validate) {
    case "email":
      return emailIn(written);
    case "phone":
      return phoneIn(written, region.country);
    case "number":
      return numberIn(written, region.country);
    case "date":
      return dateIn(written, region)?.text;
  }
}

/** A longer text is invalid: a pattern would not see its end. */
const fitsPattern = (text: string, regex: string) =>
  text.length <= MAX_MATCHED_CHARACTERS && matchesPattern(regex, text);
