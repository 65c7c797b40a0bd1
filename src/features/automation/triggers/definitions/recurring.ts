import * as z from "zod";
import { distinct, integer, reference } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { defineTrigger } from "../definition";
import { timeOfDay } from "../settings";

/** The settings of other triggers: the segment filters, and no event has several fit. */
const fixed = {
  priority: z.literal(0).default(0).describe("Always 0: no other trigger competes with it."),
  again: z.literal("always").default("always").describe("Each of its times counts."),
  filter: z.null().optional().describe("Has none: the segment says who is enrolled."),
};

export const recurringSettings = z
  .object({
    ...fixed,
    every: z.enum(["day", "week", "month"]),
    weekdays: distinct(z.array(integer(1).max(7)).min(1).max(7))
      .nullish()
      .describe("With `week`: the days, from 1 (Monday) to 7."),
    day: integer(1).max(28).nullish().describe("With `month`: the day of the month."),
    at: timeOfDay.describe(
      "The time of the day in the workspace's time zone, such as `09:30`. Where clocks skip it, " +
        "the moment of the change counts; where they show it twice, the first. Of times that the " +
        "service has missed, the last counts, if it is less than 12 hours ago.",
    ),
    segment_id: reference().describe(
      "The segment whose leads are enrolled, by a bulk enrolment that begins at the time. None " +
        "begins while that of an earlier time goes on, or where tags of the segment were deleted.",
    ),
    per_hour: integer(1)
      .max(100_000)
      .nullish()
      .describe("The most leads that are enrolled in an hour, spread evenly over it."),
  })
  .superRefine(({ every, weekdays, day }, context) => {
    const days = { weekdays: { of: "week", given: weekdays }, day: { of: "month", given: day } };
    for (const [path, { of, given }] of Object.entries(days)) {
      if ((given == null) === (every !== of)) continue;
      const message =
        given == null ? validationMessages.required : validationMessages.onlyWith("every", of);
      context.addIssue({ code: "custom", path: [path], message });
    }
  });

/** Each of its times makes a bulk enrolment: no event is its cause. */
export const recurring = defineTrigger({
  type: "recurring",
  lane: null,
  on: null,
  mismatch: null,
  settings: recurringSettings,
  documentation: {
    summary: "A time comes again and again: the leads of a segment are enrolled.",
    example: { every: "week", weekdays: [1], at: "09:30", segment_id: 4 },
  },
  references: ({ segment_id: ref }) => [{ kind: "segment", ref, path: "segment_id" }],
});
