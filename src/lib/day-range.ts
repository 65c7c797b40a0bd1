import * as z from "zod";
import { query } from "./fields";
import { DAY_MS, dayOf } from "./time";
import { validationMessages } from "./validation-messages";

// Ranges of days in UTC, for figures by day.

/** The most days that one answer shows, and how many it shows by default. */
const MAX_DAYS = 366;
const DEFAULT_DAYS = 30;

export const days = {
  from: query.date().describe("The first day. By default you get the 30 days up to `to`."),
  to: query.date().describe("The last day. Defaults to today."),
};

type Range = { from?: number | undefined; to?: number | undefined };

/** Refuses a range that ends before it starts, or that has too many days. */
export function checkDays({ from, to = Date.now() }: Range, context: z.RefinementCtx) {
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["to"], message });
  if (from === undefined) return;
  if (to < from) refuse(validationMessages.notBefore("from"));
  if (to - from >= MAX_DAYS * DAY_MS) refuse(validationMessages.atMostIntervals(MAX_DAYS, "day"));
}

export const DayRange = z.object(days).superRefine(checkDays);

/** The first and the last day of a range, as `YYYY-MM-DD`. */
export const daysOf = ({ from, to = Date.now() }: Range) => ({
  first: dayOf(from ?? to - (DEFAULT_DAYS - 1) * DAY_MS),
  last: dayOf(to),
});
