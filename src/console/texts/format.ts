import { type Language, useLanguage } from "./language";

const SECOND = 1000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Some browsers name what is no tag, such as `en-US@posix`. */
function isLocale(tag: string) {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** The reader's own region, where it speaks the language of the texts. */
const localeOf = (language: Language) =>
  navigator.languages.find((tag) => tag.split("-")[0] === language && isLocale(tag)) ?? language;

const dayOf = (date: Date) => date.toDateString();

/** Dates are ISO 8601; they are shown in the reader's time zone. */
function formatsOf(language: Language) {
  const locale = localeOf(language);
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, options);
    return (at: string | number | Date) => formatter.format(new Date(at));
  };
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const time = format({ hour: "2-digit", minute: "2-digit" });
  const day = format({ day: "numeric", month: "short" });
  const date = format({ day: "numeric", month: "short", year: "numeric" });
  const list = new Intl.ListFormat(locale);
  const regions = new Intl.DisplayNames(locale, { type: "region" });
  const either = new Intl.ListFormat(locale, { type: "disjunction" });
  // Making one takes longer than using it, and lists show many.
  const units = new Map<string, Intl.NumberFormat>();
  const numberOf = (unit: string) => {
    const options = { style: "unit", unit, unitDisplay: "short" } as const;
    const known = units.get(unit) ?? new Intl.NumberFormat(locale, options);
    units.set(unit, known);
    return known;
  };
  return {
    locale,
    time,
    day,
    date,
    weekday: format({ weekday: "long", day: "numeric", month: "long" }),
    dateTime: format({ dateStyle: "medium", timeStyle: "short" }),
    number: (value: number) => number.format(value),
    /** 12,345 as "12.3K". */
    compact: (value: number) => compact.format(value),
    /** 0.123 as "12.3 %". */
    percent: (share: number) => percent.format(share),
    list: (items: string[]) => list.format(items),
    /** The name of a country, by its ISO 3166-1 code. */
    region: (code: string) => regions.of(code) ?? code,
    /** "a, b or c". */
    either: (items: string[]) => either.format(items),
    /** "3 minutes ago", "in 2 days", "now" within the minute. */
    relative(at: string | number | Date, now = Date.now()) {
      const seconds = (new Date(at).getTime() - now) / SECOND;
      const found = UNITS.find(([, length]) => Math.abs(seconds) >= length);
      if (!found) return ago.format(0, "second");
      const [unit, size] = found;
      return ago.format(Math.trunc(seconds / size), unit);
    },
    /** The time today, the day this year, else the date: for lists. */
    short(at: string, now = new Date()) {
      const when = new Date(at);
      if (dayOf(when) === dayOf(now)) return time(when);
      return when.getFullYear() === now.getFullYear() ? day(when) : date(when);
    },
    /** 5,400 seconds as "1 h 30 min". */
    duration(seconds: number) {
      const parts: [number, string][] = [
        [Math.floor(seconds / 86_400), "day"],
        [Math.floor((seconds % 86_400) / 3_600), "hour"],
        [Math.floor((seconds % 3_600) / 60), "minute"],
        [Math.floor(seconds % 60), "second"],
      ];
      const shown = parts.filter(([count]) => count > 0).slice(0, 2);
      return (shown.length > 0 ? shown : [[0, "second"] as const])
        .map(([count, unit]) => numberOf(unit).format(count))
        .join(" ");
    },
    bytes(count: number) {
      const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
      const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
      return new Intl.NumberFormat(locale, {
        style: "unit",
        unit: units[power] ?? "byte",
        unitDisplay: power === 0 ? "long" : "short",
        maximumFractionDigits: 1,
      }).format(count / 1000 ** power);
    },
  };
}

export type Formats = ReturnType<typeof formatsOf>;

const made = new Map<Language, Formats>();

/** The formats of the language. One set serves all, since making it takes longer than a row. */
export function useFormat(): Formats {
  const language = useLanguage();
  const formats = made.get(language) ?? formatsOf(language);
  made.set(language, formats);
  return formats;
}
