import { DAY_MS } from "../../../../lib/time";
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

const isDateFormat = (code: string) =>
  /[dmyhs]/i.test(bare(code)) && !/[0#?]|general/i.test(bare(code).replace(/s\.?0+/gi, ""));

/** Which styles of cells show a number as a date or time. */
export function dateStyles(xml: string): boolean[] {
  const formats = new Map(
    elements(xml, "numFmt").map(({ tag }) => [
      Number(attribute(tag, "numFmtId")),
      isDateFormat(attribute(tag, "formatCode") ?? ""),
    ]),
  );
  const [cellFormats] = elements(xml, "cellXfs");
  return elements(cellFormats?.content ?? "", "xf").map(({ tag }) => {
    const id = Number(attribute(tag, "numFmtId") ?? 0);
    return formats.get(id) ?? isBuiltIn(id);
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
