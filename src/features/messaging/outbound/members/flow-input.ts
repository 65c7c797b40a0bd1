import * as z from "zod";
import { flowModes } from "#domain/messaging";
import { choice, map, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { withoutPlaceholders } from "../without-placeholders";

export const Flow = z
  .object({
    flow_id: requiredText(64)
      .refine((value) => /^\d+$/.test(value), validationMessages.format)
      .describe("The form's id at WhatsApp, in digits."),
    cta: requiredText(1024).describe(
      "The button that opens it. At most 20 characters after its `{{placeholders}}` are filled.",
    ),
    mode: choice(flowModes).describe("Defaults to `published`."),
    screen: withoutPlaceholders(80).describe(
      "The id of the screen that it opens at. Required with `data`.",
    ),
    data: map(
      "What the screen begins with, in the form's own shape. Texts in it can hold " +
        "`{{placeholders}}`.",
    ).nullish(),
  })
  .refine(({ screen, data }) => data == null || screen != null, {
    error: validationMessages.required,
    path: ["screen"],
  })
  .meta({
    id: "MessageFlow",
    description: "A form of WhatsApp's. Its answers come as a message with `answers`.",
  });
