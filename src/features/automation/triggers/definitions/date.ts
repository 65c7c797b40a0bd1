import * as z from "zod";
import { exactlyOne } from "#lib/exactly-one";
import { boolean, integer, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { defineTrigger } from "../definition";
import { again, common, timeOfDay } from "../settings";

const MAX_DAYS = 366;
const MAX_MINUTES = MAX_DAYS * 1_440;
/** The moments of a lead that are dates, beside its variables. */
export const dateMoments = ["created_at", "last_inbound_at", "last_outbound_at"] as const;
export type DateMoment = (typeof dateMoments)[number];
const VARIABLES = "variables.";

/** The name or path of the variable that a date is in, if it is in one. */
export const variableOf = (of: string) =>
  of.startsWith(VARIABLES) ? of.slice(VARIABLES.length) : null;

export const dateSettings = z
  .object({
    ...common("always"),
    again: again("always").describe(
      "When the same lead may start again by this trigger: for a date that it has started for, " +
        "never; for another one, with `always`, at each.",
    ),
    of: requiredText(80)
      .refine((of) => dateMoments.some((moment) => moment === of) || /^variables\../s.test(of), {
        error: validationMessages.selectedOf([...dateMoments, "variables.<key>"]),
      })
      .describe(
        "The date: `created_at`, `last_inbound_at` or `last_outbound_at` of the lead, or " +
          "`variables.` and the key of a variable, or a path into one, that holds it. The start " +
          "must be ahead when the lead gets the date, or the trigger is switched on; if the " +
          "date moves, so does the start.",
      ),
    offset_days: integer(-MAX_DAYS)
      .max(MAX_DAYS)
      .nullish()
      .describe("So many days after the date, at the time `at`. Below 0 it is before."),
    at: timeOfDay
      .nullish()
      .describe(
        "With `offset_days`: the time of that day, such as `09:30`. Where clocks skip it, the " +
          "moment of the change counts; where they show it twice, the first.",
      ),
    offset_minutes: integer(-MAX_MINUTES)
      .max(MAX_MINUTES)
      .nullish()
      .describe("Instead: so many minutes after the moment. Below 0 it is before."),
    time_zone: z
      .enum(["workspace", "lead"])
      .meta({ id: "TriggerClock" })
      .default("workspace")
      .describe(
        "Whose clocks show `at`, and when a day begins. That of a lead is its variable " +
          "`time_zone`, else that of its phone's country where all clocks show the same, else " +
          "the workspace's.",
      ),
    yearly: boolean()
      .default(false)
      .describe("Whether it comes again each year: of 29 February, on the 28th in other years."),
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

/** Its times are stored for each lead (`trigger_times`), which events of leads set. */
export const date = defineTrigger({
  type: "date",
  lane: null,
  on: "date",
  mismatch: null,
  hears: ["lead.created", "lead.updated", "lead.merged"],
  settings: dateSettings,
  documentation: {
    summary: "A date of the lead comes: so many days or minutes before or after it.",
    example: { of: "variables.webinar_at", offset_days: -2, at: "09:00" },
  },
  fits: () => ({}),
  readsVariable: ({ of }) => {
    const name = variableOf(of);
    return name === null ? null : { name, path: "of" };
  },
  subject: ({ date }) => date,
});
