import { normalPhone } from "../lib/phone";

/** Brazil's mobile numbers took a ninth digit, Mexico's lost the 1 after the country's code: both forms are about. */
const FORMS: [RegExp, string][] = [
  [/^55(?<area>\d\d)(?<number>[6-9]\d{7})$/, "55$<area>9$<number>"],
  [/^55(?<area>\d\d)9(?<number>[6-9]\d{7})$/, "55$<area>$<number>"],
  [/^52(?<number>\d{10})$/, "521$<number>"],
  [/^521(?<number>\d{10})$/, "52$<number>"],
];

/** A number in digits, and after it the other form in which WhatsApp or the lead may write it. */
export const numberVariants = (waId: string): string[] => [
  waId,
  ...FORMS.flatMap(([form, other]) => (form.test(waId) ? [waId.replace(form, other)] : [])),
];

/** How a lead's phone may spell a number in digits, the likeliest first: phones that were kept as they were sent may lack the `+`. */
export const phoneSpellings = (number: string) => [
  ...new Set([`+${number}`, normalPhone(`+${number}`, null), number]),
];

/** What the phone of a lead with this WhatsApp number may be, the likeliest first. */
export const phonesOf = (waId: string): string[] => numberVariants(waId).flatMap(phoneSpellings);
