import { MAX_MATCHED_CHARACTERS, matchesPattern } from "../../../lib/patterns";
import { possiblePhone } from "../../../lib/phone";
import { codePoints } from "../../../lib/text";
import type { NodeData } from "../scenarios/nodes";
import { compared, stands, valuesAsked } from "./compare";
import type { Reply } from "./run";

type WaitForReply = NodeData["wait_for_reply"];

/** The handle of the first match that fits the reply's text or what stands behind the button. */
export function matchOf({ matches }: WaitForReply, { text, tapped }: Reply) {
  if (!matches?.length) return undefined;
  const said = [text, tapped]
    .filter((one) => one !== null && one.trim() !== "")
    .map((one) => compared(one!));
  const fits = (match: (typeof matches)[number]) =>
    said.some((one) => valuesAsked(match).some((asked) => stands(one, match.op, asked)));
  return matches.find(fits)?.handle;
}

const MAX_EMAIL_CHARACTERS = 255;
const EMAIL = /^[^\s@,;:<>()"]+@([^\s@.,;:<>()"]+\.)+(\p{L}{2,}|xn--[a-z0-9-]+)$/iu;

const DIGITS = /^[+-]?\d+([.,]\d+)?$/;
const THOUSANDS = /^[+-]?\d{1,3}(\s\d{3})+([.,]\d+)?$/;

/** What the reply is as what it has to be; undefined where it is not that, null where there is nothing. */
export function valueIn(
  { validate }: WaitForReply,
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

/** Of a longer text the end is not looked at, which may be wrong. */
const fitsPattern = (text: string, regex: string) =>
  text.length <= MAX_MATCHED_CHARACTERS && matchesPattern(regex, text);

function numberIn(text: string) {
  if (!DIGITS.test(text) && !THOUSANDS.test(text)) return undefined;
  const number = Number(text.replace(/\s/g, "").replace(",", "."));
  return Number.isFinite(number) ? number : undefined;
}
