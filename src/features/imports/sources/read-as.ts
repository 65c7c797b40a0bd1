import { phoneIn } from "#domain/written-phone";
import type { Region } from "#lib/region";
import { iso } from "#lib/time";
import { dateIn, readDate } from "#lib/written-date";
import { emailIn } from "#lib/written-email";
import { numberIn } from "#lib/written-number";
import { labelsIn } from "../reading/cell-values";
import { memberAt, textOf } from "./kinds/members";
import type { MappedAs } from "./mapping";

/** The names under which lists of choices have their texts. */
const NAMES = ["label", "name", "title", "value", "text"];

/** A value as a text: a list as its texts, a choice as its name. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) {
    const texts = value.map((one) => (Array.isArray(one) ? undefined : plainText(one)));
    return texts.filter(Boolean).join(", ") || undefined;
  }
  const named = NAMES.map((name) => textOf(memberAt(value, [name])));
  return textOf(value) ?? named.find((text) => text !== undefined);
}

/** Seconds since 1970 have at most so many digits; milliseconds have more. */
const MAX_SECONDS = 99_999_999_999;

/** The moment of a number, in milliseconds; undefined if it is none. */
export const momentOf = (value: number) => {
  const ms = value <= MAX_SECONDS ? value * 1_000 : value;
  return ms > 0 && ms <= MAX_MS ? Math.round(ms) : undefined;
};
const MAX_MS = Date.parse("9999-12-31T00:00:00Z");

function dateOf(value: unknown, region: Region) {
  const text = plainText(value) ?? "";
  const isNumber = /^\d{9,13}$/.test(text);
  const moment = isNumber ? momentOf(Number(text)) : undefined;
  if (isNumber) return moment === undefined ? undefined : iso(moment);
  return (readDate(text, region) ?? dateIn(text, region))?.text;
}

const READ: Record<MappedAs, (value: unknown, region: Region) => unknown> = {
  text: plainText,
  name: (value) => plainText(value)?.replace(/\s+/g, " "),
  phone: (value, { country }) => phoneIn(plainText(value) ?? "", country),
  email: (value) => emailIn(plainText(value) ?? ""),
  number: (value, { country }) =>
    typeof value === "number" ? value : numberIn(plainText(value) ?? "", country),
  date: dateOf,
  tags: labelsIn,
};

/** A value as a row of a mapping wants it read; undefined if there is no such thing in it. */
export const readAs = (as: MappedAs, value: unknown, region: Region): unknown =>
  value == null ? undefined : READ[as](value, region);
