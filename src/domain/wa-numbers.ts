/**
 * A country's renumbering: numbers of an older form, the current form of one, and the older
 * forms of a current one. Both are in use: WhatsApp keeps the number that an account began with.
 */
type Renumbering = {
  older: RegExp;
  current: string;
  renumbered: RegExp;
  olderForms: string[];
};

/** Gabon put a digit by the operator before numbers, which lost their leading 0 abroad. */
const gabon = (operator: string, first: string): Renumbering => ({
  older: new RegExp(`^2410?(?<number>${first}\\d{6})$`),
  current: `241${operator}$<number>`,
  renumbered: new RegExp(`^241${operator}(?<number>${first}\\d{6})$`),
  olderForms: ["2410$<number>", "241$<number>"],
});

/**
 * Ivory Coast put two digits by the operator, which the second digit named, before mobile numbers.
 */
const ivoryCoast = (operator: string, second: string): Renumbering => ({
  older: new RegExp(`^225(?<number>[04-9]${second}\\d{6})$`),
  current: `225${operator}$<number>`,
  renumbered: new RegExp(`^225${operator}(?<number>[04-9]${second}\\d{6})$`),
  olderForms: ["225$<number>"],
});

const RENUMBERINGS: Renumbering[] = [
  // Brazil: a ninth digit before mobile numbers. Anatel, resolution 553 of 2010, by area from
  // July 2012 to November 2016.
  {
    older: /^55(?<area>\d\d)(?<number>[6-9]\d{7})$/,
    current: "55$<area>9$<number>",
    renumbered: /^55(?<area>\d\d)9(?<number>[6-9]\d{7})$/,
    olderForms: ["55$<area>$<number>"],
  },
  // Mexico: no more 1 before mobile numbers. IFT, numbering plan in force since 3 August 2019.
  {
    older: /^521(?<number>\d{10})$/,
    current: "52$<number>",
    renumbered: /^52(?<number>\d{10})$/,
    olderForms: ["521$<number>"],
  },
  // Argentina: abroad, a 9 before mobile numbers, which are often written without it. Numbering
  // plan of 1998 (resolution SC 46/97); no landline shares the ten digits of a mobile number.
  {
    older: /^54(?<number>[1-3]\d{9})$/,
    current: "549$<number>",
    renumbered: /^549(?<number>[1-3]\d{9})$/,
    olderForms: ["54$<number>"],
  },
  // Ivory Coast: 01 Moov, 05 MTN, 07 Orange. ARTCI, 31 January 2021. Landlines have 21, 25 and 27,
  // and no digit that names the operator for certain: they are left as they are.
  ivoryCoast("01", "[0-3]"),
  ivoryCoast("05", "[4-6]"),
  ivoryCoast("07", "[7-9]"),
  // Benin: 01 before all numbers. ARCEP Bénin, decision 2020-349, in force since 30 November 2024.
  {
    older: /^229(?<number>[2-9]\d{7})$/,
    current: "22901$<number>",
    renumbered: /^22901(?<number>[2-9]\d{7})$/,
    olderForms: ["229$<number>"],
  },
  // Gabon: 6 Libertis and Moov, 7 Airtel, 1 landlines. ARCEP Gabon, 15 November 2019; numbers of
  // the older form ended on 6 April 2024.
  gabon("6", "[256]"),
  gabon("7", "[47]"),
  gabon("1", "1"),
];

/** A number in digits, in the current form of its country: both forms are one identity. */
export function currentNumber(number: string): string {
  const rule = RENUMBERINGS.find(({ older }) => older.test(number));
  return rule ? number.replace(rule.older, rule.current) : number;
}

/** A number in digits, followed by its other forms if it has some. */
export function numberVariants(number: string): string[] {
  const current = currentNumber(number);
  const older = RENUMBERINGS.flatMap(({ renumbered, olderForms }) =>
    renumbered.test(current) ? olderForms.map((form) => current.replace(renumbered, form)) : [],
  );
  return [...new Set([number, current, ...older])];
}
