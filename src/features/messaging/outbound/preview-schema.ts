import * as z from "zod";
import { blockReasons } from "#domain/block-reasons";
import { failureReasons, templateRefusals } from "#domain/failure-reasons";
import { outgoingTypes } from "#domain/messaging";
import { platforms } from "#domain/platforms";
import { at } from "#lib/fields";
import { Message } from "../messages/schema";
import { describeWarnings, messageWarningCodes, messageWarnings, WarningParams } from "../warnings";

const RenderedTemplate = z
  .object({
    header: z.string().nullable(),
    body: z.string().nullable(),
    footer: z.string().nullable(),
    offer: z
      .object({ text: z.string(), expires_at: at.nullable() })
      .meta({ id: "RenderedOffer" })
      .nullable(),
    buttons: z.array(z.string()),
    cards: z
      .array(
        z
          .object({ body: z.string().nullable(), buttons: z.array(z.string()) })
          .meta({ id: "RenderedCard" }),
      )
      .meta({ description: "Of a carousel, each below its image or video." }),
  })
  .meta({ id: "RenderedTemplate" });

const MessageWarning = z
  .object({
    code: z
      .enum(messageWarningCodes)
      .meta({ id: "MessageWarningCode", description: describeWarnings(messageWarnings) }),
    params: WarningParams,
    message: z.string().meta({ description: "For people, in English." }),
    path: z.string().meta({ description: "Where in the message." }),
  })
  .meta({ id: "MessageWarning" });

export const Preview = z
  .object({
    channel_id: z
      .int()
      .nullable()
      .meta({ description: "The channel that would send it. `null` if there is none." }),
    platform: z.enum(platforms),
    type: z.enum(outgoingTypes),
    text: Message.shape.text,
    payload: Message.shape.payload,
    links: z
      .array(z.object({ short_link_id: z.int(), url: z.string() }).meta({ id: "PreviewLink" }))
      .meta({
        description:
          "The short links in it, with `preview` in place of the recipient's token. Such a URL " +
          "leads where the base URL does.",
      }),
    rendered: RenderedTemplate.nullable().meta({
      description: "The template with its parameters, if the channel's templates are known.",
    }),
    warnings: z.array(MessageWarning).meta({
      description:
        "Why WhatsApp may refuse the template, by what is known of it, placeholders that " +
        "resemble a name and are none, and a pause of the channel that it would wait for.",
    }),
    refusal: z
      .enum(failureReasons)
      .extract([...blockReasons, ...templateRefusals])
      .meta({ id: "BlockReason" })
      .nullable()
      .meta({ description: "Why it would not be sent now. `null` if it would." }),
  })
  .meta({
    id: "Preview",
    description: "What a lead would get.",
    examples: [
      {
        channel_id: 1,
        platform: "whatsapp",
        type: "text",
        text: "Hello Élodie, the replay: https://go.example.com/webinar-june/preview",
        payload: {},
        links: [{ short_link_id: 5, url: "https://go.example.com/webinar-june/preview" }],
        rendered: null,
        warnings: [],
        refusal: null,
      },
    ],
  });

export type Preview = z.output<typeof Preview>;
