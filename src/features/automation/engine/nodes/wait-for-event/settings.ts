import { z } from "zod";
import { awaitedEvents } from "../../../../../domain/automation";
import { stages } from "../../../../../domain/leads";
import { idList, requiredChoice, text } from "../../../../../lib/fields";
import { validationMessages } from "../../../../../lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { timeout } from "../fields";

const filter = z
  .object({
    short_link_ids: idList(100)
      .nullish()
      .describe("Of `link_clicked`: these links, whoever sent them."),
    node_ids: z
      .array(z.string())
      .max(100)
      .nullish()
      .describe("Of `message_read`: the nodes whose messages count."),
    tag_ids: idList(100).nullish().describe("Of `tag_added`."),
    stages: z
      .array(z.enum(stages))
      .nullish()
      .describe("Of `stage_changed`: the stages that count, of those it is changed to."),
    name: text(64).describe("Of `custom`, which needs it: the event's name."),
  })
  .meta({ id: "EventFilter" })
  .nullish()
  .describe(
    "Which of these events count; `custom` needs a `name`. All when absent: of `link_clicked` " +
      "those on links in the run's own messages, of `message_read` those of its own messages.",
  );

export const WaitForEventSettings = z
  .object({ event: requiredChoice(awaitedEvents), filter, timeout_seconds: timeout() })
  .refine(({ event, filter: given }) => event !== "custom" || given?.name, {
    error: validationMessages.required,
    path: ["filter", "name"],
  });

export type WaitForEventSettings = z.output<typeof WaitForEventSettings>;

export const documentation: NodeDocumentation = {
  summary: "Waits for something else to happen.",
  handles: "`event`, `timeout`",
  data: documentSettings(WaitForEventSettings, "WaitForEvent", "`wait_for_event`", {
    event: "link_clicked",
    filter: { short_link_ids: [5] },
    timeout_seconds: 172_800,
  }),
};
