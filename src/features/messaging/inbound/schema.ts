import * as z from "zod";
import { mediaKinds } from "#domain/media";
import { inboundOrigins, receivedTypes } from "#domain/messaging";
import { identityKinds, type Platform } from "#domain/platforms";
import { choice, map, reference, requiredHttpUrl, text, timestamp } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { Message } from "../messages/schema";
import { answersIn } from "./flow-answers";
import type { SenderIds } from "./webhook-events";
import { BSUID, hasId, idsOf, PARENT_BSUID, WA_ID } from "./whatsapp-sender";

/** The types of messages that leads send. */
export const inboundTypes = z.enum(receivedTypes).exclude(["system", "unsupported"]).options;

/** The members of which a message of the team's has none. */
const OF_LEADS = ["shared_number", "tapped", "answers"] as const;

/** The type of a message that gives none: answers of a form are `interactive`. */
export const inboundTypeOf = ({
  type,
  answers,
}: {
  type?: (typeof inboundTypes)[number] | null | undefined;
  answers?: object | null | undefined;
}) => type ?? (answers ? "interactive" : "text");

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
    origin: choice(inboundOrigins).describe(
      "`native_app`: the team has written this to the lead, in the platform's own app. `from` or " +
        "`lead_id` is the lead all the same. It is stored as an outbound message that was sent, " +
        "opens no window and starts nothing.",
    ),
    name: text(255).describe("The profile's name, for a new lead."),
    username: text(255).describe("The account's name, for a new lead."),
    type: choice(inboundTypes).describe("Defaults to `text`, with `answers` to `interactive`."),
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
    answers: map(
      "For the type `interactive`: the answers of a form, by their names, with the `flow_token` " +
        "of the form's message. At most 200 keys, five levels deep.",
    ).nullish(),
    answered_message_id: reference()
      .nullish()
      .describe("With `answers`, in place of a `flow_token`: the message with the form."),
    payload: map(
      "Further data, such as `context.id`: the message that it answers, `reply_to.story.id`: the " +
        "story that it answers, or `referral`: the `ad_id` or the `ref` by which the lead came.",
    ).nullish(),
    external_id: text(255).describe(
      "The gateway's id of the message. A repeated id is stored once. Generated if absent.",
    ),
    at: timestamp().describe("When it was sent. Defaults to now, also for a time in the future."),
  })
  .superRefine(
    (input, context) => {
      const require = (field: "from" | "lead_id" | "text") =>
        context.addIssue({ code: "custom", path: [field], message: validationMessages.required });
      type Typed = "media" | "shared_number" | "tapped" | "answers";
      const refuse = (field: Typed, type: string) =>
        context.addIssue({
          code: "custom",
          path: [field],
          message: validationMessages.notOfType(type),
        });
      if (input.from == null && input.lead_id == null)
        for (const field of ["from", "lead_id"] as const) require(field);
      const type = inboundTypeOf(input);
      if (type === "text" && input.text == null) require("text");
      if (input.media != null && !mediaKinds.some((kind) => kind === type)) refuse("media", type);
      for (const field of OF_LEADS)
        if (input.origin != null && input[field] != null) refuse(field, "native_app");
      if (input.shared_number != null && type !== "contacts") refuse("shared_number", type);
      if (input.answers != null && type !== "interactive") refuse("answers", type);
      if (input.answers != null && !answersIn(JSON.stringify(input.answers)))
        context.addIssue({
          code: "custom",
          path: ["answers"],
          message: validationMessages.format,
        });
      if (input.answered_message_id != null && input.answers == null)
        context.addIssue({
          code: "custom",
          path: ["answered_message_id"],
          message: validationMessages.onlyWith("form's", "answers"),
        });
    },
    { when: () => true },
  )
  .meta({
    id: "InboundInput",
    examples: [
      { from: "+33639980142", name: "Élodie Martin", text: "Hello, is there a place left?" },
      { lead_id: 1, type: "button", text: "Yes", tapped: "yes" },
      { lead_id: 1, origin: "native_app", text: "I call you." },
    ],
  });

const idOf = (form: RegExp, description: string) =>
  z.string().regex(form, validationMessages.format).nullish().describe(description);

/** The ids of a person, at least one. */
const movedIds = (description: string) =>
  z
    .object({
      wa_id: idOf(WA_ID, "The number in digits."),
      bsuid: idOf(BSUID, "The business-scoped id, such as `US.1234`."),
      parent_bsuid: idOf(PARENT_BSUID, "That of linked portfolios, such as `US.ENT.1234`."),
    })
    .refine((ids) => Object.values(ids).some((id) => id != null), validationMessages.empty)
    .describe(description);

const known = ({ wa_id, bsuid, parent_bsuid }: Record<string, unknown>) =>
  idsOf(wa_id, bsuid, parent_bsuid);

const isSame = (from: SenderIds, to: SenderIds) =>
  hasId(from) && identityKinds.every((kind) => from[kind] === to[kind]);

export const MoveInput = z
  .object({
    from: movedIds("The ids by which the person was known."),
    to: movedIds("Those by which they are known from now on. One in both has not changed."),
    external_id: text(255).describe(
      "The gateway's id of the notice. A repeated id is stored once. Generated if absent.",
    ),
    at: timestamp().describe("When they changed. Defaults to now, also for a time in the future."),
  })
  .refine(({ from, to }) => !isSame(known(from), known(to)), {
    path: ["to"],
    error: validationMessages.duplicate,
  })
  .meta({
    id: "IdentityMoveInput",
    examples: [
      {
        from: { wa_id: "250788123123", bsuid: "RW.84c1Q" },
        to: { wa_id: "250733123123", bsuid: "RW.77dd" },
      },
    ],
  });

export const ReceivedMove = z
  .object({
    message: Message.nullable().meta({
      description:
        "The notice in the lead's conversation. `null` if nobody has these ids yet: they are " +
        "kept for 30 days, for whoever comes to have one of them.",
    }),
  })
  .meta({ id: "ReceivedIdentityMove" });

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
export type MoveInput = z.output<typeof MoveInput>;
