import * as z from "zod";
import { bookingMoments } from "#domain/bookings";
import { DATES } from "#features/automation/engine/dates";
import { exactlyOne } from "#lib/exactly-one";
import { distinct, integer, requiredChoice, requiredText } from "#lib/fields";
import { isTimeZone } from "#lib/time-zone";
import { validationMessages } from "#lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { MAX_SECONDS, seconds, variable, within } from "../fields";

const offset = integer(-MAX_SECONDS).max(MAX_SECONDS).default(0).describe("Below 0 it is before.");

const until = z
  .union([
    z
      .object({
        variable: variable().describe(
          "The key of a variable that holds a date, or a path into a variable " +
            `(\`res.trial_ends\`). ${DATES}. A variable can also hold a number of seconds since ` +
            "1970. Anything else ends the run.",
        ),
        offset_seconds: offset,
      })
      .meta({ id: "DelayUntilVariable" }),
    z
      .object({
        date: requiredText(64).describe(`${DATES}. Anything else ends the run.`),
        offset_seconds: offset,
      })
      .meta({ id: "DelayUntilDate" }),
    z
      .object({
        booking: requiredChoice(bookingMoments).describe(
          "The beginning or the end of the run's booking. If it moves, so does this time. If it " +
            "is cancelled, or the lead has none, the run leaves by `cancelled`.",
        ),
        offset_seconds: offset,
      })
      .meta({ id: "DelayUntilBooking" }),
  ])
  .nullish()
  .describe(
    "A date, a variable of the lead that holds one, or a time of the run's booking, plus an " +
      "offset. If that time has passed, the run goes on.",
  );

const at = z
  .object({
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, validationMessages.format)
      .describe("A time such as `09:30`."),
    weekdays: distinct(z.array(integer(1).max(7)).min(1).max(7))
      .nullish()
      .describe("From 1 (Monday) to 7. Any day if absent."),
    timezone: z
      .string()
      .refine(isTimeZone, validationMessages.selected)
      .describe("A time zone such as `Europe/Paris`."),
  })
  .meta({ id: "DelayUntilTime" })
  .nullish()
  .describe("Waits until clocks in `timezone` next show `time`, on one of the `weekdays`.");

export const DelaySettings = z
  .object({
    seconds: seconds(0).nullish().describe("How long the run waits."),
    until,
    at,
    within: within("after that, the run waits until they open"),
  })
  .superRefine(exactlyOne(["seconds", "until", "at"]));

export type DelaySettings = z.output<typeof DelaySettings>;

export const documentation: NodeDocumentation = {
  summary: "Waits for some time, until a date, or until a time of day.",
  data: documentSettings(
    DelaySettings,
    "Delay",
    "`delay`: one of `seconds`, `until`, `at`",
    { seconds: 3600 },
    { until: { variable: "webinar_at", offset_seconds: -3600 } },
    { until: { date: "2027-01-05T18:00" } },
    { until: { booking: "starts_at", offset_seconds: -3600 } },
    { seconds: 0, within: "business_hours" },
    { at: { time: "09:30", weekdays: [1, 2, 3, 4, 5], timezone: "Europe/Paris" } },
  ),
};
