import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/**
 * A phone in its normal form: E.164 where it reads as an international number, or as a national one of `defaultCountry`
 * (ISO 3166-1 alpha-2); else as it was sent. Never refuses: WhatsApp itself reports numbers that number plans call invalid.
 */
export function normalPhone(phone: string, defaultCountry: string | null) {
  const international = phone.startsWith("00") ? `+${phone.slice(2)}` : phone;
  const parsed = parsePhoneNumberFromString(international, {
    defaultCountry: (defaultCountry ?? undefined) as CountryCode,
    extract: false,
  });
  if (!parsed || parsed.ext) return phone;
  return international.startsWith("+") || parsed.isPossible() ? parsed.number : phone;
}
