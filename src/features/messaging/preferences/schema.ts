import * as z from "zod";

export const preferencesActions = ["unsubscribe", "subscribe"] as const;
export type PreferencesAction = (typeof preferencesActions)[number];

/** The form of the page. A mail program sends `List-Unsubscribe` alone. */
export const PreferencesForm = z
  .object({
    action: z.enum(preferencesActions).optional(),
    "List-Unsubscribe": z
      .literal("One-Click")
      .optional()
      .describe("Unsubscribes, as RFC 8058 has it."),
  })
  .meta({ id: "PreferencesForm", examples: [{ action: "unsubscribe" }] });
