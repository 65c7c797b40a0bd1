import * as z from "zod";
import { outgoingTypes } from "#domain/messaging";
import { platforms } from "#domain/platforms";
import { at } from "#lib/fields";
import { cardMedia } from "../members/cards-input";
import { mediaTypes } from "../members/media-input";
import { OutgoingFlow } from "./flow-schema";
import { ofMembers } from "./schema-members";

const ofComponent = {
  sub_type: z.string().optional(),
  index: z.string().optional(),
  parameters: z
    .array(
      z
        .looseObject({ type: z.string(), text: z.string().optional() })
        .meta({ id: "OutgoingTemplateParameter" }),
    )
    .optional(),
};

const card = z
  .object({
    card_index: z.int(),
    components: z.array(
      z
        .object({
          type: z.string().meta({ description: "`header`, `body` or `button`." }),
          ...ofComponent,
        })
        .meta({ id: "OutgoingTemplateCardComponent" }),
    ),
  })
  .meta({ id: "OutgoingTemplateCard" });

const component = z
  .object({
    type: z.string().meta({
      description: "`header`, `body`, `button`, `carousel` or `limited_time_offer`.",
    }),
    ...ofComponent,
    cards: z.array(card).optional().meta({ description: "Of a `carousel`, which has only these." }),
  })
  .meta({ id: "OutgoingTemplateComponent" });

const linkButton = z
  .object({ title: z.string(), url: z.string() })
  .meta({ id: "OutgoingLinkButton" });

const messageCard = z
  .object({
    title: z.string().optional(),
    text: z.string().optional(),
    media: z
      .object({ type: z.enum(cardMedia), url: z.string() })
      .meta({ id: "OutgoingCardMedia" })
      .optional(),
    buttons: z.array(
      z.union([
        linkButton,
        z.object({ title: z.string(), id: z.string() }).meta({ id: "OutgoingCardReply" }),
      ]),
    ),
  })
  .meta({ id: "OutgoingCard" });

const to = z
  .object({
    wa_id: z.string().optional(),
    bsuid: z.string().optional(),
    parent_bsuid: z.string().optional(),
    instagram_id: z.string().optional(),
  })
  .meta({
    description:
      "The lead's address, one member: on WhatsApp a number in digits (`wa_id`) or a " +
      "business-scoped id (`bsuid`, or `parent_bsuid` where nothing else is known), on " +
      "Instagram an account's id.",
  });

/** The body of a request to a client's gateway. */
export const OutgoingMessage = z
  .object({
    type: z.literal("message.outgoing"),
    timestamp: at.meta({ description: "When this attempt was made." }),
    data: z.object({
      message_id: z.int(),
      channel_id: z.int(),
      lead_id: z.int(),
      platform: z.enum(platforms),
      to,
      type: z.enum(outgoingTypes).meta({
        description:
          "`request_phone`: ask for the phone number. Pass the answer on as `contacts` with " +
          "`shared_number`. `request_location`: ask for a place, and pass it on as `location`, " +
          "with its `latitude` and `longitude` in `payload`. `flow`: open a form. Pass its " +
          "answers on as `answers`. `comment_reply`: reply under the `comment`, for all to read.",
      }),
      text: z.string().nullable().meta({
        description:
          "The text with everything filled in, or a file's caption. `null` if there is none.",
      }),
      buttons: z
        .array(z.object({ id: z.string(), title: z.string() }).meta({ id: "OutgoingButton" }))
        .optional()
        .meta({
          description:
            "For the type `buttons`. Pass a tap on as the lead's message, with the button's " +
            "`id` as `tapped`.",
        }),
      list: z
        .object({
          button: z.string(),
          sections: z.array(
            z
              .object({
                title: z.string().nullable(),
                rows: z.array(
                  z
                    .object({
                      id: z.string(),
                      title: z.string(),
                      description: z.string().nullable(),
                    })
                    .meta({ id: "OutgoingListRow" }),
                ),
              })
              .meta({ id: "OutgoingListSection" }),
          ),
        })
        .meta({ id: "OutgoingList" })
        .optional()
        .meta({
          description:
            "For the type `list`. Pass a tap on as for buttons, with the row's `id` as `tapped`.",
        }),
      link_buttons: z
        .array(linkButton)
        .optional()
        .meta({ description: "For the type `link_button`: each opens its URL." }),
      cards: z.array(messageCard).optional().meta({
        description: "For the type `cards`. Pass a tap on a reply on as for buttons.",
      }),
      preview: z
        .boolean()
        .optional()
        .meta({ description: "For the type `text`: show a preview of its first URL." }),
      media: z
        .object({
          url: z.string(),
          filename: z.string().nullish(),
          type: z
            .enum(mediaTypes)
            .optional()
            .meta({ description: "Of the file above the text of a `link_button`." }),
        })
        .meta({ id: "OutgoingMedia" })
        .optional()
        .meta({
          description:
            "For the types `image`, `video`, `audio`, `document`, `sticker` and `link_button`.",
        }),
      ...ofMembers,
      comment: z
        .object({ external_id: z.string(), media_id: z.string() })
        .meta({ id: "OutgoingComment" })
        .optional()
        .meta({
          description:
            "The comment that the message answers, and its post, by the platform's ids: as its " +
            "one private reply, or in public if the type is `comment_reply`.",
        }),
      template: z
        .object({ name: z.string(), language: z.string(), components: z.array(component) })
        .meta({ id: "OutgoingTemplate" })
        .optional()
        .meta({ description: "For the type `template`, in WhatsApp's format." }),
      flow: OutgoingFlow.optional().meta({ description: "For the type `flow`." }),
    }),
  })
  .meta({
    id: "OutgoingMessage",
    description:
      "A message for your gateway to send: POSTed to the `gateway_url` of a channel with the " +
      "provider `webhook`. Redirects are not followed. Report what becomes of it by `POST " +
      "/v1/messages/{message}/status`, and pass on what leads write by `POST " +
      "/v1/channels/{channel}/inbound`.",
    examples: [
      {
        type: "message.outgoing",
        timestamp: "2026-11-20T10:15:30.123Z",
        data: {
          message_id: 5120,
          channel_id: 4,
          lead_id: 42,
          platform: "whatsapp",
          to: { wa_id: "33639980142" },
          type: "buttons",
          text: "Hello Élodie, does Tuesday suit you?",
          buttons: [
            { id: "yes", title: "Yes" },
            { id: "1", title: "Another day" },
          ],
        },
      },
    ],
  });

/** The answer of a gateway. */
export const GatewayAnswer = z
  .object({
    external_id: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({
        description:
          "The gateway's own id of the message, without control characters. If there is no " +
          "readable id, it is the `webhook-id`.",
      }),
  })
  .meta({ id: "GatewayAnswer", examples: [{ external_id: "gw-20261120-5120" }] });

export type OutgoingMessage = z.output<typeof OutgoingMessage>;
