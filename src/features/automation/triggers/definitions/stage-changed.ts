import * as z from "zod";
import { stages } from "#domain/leads";
import { distinct } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofFact } from "../settings";

const someStages = distinct(z.array(z.enum(stages)).min(1).max(stages.length));

export const stageChanged = defineTrigger({
  type: "stage_changed",
  lane: "facts",
  on: "lead.stage_changed",
  mismatch: "stage_differs",
  settings: z.object({
    ...ofFact("always"),
    to: someStages.describe("The stages that the lead comes to."),
    from: someStages.nullish().describe("The stages that it comes from. Default: all, and none."),
  }),
  documentation: {
    summary: "The lead comes to one of these pipeline stages.",
    example: { to: ["qualified"] },
  },
  fits: ({ to, from }, cause) => {
    const isTo = cause.to !== null && to.includes(cause.to);
    const isFrom = !from || (cause.from !== null && from.includes(cause.from));
    return isTo && isFrom ? {} : undefined;
  },
});
