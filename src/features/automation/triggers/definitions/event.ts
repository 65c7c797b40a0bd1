import * as z from "zod";
import { requiredText } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofFact } from "../settings";

export const event = defineTrigger({
  type: "event",
  lane: "facts",
  on: "lead.event_reported",
  mismatch: "name_differs",
  settings: z.object({
    ...ofFact("always"),
    name: requiredText(64).describe(
      "The name, as it is reported. `filter` can ask for its data: `trigger.data.<path>`.",
    ),
  }),
  documentation: {
    summary: "An event of the lead is reported by the API.",
    example: { name: "order_paid" },
  },
  fits: ({ name }, cause) => (cause.name === name ? {} : undefined),
});
