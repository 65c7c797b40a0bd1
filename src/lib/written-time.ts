import { remembered } from "./memo";
import { conventionsOf } from "./region";

/** Where a moment is written: the country's main language and custom, and the clocks there. */
type Place = { country: string | null; timeZone: string };

const MAX_FORMATS = 200;
const ANYWHERE = "en";

/** A day such as `jeudi 3 décembre`, or `Thursday, December 3` in the United States. */
export const writtenDay = (moment: number, place: Place) =>
  dayFormat(keyOf(place)).format(moment).replaceAll(NARROW_BLANK, " ");

/** A time of day such as `11:00`, or `11:00 AM` in the United States. */
export const writtenTime = (moment: number, place: Place) =>
  timeFormat(keyOf(place)).format(moment).replaceAll(NARROW_BLANK, " ");

/** The blank of newer runtimes before `AM`, which some phones show as a box. */
const NARROW_BLANK = "\u202f";

const keyOf = ({ country, timeZone }: Place) =>
  `${conventionsOf(country).locale ?? ANYWHERE} ${timeZone}`;

const formatBy = (options: Intl.DateTimeFormatOptions) =>
  remembered(MAX_FORMATS, (key) => {
    const [locale, timeZone] = key.split(" ");
    return new Intl.DateTimeFormat(locale, { ...options, timeZone, calendar: "gregory" });
  });

const dayFormat = formatBy({ weekday: "long", day: "numeric", month: "long" });
const timeFormat = formatBy({ timeStyle: "short" });
