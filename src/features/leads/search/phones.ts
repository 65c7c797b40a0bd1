import { numberVariants } from "#domain/wa-numbers";
import { hasPhones, prefixesOf, readPhone } from "#lib/phone";
import { foldText } from "#lib/text";

const SEPARATOR = String.raw`[\s().\-/]`;
const SEPARATORS = new RegExp(SEPARATOR, "g");
const BETWEEN_DIGITS = new RegExp(String.raw`(?<=\d)${SEPARATOR}+(?=\d)`, "g");
/** As in `+33 (0)6 39 98 00 01`. */
const BRACKETED_ZERO = /\(0\)/g;
/** From so many digits on, a national number is found in all countries, or where none is known. */
const [DISTINCT_DIGITS, LEAST_DIGITS] = [7, 4];

/** A phone as it is searched: folded, its digits together. */
export const searchedPhone = (phone: string) => foldText(phone).replace(BETWEEN_DIGITS, "");

/** A national number, or its beginning, with the code of its country. */
function withCode(digits: string, country: string) {
  const { international, national } = prefixesOf(country);
  if (national === null || !digits.startsWith(national)) return [];
  return digits.length > national.length ? [international + digits.slice(national.length)] : [];
}

/**
 * The texts of which a phone (`searchedPhone`) has one if a number, or a part of it, that somebody
 * has typed in any notation is in it. `country` is that of national numbers.
 */
export function phonePatterns(typed: string, country: string | null): string[] {
  const compact = foldText(typed).replace(BRACKETED_ZERO, "").replace(SEPARATORS, "");
  if (!/^\+?\d+$/.test(compact)) return [searchedPhone(typed)];
  const written = compact.replace(/^00/, "+");
  const isInternational = written.startsWith("+");
  const home = country !== null && hasPhones(country) ? country : null;
  const read = readPhone(compact, home);
  const whole = [
    compact,
    written,
    ...(home && !isInternational ? withCode(written, home) : []),
    ...(read?.isPossible ? [read.number] : []),
  ];
  const others = whole.flatMap((number) =>
    number.startsWith("+") ? numberVariants(number.slice(1)).map((other) => `+${other}`) : [],
  );
  // Of a phone that was stored without its `+`, or of another country.
  const digits = written.replace(/^(?:\+|0+)/, "");
  const isDistinct = digits.length >= (home || isInternational ? DISTINCT_DIGITS : LEAST_DIGITS);
  return withoutLonger([...new Set([...whole, ...others, ...(isDistinct ? [digits] : [])])]);
}

/** A spelling that holds another is found by that. */
const withoutLonger = (patterns: string[]) =>
  patterns.filter((one) => !patterns.some((other) => other !== one && one.includes(other)));
