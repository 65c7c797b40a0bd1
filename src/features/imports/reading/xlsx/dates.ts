import { DAY_MS } from "#lib/time";
import { attribute, elements } from "./xml";

const MAX_FORMAT_CHARACTERS = 255;

/** The built-in formats of dates and times. */
const isBuiltIn = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** A format without what is in quotes, escaped or in brackets, such as a colour. */
const bare = (code: string) =>
  code
    .slice(0, MAX_FORMAT_CHARACTERS)
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, "");

/** A cell shows its number as it is, as a date or time, or as a duration that may exceed 24:00. */
export type NumberStyle = "number" | "date" | "duration";

/** The built-in format `[h]:mm:ss`. */
const BUILT_IN_DURATION = 46;

function styleOf(code: string): NumberStyle {
  const plain = bare(code);
  if (!/[dmyhs]/i.test(plain) || /[0#?]|general/i.test(plain.replace(/s\.?0+/gi, "")))
    return "number";
  return /\[(h+|m+|s+)\]/i.test(plain) ? "duration" : "date";
}

/** The ways in which the styles of cells show a number. */
export function numberStyles(xml: string): NumberStyle[] {
  const formats = new Map(
    elements(xml, "numFmt").map(({ tag }) => [
      Number(attribute(tag, "numFmtId")),
      styleOf(attribute(tag, "formatCode") ?? ""),
    ]),
  );
  const [cellFormats] = elements(xml, "cellXfs");
  return elements(cellFormats?.content ?? "", "xf").map(({ tag }) => {
    const id = Number(attribute(tag, "numFmtId") ?? 0);
    const builtIn = id === BUILT_IN_DURATION ? "duration" : isBuiltIn(id) ? "date" : "number";
    return formats.get(id) ?? builtIn;
  });
}

const FIRST_DAY_1900 = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
const LAST_SERIAL = 2_958_466;

/**
 * A day number of Excel's as `2026-01-31`, with a time as `2026-01-31T10:15:00`, a time alone as
 * `10:15:00`; undefined if it is none.
 */
export function writtenSerial(serial: number, is1904: boolean): string | undefined {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return undefined;
  // Excel has a 29 February 1900.
  const days = serial < 60 && !is1904 && serial >= 1 ? serial + 1 : serial;
  const seconds = Math.round((days * DAY_MS) / 1000);
  const start = is1904 ? FIRST_DAY_1904 : FIRST_DAY_1900;
  const [day = "", time = ""] = new Date(start + seconds * 1000).toISOString().split(/[T.]/);
  if (serial < 1 && serial > 0) return time;
  return seconds % 86_400 === 0 ? day : `${day}T${time}`;
}

const twoDigits = (number: number) => String(number).padStart(2, "0");

/** A time in seconds as `26:30:00`. */
function clock(seconds: number) {
  const whole = Math.round(Math.abs(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  return `${seconds < 0 ? "-" : ""}${hours}:${twoDigits(minutes)}:${twoDigits(whole % 60)}`;
}

/** A number of days as the time that a cell shows: `26:30:00`. */
export const writtenDuration = (days: number) =>
  Number.isFinite(days) ? clock(days * 86_400) : undefined;

const ISO_DURATION =
  /^P(?:(\d+)D)?T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/;

/** An ISO 8601 duration, as strict workbooks have it, as `0:11:00`; any other text as it is. */
export function plainDate(text: string): string {
  const [all, ...parts] = ISO_DURATION.exec(text) ?? [];
  if (all === undefined) return text;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return clock(((days * 24 + hours) * 60 + minutes) * 60 + seconds);
}
