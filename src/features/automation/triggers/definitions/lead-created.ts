import * as z from "zod";
import { type Source, sources } from "#domain/leads";
import { distinct } from "#lib/fields";
import { defineTrigger } from "../definition";
import { ofFact } from "../settings";

export const leadCreated = defineTrigger({
  type: "lead_created",
  lane: "facts",
  on: "lead.created",
  mismatch: "source_differs",
  settings: z.object({
    ...ofFact("never"),
    sources: distinct(z.array(z.enum(sources)).min(1).max(sources.length)).describe(
      "The sources that count: an import starts nothing unless you name it.",
    ),
  }),
  documentation: {
    summary: "A lead is created by one of these sources.",
    example: { sources: ["webhook", "api"] },
  },
  fits: (data, { source }) =>
    source !== null && data.sources.includes(source as Source) ? {} : undefined,
});
