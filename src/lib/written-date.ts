import { remembered } from "./memo";
import { conventionsOf, monthNamed, type Region } from "./region";
import { foldText } from "./text";
import { DAY_MS, FIRST_MS, iso, LAST_MS, parseDate, parseTimestamp } from "./time";
import { timeOfWallClock } from "./time-zone";

/**
 * A day or a moment, in milliseconds since 1970: a day lasts from `from` to `to`, a moment 1 ms.
 * `text`: the day as `2026-04-03`, the moment in UTC.
 */
export type WrittenDate = { from: number; to: number; text: string };

/** Longer texts are not read: those that are a date, and those that hold one. */
const [MAX_DATE_CHARACTERS, MAX_TEXT_CHARACTERS] = [64, 1_000];

const DAY = "(?:st|nd|rd|th|er|o|a|\\.)?";
const OF = "(?:\\s*(?:of|de|del|di|d'))?";
const MONTH = "\\p{L}{3,20}";
const FORMS = [
  "(?<date>\\d{4}-\\d\\d-\\d\\d)[t ](?<clock>\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)\\s?" +
    "(?:z|utc|gmt|(?<offset>[+-]\\d\\d)(?::?(?<offsetMinutes>\\d\\d))?)",
  "(?<year>\\d{4})(?<mark>[-/.])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})",
  "(?<cjkYear>\\d{4})年\\s?(?<cjkMonth>\\d{1,2})月\\s?(?<cjkDay>\\d{1,2})日",
  "(?<one>\\d{1,2})(?<sign>\\s?[-/.]\\s?|\\s)(?<two>\\d{1,2})\\k<sign>(?<last>\\d{4}|\\d\\d)",
  `(?<dayFirst>\\d{1,2})${DAY}${OF}[\\s-]?\\s*(?<name>${MONTH})\\.?,?` +
    `${OF}[\\s-]?\\s*(?<nameYear>\\d{4})`,
  `(?<nameFirst>${MONTH})\\.?\\s(?<dayNext>\\d{1,2})${DAY},?\\s(?<yearNext>\\d{4})`,
].join("|");
const TIME =
  "(?:(?:,?\\s+(?:(?:a|at|um|om|as|alle|kl\\.?)\\s+)?|t)" +
  "(?<hour>\\d{1,2})(?:\\s?(?<bareHalf>[ap]m)|" +
  "[:h](?<minute>\\d\\d)(?!\\d)(?::(?<second>\\d\\d)(?:\\.\\d+)?)?" +
  "(?:\\s?(?<half>[ap]m))?|\\s?h(?!\\p{L})))?";
const TOKEN = new RegExp(
  `(?<![\\p{L}\\p{N}]|\\d[-/.:])(?:${FORMS})${TIME}(?![\\p{L}\\p{N}]|[-+/.:]\\d)`,
  "gu",
);

type Groups = Record<string, string | undefined>;

/**
 * A text that is a date, as ISO 8601 has it or as people write it in the region's country. Without
 * an offset it is read in the region's time zone; undefined if it is no date or leaves open which.
 */
export function readDate(text: string, region: Region): WrittenDate | undefined {
  if (text.length > MAX_DATE_CHARACTERS) return undefined;
  const { country, timeZone } = region;
  return read(JSON.stringify([text, country, timeZone])).date;
}

const read = remembered(1_000, (key): { date: WrittenDate | undefined } => {
  const [text, country, timeZone]: [string, string | null, string | null] = JSON.parse(key);
  const folded = plain(text);
  const [token] = folded.matchAll(TOKEN);
  const isAll = token?.[0] === folded;
  return { date: isAll ? dateOf(token.groups ?? {}, { country, timeZone }) : undefined };
});

/** The one date within a text; undefined without any, or with several. */
export function dateIn(text: string, region: Region): WrittenDate | undefined {
  if (text.length > MAX_TEXT_CHARACTERS) return undefined;
  const [first, ...others] = [...plain(text).matchAll(TOKEN)];
  const date = first && others.length === 0 ? dateOf(first.groups ?? {}, region) : undefined;
  // Nobody means the first century: `0027` is a slip of the finger.
  return date?.text.startsWith("0") ? undefined : date;
}

/** Without case, accents and other digits than 0 to 9. */
const plain = (text: string) => foldText(text).trim();

function dateOf(groups: Groups, region: Region): WrittenDate | undefined {
  if (groups.date !== undefined) return momentOf(parseTimestamp(instantOf(groups)));
  const day = dayOf(groups, region.country);
  const start = day === undefined ? null : parseDate(day);
  const time = timeOf(groups);
  if (day === undefined || start === null || time === undefined) return undefined;
  if (time !== null) return momentOf(clockTime(start + time, region));
  return { from: clockTime(start, region), to: clockTime(start + DAY_MS, region), text: day };
}

/** A moment as ISO 8601 has it; databases write a blank for the `T`, and `+00` or `UTC`. */
const instantOf = ({ date, clock, offset, offsetMinutes = "00" }: Groups) =>
  `${date}T${clock}${offset ? `${offset}:${offsetMinutes}` : "Z"}`;

function momentOf(from: number | null): WrittenDate | undefined {
  if (from === null || from < FIRST_MS || from > LAST_MS) return undefined;
  return { from, to: from + 1, text: iso(from) };
}

/** Years before 1000 are in UTC: the runtime's calendar is not made for them. */
const FIRST_ZONED_MS = Date.parse("1000-01-01T00:00:00Z");

const clockTime = (shown: number, { timeZone }: Region) =>
  timeZone === null || shown < FIRST_ZONED_MS ? shown : timeOfWallClock(timeZone, shown);

/** The time of the day in milliseconds; null without one, undefined if there is no such time. */
function timeOf({ hour, minute = "0", second = "0", half, bareHalf }: Groups) {
  if (hour === undefined) return null;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const isHalf = half ?? bareHalf;
  if (minutes > 59 || seconds > 59 || hours > 23) return undefined;
  if (isHalf && (hours < 1 || hours > 12)) return undefined;
  const ofDay = isHalf ? (hours % 12) + (isHalf === "pm" ? 12 : 0) : hours;
  return ((ofDay * 60 + minutes) * 60 + seconds) * 1000;
}

/** The day as `2026-04-03`, which need not exist; undefined if no day is meant for sure. */
function dayOf(groups: Groups, country: string | null): string | undefined {
  const { year, month, day, cjkYear, cjkMonth, cjkDay, one, two, last } = groups;
  const { dayFirst, name, nameYear, nameFirst, dayNext, yearNext } = groups;
  if (year !== undefined) return written(year, month, day);
  if (cjkYear !== undefined) return written(cjkYear, cjkMonth, cjkDay);
  if (one !== undefined) {
    const isDayFirst = isFirstTheDay(Number(one), Number(two), country);
    if (isDayFirst === null || last === undefined) return undefined;
    const full = last.length === 4 ? last : `${Number(last) < 69 ? 20 : 19}${last}`;
    return isDayFirst ? written(full, two, one) : written(full, one, two);
  }
  const named = monthNamed(name ?? nameFirst ?? "", country);
  if (named === undefined) return undefined;
  return written(nameYear ?? yearNext, String(named), dayFirst ?? dayNext);
}

const written = (year = "", month = "", day = "") =>
  `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;

/** Null if both may be the day and the country has no custom. */
function isFirstTheDay(one: number, two: number, country: string | null) {
  if (one > 12 || two > 12) return two <= 12;
  return one === two ? true : conventionsOf(country).isDayFirst;
}
