import { normalPhone } from "../lib/phone";

/**
 * Brazil's mobile numbers gained a ninth digit and Mexico's lost the 1 after the country code. Both
 * forms are in use.
 */
const FORMS: [RegExp, string][] = [
  [/^55(?<area>\d\d)(?<number>[6-9]\d{7})$/, "55$<area>9$<number>"],
  [/^55(?<area>\d\d)9(?<number>[6-9]\d{7})$/, "55$<area>$<number>"],
  [/^52(?<number>\d{10})$/, "521$<number>"],
  [/^521(?<number>\d{10})$/, "52$<number>"],
];

/** A number in digits, followed by its other form if it has one. */
export const numberVariants = (waId: string): string[] => [
  waId,
  ...FORMS.flatMap(([form, other]) => (form.test(waId) ? [waId.replace(form, other)] : [])),
];

/**
 * How the phone of a lead may spell a number in digits, the likeliest first. Phones that were
 * stored as sent may lack the `+`.
 */
export const phoneSpellings = (number: string) => [
  ...new Set([`+${number}`, normalPhone(`+${number}`, null), number]),
];

/** The phones that a lead with this WhatsApp number may have, the likeliest first. */
export const phonesOf = (waId: string): string[] => numberVariants(waId).flatMap(phoneSpellings);
