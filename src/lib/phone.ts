import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

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

function parse(phone: string, defaultCountry: string | null) {
  const international = phone.startsWith("00") ? `+${phone.slice(2)}` : phone;
  const parsed = parsePhoneNumberFromString(international, {
    defaultCountry: (defaultCountry ?? undefined) as CountryCode,
    extract: false,
  });
  if (!parsed || parsed.ext) return undefined;
  return {
    number: parsed.number,
    isInternational: international.startsWith("+"),
    isPossible: parsed.isPossible(),
  };
}
