import * as z from "zod";

/**
 * The choices of a person, from the widest: all messages, all but marketing, none. Each names what
 * to get from now on.
 */
export const preferencesActions = ["subscribe", "no_marketing", "unsubscribe"] as const;
export type PreferencesAction = (typeof preferencesActions)[number];

/** The form of the page. A mail program sends `List-Unsubscribe` alone. */
export const PreferencesForm = z
  .object({
    action: z
      .enum(preferencesActions)
      .optional()
      .describe(
        "`subscribe`: to all messages. `no_marketing`: to all but marketing. `unsubscribe`: " +
          "from all messages.",
      ),
    "List-Unsubscribe": z
      .literal("One-Click")
      .optional()
      .describe("Unsubscribes from all messages, as RFC 8058 has it."),
  })
  .meta({ id: "PreferencesForm", examples: [{ action: "unsubscribe" }] });
