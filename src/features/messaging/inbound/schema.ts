import * as z from "zod";
import { mediaKinds } from "#domain/media";
import { receivedTypes } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import { choice, map, reference, requiredHttpUrl, text, timestamp } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

/** The types of messages that leads send. */
export const inboundTypes = z.enum(receivedTypes).exclude(["system", "unsupported"]).options;

export const InboundInput = z
  .object({
    from: text(140).describe(
      "The sender: on WhatsApp an international number, a business-scoped id such as `US.1234` " +
        "or one of linked portfolios such as `US.ENT.1234`, on Instagram an account's id. A new " +
        "sender becomes a lead.",
    ),
    lead_id: reference()
      .nullish()
      .describe(
        "The lead that writes, in place of `from`. If you send both, the lead is known by " +
          "`from` too.",
      ),
    name: text(255).describe("The profile's name, for a new lead."),
    username: text(255).describe("The account's name, for a new lead."),
    type: choice(inboundTypes).describe("Defaults to `text`."),
    text: text(4096).describe(
      "The text: required for `text`, else a file's caption or the title of what was tapped.",
    ),
    media: z
      .object({
        url: requiredHttpUrl().describe("Where the service fetches the file, soon."),
        filename: text(255),
      })
      .meta({ id: "InboundMedia" })
      .nullish()
      .describe("The file, for the types `image`, `video`, `audio`, `document` and `sticker`."),
    shared_number: text(40).describe(
      "For the type `contacts` on WhatsApp: the sender's own number, shared because you have " +
        "asked for it by `request_phone`. The cards in `payload.contacts` are content: they " +
        "may be anybody's.",
    ),
    tapped: text(1000).describe("The `id` of the tapped button."),
    payload: map("Further data, such as `context.id`: the message that it answers.").nullish(),
    external_id: text(255).describe(
      "The gateway's id of the message. A repeated id is stored once. Generated if absent.",
    ),
    at: timestamp().describe("When it was sent. Defaults to now, also for a time in the future."),
  })
  .superRefine(
    (input, context) => {
      const require = (field: "from" | "lead_id" | "text") =>
        context.addIssue({ code: "custom", path: [field], message: validationMessages.required });
      const refuse = (field: "media" | "shared_number", type: string) =>
        context.addIssue({
          code: "custom",
          path: [field],
          message: validationMessages.notOfType(type),
        });
      if (input.from == null && input.lead_id == null)
        for (const field of ["from", "lead_id"] as const) require(field);
      const type = input.type ?? "text";
      if (type === "text" && input.text == null) require("text");
      if (input.media != null && !mediaKinds.some((kind) => kind === type)) refuse("media", type);
      if (input.shared_number != null && type !== "contacts") refuse("shared_number", type);
    },
    { when: () => true },
  )
  .meta({
    id: "InboundInput",
    examples: [
      { from: "+33639980142", name: "Élodie Martin", text: "Hello, is there a place left?" },
      { lead_id: 1, type: "button", text: "Yes", tapped: "yes" },
    ],
  });

/** A platform webhook, for the document only: the parsers check its members one by one. */
export const webhookOf = (platform: Platform, description: string, example: object) =>
  z
    .object({
      object: z.string().optional(),
      entry: z.array(z.record(z.string(), z.unknown())).optional(),
    })
    .meta({
      id: `${platform.charAt(0).toUpperCase()}${platform.slice(1)}Webhook`,
      description,
      examples: [example],
    });

export type InboundInput = z.output<typeof InboundInput>;
