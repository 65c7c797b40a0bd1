import type { z } from "zod";
import { eventPatterns } from "#domain/events";
import { PageQuery } from "#http/page";
import { query } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

export const eventOrders = ["desc", "asc"] as const;

export const EventQuery = PageQuery.extend({
  type: query
    .choices(eventPatterns)
    .describe("Any of these types. `lead.*` means all of a kind, `*` all types."),
  lead_id: query.integer(1).describe("Also finds events of a deleted lead."),
  scenario_id: query
    .integer(1)
    .describe(
      "Events of the scenario, its runs, their messages and clicks on these messages' links. " +
        "Works for a deleted scenario too.",
    ),
  created_from: query.since().describe("Events since this time or UTC day."),
  created_to: query.until().describe("Events until this time or UTC day, included."),
  after: query
    .integer(0)
    .describe(
      "Events after the one with this id. With `order=asc`: what is new since you read it.",
    ),
  order: query
    .choice(eventOrders)
    .meta({ default: "desc", description: "`desc` is newest first, `asc` oldest first." }),
}).superRefine(({ created_from: from, created_to: to }, context) => {
  if (from !== undefined && to !== undefined && to < from)
    context.addIssue({
      code: "custom",
      path: ["created_to"],
      message: validationMessages.notBefore("created_from"),
    });
});

export type EventQuery = z.output<typeof EventQuery>;
