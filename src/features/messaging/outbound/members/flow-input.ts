import * as z from "zod";
import { choice, map, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { withoutPlaceholders } from "../without-placeholders";

/** A Flow is published, or a draft, which only the account's own people can open. */
export const flowModes = ["published", "draft"] as const;

export const Flow = z
  .object({
    flow_id: requiredText(64)
      .refine((value) => /^\d+$/.test(value), validationMessages.format)
      .describe("The Flow's id at WhatsApp, in digits."),
    cta: requiredText(1024).describe(
      "The button that opens it. At most 20 characters after its `{{placeholders}}` are filled.",
    ),
    mode: choice(flowModes).describe("Defaults to `published`."),
    screen: withoutPlaceholders(80).describe(
      "The id of the screen that it opens at. Required with `data`.",
    ),
    data: map(
      "What the screen begins with, in the Flow's own shape. Texts in it can hold " +
        "`{{placeholders}}`.",
    ).nullish(),
  })
  .refine(({ screen, data }) => data == null || screen != null, {
    error: validationMessages.required,
    path: ["screen"],
  })
  .meta({
    id: "MessageFlow",
    description: "A form of WhatsApp's, a Flow. Its answers come as a message with `answers`.",
  });
