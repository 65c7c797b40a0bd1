import { remembered } from "./memo";
import { foldText } from "./text";

/**
 * Where texts are read: `country` as ISO 3166-1 alpha-2, `timeZone` by its IANA name, where null
 * stands for UTC.
 */
export type Region = { country: string | null; timeZone: string | null };

/**
 * The way that people of a country write. `locale`: the country with its main language, such as
 * `fr-FR`. `decimal`: the sign before the decimals. `isDayFirst`: whether 3/4 is in April. Each is
 * null where the country is not known or has no convention.
 */
type Conventions = {
  locale: string | null;
  decimal: "." | "," | null;
  isDayFirst: boolean | null;
};

/** Languages whose months are read wherever the reader is. */
const COMMON_LANGUAGES = ["en", "fr", "es", "pt", "de", "it", "nl"];
const MAX_COUNTRIES = 300;

/** The conventions of a country, from the runtime's own data. */
export const conventionsOf = (country: string | null): Conventions => conventions(country ?? "");

const conventions = remembered(MAX_COUNTRIES, (country): Conventions => {
  const locale = localeOf(country);
  if (locale === null) return { locale, decimal: null, isDayFirst: null };
  return { locale, decimal: decimalOf(locale), isDayFirst: isDayFirstIn(locale) };
});

/** The number of the month by a folded name of it, in a common language or the country's. */
export function monthNamed(name: string, country: string | null): number | undefined {
  const { locale } = conventionsOf(country);
  for (const language of [...(locale === null ? [] : [locale]), ...COMMON_LANGUAGES]) {
    const month = monthsOf(language).get(name);
    if (month !== undefined) return month;
  }
  return undefined;
}

/** The locale of a country; null if there is no such country. */
function localeOf(country: string) {
  try {
    if (!new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(country)) return null;
    return `${new Intl.Locale("und", { region: country }).maximize().language}-${country}`;
  } catch {
    return null;
  }
}

function decimalOf(locale: string) {
  const decimal = new Intl.NumberFormat(locale, { numberingSystem: "latn" })
    .formatToParts(0.5)
    .find(({ type }) => type === "decimal")?.value;
  return decimal === "," || decimal === "." ? decimal : null;
}

/**
 * Null where dates begin with the year: such countries have no custom for those that end with it.
 */
function isDayFirstIn(locale: string) {
  const [first] = new Intl.DateTimeFormat(locale, { dateStyle: "short", calendar: "gregory" })
    .formatToParts(0)
    .filter(({ type }) => type === "day" || type === "month" || type === "year");
  return first === undefined || first.type === "year" ? null : first.type === "day";
}

/** The names of the months, long and short, alone and within a date. */
const monthsOf = remembered(MAX_COUNTRIES, (locale): ReadonlyMap<string, number> => {
  const options = { calendar: "gregory", timeZone: "UTC" } as const;
  const formats = (["long", "short"] as const).flatMap((month) => [
    new Intl.DateTimeFormat(locale, { ...options, month }),
    new Intl.DateTimeFormat(locale, { ...options, month, day: "numeric", year: "numeric" }),
  ]);
  const names = Array.from({ length: 12 }, (_, index) =>
    formats.flatMap((format): [string, number][] => {
      const name = format
        .formatToParts(Date.UTC(2026, index, 15))
        .find(({ type }) => type === "month")?.value;
      const folded = foldText(name ?? "").replace(/\.$/, "");
      return /^\p{L}+$/u.test(folded) ? [[folded, index + 1]] : [];
    }),
  ).flat();
  return new Map(names);
});
