import {
  type CountryCode,
  type MetadataJson,
  parsePhoneNumberFromString,
} from "libphonenumber-js/core";
import withoutFormats from "./phone-metadata.json" with { type: "json" };
import { withoutInvisible } from "./text";

/** What test/node/phone-metadata.test.ts writes, whose type JSON can't tell. */
const metadata = withoutFormats as unknown as MetadataJson;

/** A phone that a spreadsheet has made a number of, as in `33612345678.0`. */
const FLOAT = /^(\+?\d{7,})\.0$/;

/** A phone without what nobody sees, and without what a spreadsheet has added. */
export const plainPhone = (phone: string) => withoutInvisible(phone).trim().replace(FLOAT, "$1");

/**
 * A phone in its normal form: E.164 if it reads as an international number, or as a national one of
 * `defaultCountry` (ISO 3166-1 alpha-2), else as it was sent. No phone is refused: WhatsApp itself
 * reports numbers that number plans call invalid.
 */
export function normalPhone(phone: string, defaultCountry: string | null) {
  const read = parse(phone, defaultCountry);
  return read && (read.isInternational || read.isPossible) ? read.number : phone;
}

/** The phone in E.164; null if it reads as no number, or has a length unknown to its country. */
export function possiblePhone(phone: string, defaultCountry: string | null) {
  const read = parse(phone, defaultCountry);
  return read?.isPossible ? read.number : null;
}

/** Digits with what stands between those of one phone. */
const CANDIDATE = /(?:\+|\()?\d(?:[\s().\-/]*\d){5,}/g;
const MAX_CHARACTERS = 1_000;

/** The one phone within a text, in E.164; undefined without any, or with several. */
export function phoneIn(text: string, defaultCountry: string | null): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const all = possiblePhone(text, defaultCountry);
  if (all !== null) return all;
  const found = (text.match(CANDIDATE) ?? []).map((one) => possiblePhone(one, defaultCountry));
  const [first, ...others] = new Set(found.filter((one) => one !== null));
  return others.length === 0 ? first : undefined;
}

/** Whether a country, as ISO 3166-1 alpha-2 in capitals, has phone numbers of its own. */
export const hasPhones = (country: string) => Object.hasOwn(metadata.countries, country);

/** The country of an international phone; of those that share its code, the largest. */
export function countryOfPhone(phone: string | null): string | null {
  if (!phone?.startsWith("+")) return null;
  const parsed = parsePhoneNumberFromString(phone, { extract: false }, metadata);
  return parsed?.country ?? parsed?.getPossibleCountries()[0] ?? null;
}

/** A country's code as in `(+33) 6 39 98 00 01`. */
const BRACKETED_CODE = /^\(((?:\+|00)\d{1,4})\)/;

function parse(phone: string, defaultCountry: string | null) {
  const bare = plainPhone(phone).replace(BRACKETED_CODE, "$1");
  const international = bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  const country = (defaultCountry ?? undefined) as CountryCode;
  const options = { defaultCountry: country, extract: false };
  const parsed = parsePhoneNumberFromString(international, options, metadata);
  if (!parsed || parsed.ext) return undefined;
  return {
    number: parsed.number,
    isInternational: international.startsWith("+"),
    isPossible: parsed.isPossible(),
  };
}
