import * as z from "zod";
import { exactlyOne } from "#lib/exactly-one";
import { boolean, integer, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { defineTrigger } from "../definition";
import { common, timeOfDay } from "../settings";

const MAX_DAYS = 366;
const MAX_MINUTES = MAX_DAYS * 1_440;
const MOMENTS = ["created_at", "last_inbound_at", "last_outbound_at"];

const settings = z
  .object({
    ...common("always"),
    of: requiredText(80)
      .refine((of) => MOMENTS.includes(of) || /^variables\../s.test(of), {
        error: validationMessages.selectedOf([...MOMENTS, "variables.<key>"]),
      })
      .describe(
        "The date: `created_at`, `last_inbound_at` or `last_outbound_at` of the lead, or " +
          "`variables.` and the key of a variable, or a path into one, that holds it.",
      ),
    offset_days: integer(-MAX_DAYS)
      .max(MAX_DAYS)
      .nullish()
      .describe("So many days after the date, at the time `at`. Below 0 it is before."),
    at: timeOfDay.nullish().describe("With `offset_days`: the time of that day, such as `09:30`."),
    offset_minutes: integer(-MAX_MINUTES)
      .max(MAX_MINUTES)
      .nullish()
      .describe("Instead: so many minutes after the moment. Below 0 it is before."),
    time_zone: z
      .enum(["workspace", "lead"])
      .meta({ id: "TriggerClock" })
      .default("workspace")
      .describe("Whose clocks show `at`, and when a day begins."),
    yearly: boolean().default(false).describe("Whether it comes again each year."),
    if_missed: z
      .enum(["skip", "run"])
      .meta({ id: "WhenMissed" })
      .default("skip")
      .describe("What happens where the service is more than 12 hours late."),
  })
  .superRefine(exactlyOne(["offset_days", "offset_minutes"]))
  .superRefine(({ offset_days: days, at }, context) => {
    if (days != null && at == null)
      context.addIssue({ code: "custom", path: ["at"], message: validationMessages.required });
    if (days == null && at != null)
      context.addIssue({
        code: "custom",
        path: ["at"],
        message: validationMessages.notBeside("offset_minutes"),
      });
  });

/** Its times are those of `trigger_times`: no event is its cause. */
export const date = defineTrigger({
  type: "date",
  lane: null,
  on: null,
  settings,
  documentation: {
    summary: "A date of the lead comes: so many days or minutes before or after it.",
    example: { of: "variables.webinar_at", offset_days: -2, at: "09:00" },
  },
});
