import {
  type CountryCode,
  getCountryCallingCode,
  Metadata,
  type MetadataJson,
  parsePhoneNumberFromString,
} from "libphonenumber-js/core";
import withoutFormats from "./phone-metadata.json" with { type: "json" };
import { withoutInvisible } from "./text";

/** The file that test/node/phone-metadata.test.ts writes, whose type JSON can't tell. */
const metadata = withoutFormats as unknown as MetadataJson;

/** A phone that a spreadsheet has made a number of, as in `33612345678.0`. */
const FLOAT = /^(\+?\d{7,})\.0$/;

/** A phone without what nobody sees, and without what a spreadsheet has added. */
export const plainPhone = (phone: string) => withoutInvisible(phone).trim().replace(FLOAT, "$1");

/** True if a country, as ISO 3166-1 alpha-2 in capitals, has phone numbers of its own. */
export const hasPhones = (country: string) => Object.hasOwn(metadata.countries, country);

/** The prefixes of a country's international and national numbers; null for none. */
export function prefixesOf(country: string): { international: string; national: string | null } {
  const plans = new Metadata(metadata);
  plans.selectNumberingPlan(country as CountryCode);
  // The types of the library lack this one.
  const plan = plans.numberingPlan as unknown as { nationalPrefix(): string | undefined };
  const code = getCountryCallingCode(country as CountryCode, metadata);
  return { international: `+${code}`, national: plan.nationalPrefix() ?? null };
}

/** The country of an international phone; of those that share its code, the largest. */
export const countryOfPhone = (phone: string | null): string | null =>
  countriesOfPhone(phone)[0] ?? null;

/** The countries that an international phone may be of, the largest first. */
export function countriesOfPhone(phone: string | null): string[] {
  if (!phone?.startsWith("+")) return [];
  const parsed = parsePhoneNumberFromString(phone, { extract: false }, metadata);
  if (!parsed) return [];
  return parsed.country ? [parsed.country] : parsed.getPossibleCountries();
}

/** A country's code as in `(+33) 6 39 98 00 01`. */
const BRACKETED_CODE = /^\(((?:\+|00)\d{1,4})\)/;

/** A phone as it is dialled from here, from `+` on if it is international. */
export function dialled(phone: string) {
  const bare = plainPhone(phone).replace(BRACKETED_CODE, "$1");
  return bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
}

/**
 * A phone as its numbering plan reads it, in E.164: international, or national of `defaultCountry`
 * (ISO 3166-1 alpha-2). Undefined without a plan, or with an extension.
 */
export function readPhone(phone: string, defaultCountry: string | null) {
  const country = (defaultCountry ?? undefined) as CountryCode;
  const options = { defaultCountry: country, extract: false };
  const parsed = parsePhoneNumberFromString(dialled(phone), options, metadata);
  if (!parsed || parsed.ext) return undefined;
  return {
    number: parsed.number as string,
    national: parsed.nationalNumber as string,
    isPossible: parsed.isPossible(),
  };
}
