import * as z from "zod";
import {
  type BusinessHours as Hours,
  MAX_CLOSED_DAYS,
  type Weekday,
  weekdays,
} from "#domain/opening-hours";
import { distinct } from "#lib/fields";
import { parseDate } from "#lib/time";
import { validationMessages } from "#lib/validation-messages";

const MAX_INTERVALS = 5;
const TIME = "([01]\\d|2[0-3]):[0-5]\\d";

const time = (pattern: string) =>
  z.string().regex(new RegExp(`^(${pattern})$`), { error: validationMessages.format, abort: true });

const Interval = z
  .object({ from: time(TIME), to: time(`${TIME}|24:00`) })
  .superRefine(({ from, to }, context) => {
    if (from < to) return;
    context.addIssue({ code: "custom", path: ["to"], message: validationMessages.later(from) });
  })
  .meta({ id: "HoursInterval", description: "`to` is later on the same day: at most `24:00`." });

type Interval = z.output<typeof Interval>;

function checkOrder(intervals: Interval[], context: z.RefinementCtx) {
  for (const [index, { from }] of intervals.entries()) {
    const before = intervals[index - 1];
    if (before && from <= before.to)
      context.addIssue({
        code: "custom",
        path: [index, "from"],
        message: validationMessages.later(before.to),
      });
  }
}

const day = z.array(Interval).max(MAX_INTERVALS).superRefine(checkOrder);
const shownDay = day.meta({
  id: "DayHours",
  description: "In the order of time, with a break between two. Absent or empty: closed.",
});
const names = weekdays.map((name) => [name, shownDay.optional()]);
const week = Object.fromEntries(names) as Record<Weekday, z.ZodOptional<typeof day>>;

const hasHours = (weekly: Hours["weekly"]) =>
  Object.values(weekly).some((intervals) => (intervals?.length ?? 0) > 0);

const date = z.string().refine((text) => parseDate(text) !== null, validationMessages.date);

/** Without defaults: what is stored and shown is what was sent. */
export const BusinessHours = z
  .object({
    weekly: z
      .object(week)
      .refine(hasHours, validationMessages.atLeastItems(1))
      .meta({ id: "WeeklyHours" }),
    closed: distinct(z.array(date.meta({ format: "date" })).max(MAX_CLOSED_DAYS))
      .optional()
      .describe("Days on which you are closed whatever the weekday."),
  })
  .meta({
    id: "BusinessHours",
    description:
      "Hours in the workspace's `time_zone`. Hours over midnight are two intervals: one until " +
      "`24:00`, and one from `00:00` of the next day.",
    examples: [
      {
        weekly: {
          monday: [
            { from: "09:00", to: "12:30" },
            { from: "14:00", to: "18:00" },
          ],
        },
        closed: ["2026-12-25"],
      },
    ],
  });

/** Hours of a channel's own. */
export const ownHours = BusinessHours.nullish().describe(
  "In place of the workspace's `business_hours`. `null`: the workspace's.",
);
export const shownHours = BusinessHours.nullable().meta({
  description: "`null`: the workspace's.",
});

export const QuietHours = z
  .object({ from: time(TIME), to: time(TIME) })
  .refine(({ from, to }) => from !== to, { error: validationMessages.duplicate, path: ["to"] })
  .meta({
    id: "QuietHours",
    description:
      "Hours of every day in the lead's time zone. If `to` is before `from`, it is on the next " +
      "day.",
    examples: [{ from: "21:00", to: "08:00" }],
  });
