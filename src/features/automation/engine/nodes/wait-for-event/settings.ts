import * as z from "zod";
import { awaitedEvents } from "#domain/automation";
import { bookingStates } from "#domain/bookings";
import { stages } from "#domain/leads";
import { idList, requiredChoice, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { timeout } from "../fields";

const filter = z
  .object({
    short_link_ids: idList(100)
      .nullish()
      .describe("For `link_clicked`: the links that count, whoever sent them."),
    node_ids: z
      .array(z.string())
      .max(100)
      .nullish()
      .describe("For `message_read`: the nodes whose messages count."),
    tag_ids: idList(100).nullish().describe("For `tag_added`: the tags that count."),
    stages: z
      .array(z.enum(stages))
      .nullish()
      .describe("For `stage_changed`: the new stages that count."),
    states: z
      .array(z.enum(bookingStates))
      .nullish()
      .describe("For `booking`: the states that count, to which a booking has come."),
    source_ids: idList(20).nullish().describe("For `booking`: the sources that count."),
    name: text(64).describe("For `custom`, which requires it: the event's name."),
  })
  .meta({ id: "EventFilter" })
  .nullish()
  .describe(
    "Which of these events count. `custom` requires a `name`. Without a filter all count, but " +
      "of `link_clicked` and `message_read` only those of the run's own messages.",
  );

export const WaitForEventSettings = z
  .object({ event: requiredChoice(awaitedEvents), filter, timeout_seconds: timeout() })
  .refine(({ event, filter: given }) => event !== "custom" || given?.name, {
    error: validationMessages.required,
    path: ["filter", "name"],
  });

export type WaitForEventSettings = z.output<typeof WaitForEventSettings>;

export const documentation: NodeDocumentation = {
  summary: "Waits for a click, a read message, a tag, a stage, a booking or a `custom` event.",
  data: documentSettings(WaitForEventSettings, "WaitForEvent", "`wait_for_event`", {
    event: "link_clicked",
    filter: { short_link_ids: [5] },
    timeout_seconds: 172_800,
  }),
};
