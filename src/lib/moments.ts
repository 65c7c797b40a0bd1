import * as z from "zod";
import { DAY_MS, parseDate, parseTimestamp } from "./time";
import { validationMessages } from "./validation-messages";

// Points in time in requests, as milliseconds since 1970.

/** A text that `parse` reads, or an error. */
export const moment = <T>(
  parse: (value: string) => T | null,
  message: string = validationMessages.date,
) =>
  z
    .string({ error: ({ input }) => (input == null ? validationMessages.required : message) })
    .transform((value, context) => {
      const parsed = parse(value);
      if (parsed !== null) return parsed;
      context.issues.push({ code: "custom", message, input: value });
      return z.NEVER;
    });

/** A space before an offset was a `+` that the client did not encode. */
export const queryTimestamp = (value: string) =>
  parseTimestamp(value.replace(/ (\d\d:?\d\d)$/, "+$1"));

/** The form of the values of `bound` in the document. */
export const MOMENT_OR_DAY = {
  anyOf: ["date-time", "date"].map((format) => ({ type: "string", format })),
};

/** The bound of a range of time: a time, or a day in UTC, all of which is within the range. */
export const bound = (isEnd: boolean) =>
  moment((value) => {
    const day = parseDate(value);
    if (day === null) return queryTimestamp(value);
    return isEnd ? day + DAY_MS - 1 : day;
  }, validationMessages.dayOrTime);
