import * as z from "zod";
import { triggerTypes } from "#domain/triggers";

const StartedBy = z
  .object({
    type: z.enum(triggerTypes),
    trigger_id: z.string().meta({ description: "The `id` of the trigger in its scenario." }),
    event_id: z.int().nullable().meta({
      description: "The event that it reacted to. `null` where a time was the cause.",
    }),
    message_id: z.int().nullable().meta({ description: "The lead's message that it fitted." }),
    comment_id: z.int().nullable().meta({ description: "The comment that it fitted." }),
    by_run_id: z.int().nullable().meta({
      description: "The run that has caused the event, as by adding a tag.",
    }),
  })
  .meta({ id: "StartedBy", description: "A trigger, and what it reacted to." });

export const startedBy = StartedBy.nullable().meta({
  description: "The trigger that has started the run. `null` if the lead was enrolled.",
});

export type StartedBy = z.output<typeof startedBy>;

export const startedByExample = {
  type: "keyword",
  trigger_id: "guide",
  event_id: 1_795_169_730_123_000,
  message_id: 5119,
  comment_id: null,
  by_run_id: null,
} satisfies StartedBy;
