import type { z } from "zod";
import { eventPatterns } from "../../domain/events";
import { PageQuery } from "../../http/page";
import { query } from "../../lib/fields";
import { validationMessages } from "../../lib/validation-messages";

export const eventOrders = ["desc", "asc"] as const;

export const EventQuery = PageQuery.extend({
  type: query
    .choices(eventPatterns)
    .describe("Any of these: types, all of a kind such as `lead.*`, or `*`."),
  lead_id: query.integer(1).describe("A deleted lead's too."),
  scenario_id: query
    .integer(1)
    .describe(
      "What the scenario's runs did: its runs, its messages, its links' clicks; and what " +
        "became of it. A deleted scenario's too.",
    ),
  created_from: query.timestamp().describe("Events at or after this."),
  created_to: query.timestamp().describe("Events at or before this."),
  after: query
    .integer(0)
    .describe(
      "Events that happened after the one of this id. With `order=asc`: what is new since it " +
        "was read.",
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
