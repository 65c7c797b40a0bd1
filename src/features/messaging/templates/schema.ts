import * as z from "zod";
import {
  parameterPlaces,
  parameterTypes,
  qualities,
  templateCategories,
  templateStatuses,
} from "#domain/templates";
import { at, choice, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { checkBounds, checkOffer, checkTtl } from "./bounds";

const MAX_COMPONENTS_CHARACTERS = 16_384;

const matching = (pattern: RegExp) => (value: string) => pattern.test(value);

/** At most the letters that WhatsApp allows, so that no name has to be escaped. */
const name = requiredText(512).refine(matching(/^[a-z0-9_]+$/), validationMessages.format);
const language = requiredText(20).refine(
  matching(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/),
  validationMessages.format,
);

const componentTypes = [
  ...["HEADER", "BODY", "FOOTER", "BUTTONS"],
  ...["CAROUSEL", "LIMITED_TIME_OFFER"],
];

const Component = z
  .looseObject({
    type: requiredText(50).describe(`${componentTypes.map((type) => `\`${type}\``).join(", ")}.`),
    text: z.string().max(1024).optional(),
  })
  .meta({ id: "TemplateComponentInput", description: "In WhatsApp's format." });

const isBody = ({ type, text }: { type: string; text?: string | undefined }) =>
  type.toUpperCase() === "BODY" && text !== undefined && text.trim() !== "";

const content = {
  category: choice(templateCategories).describe("Required by WhatsApp."),
  ttl_seconds: z
    .int()
    .nullish()
    .describe(
      "For how long WhatsApp tries to deliver a message of it: from 12 hours to 30 days for " +
        "`marketing`, and only at the endpoint `marketing_messages`; from 30 seconds to 12 hours " +
        "for `utility`; from 30 seconds to 15 minutes for `authentication`. It needs a " +
        "`category`. Left out, it is WhatsApp's own, or stays that of before.",
    ),
  components: z
    .array(Component)
    .min(1)
    .max(10)
    .refine((value) => JSON.stringify(value).length <= MAX_COMPONENTS_CHARACTERS, {
      error: validationMessages.atMostCharacters(MAX_COMPONENTS_CHARACTERS),
      abort: true,
    })
    .refine((value) => value.some(isBody), validationMessages.format)
    .superRefine(checkBounds)
    .describe(
      "One is the `BODY`, with its `text`. Parameters stand in it as `{{1}}` or `{{name}}`. " +
        "WhatsApp wants an `example` of them. Headers and footers have at most 60 characters, " +
        "buttons 25; there are at most 10 buttons, of them two `URL`, and one each of " +
        "`PHONE_NUMBER` and `COPY_CODE`. A `CAROUSEL` has 2 to 10 `cards` with `components` of " +
        "the same types; the text of a `LIMITED_TIME_OFFER`, for marketing only, has at most 16.",
    ),
};

const components = [
  { type: "BODY", text: "Hello {{1}}, shall we go on?" },
  { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Yes" }] },
];

export const TemplateInput = z
  .object({
    name: name.describe("Lower-case letters, digits and `_`."),
    language: language.describe("Such as `en_US`."),
    ...content,
  })
  .superRefine(checkTtl)
  .superRefine(checkOffer)
  .meta({
    id: "TemplateInput",
    examples: [
      {
        ...{ name: "revive", language: "en_US", category: "marketing", ttl_seconds: 86_400 },
        components,
      },
    ],
  });

export const TemplateReplacement = z
  .object(content)
  .superRefine(checkTtl)
  .superRefine(checkOffer)
  .meta({ id: "TemplateReplacement", examples: [{ category: "marketing", components }] });

const TemplatePlaceholder = z
  .object({
    place: z.enum(parameterPlaces),
    card: z.int().nullable().meta({ description: "The card of a carousel, from 0." }),
    index: z.int().nullable().meta({ description: "The place of the button, from 0." }),
    name: z.string().meta({ description: "A number, or the name of a named parameter." }),
    kind: z.enum(parameterTypes),
    example: z.string().nullable(),
  })
  .meta({ id: "TemplatePlaceholder", description: "A parameter that a message must fill." });

export const Template = z
  .object({
    id: z.int().meta({ description: "Unique in its channel." }),
    channel_id: z.int(),
    name: z.string(),
    language: z.string(),
    category: z.enum(templateCategories).nullable(),
    status: z.enum(templateStatuses).meta({
      description:
        "WhatsApp sends only what is `approved` or `flagged`: it will disable the latter if its " +
        "quality stays low. A `local` template was only described here, on a channel that is not " +
        "synced. A status that this list lacks is `unknown`.",
    }),
    reason: z.string().nullable().meta({
      description: "Why it was rejected, paused or disabled, in WhatsApp's words.",
    }),
    quality: z.enum(qualities).nullable(),
    ttl_seconds: z.int().nullable().meta({
      description: "For how long WhatsApp tries to deliver it. `null` for WhatsApp's own time.",
    }),
    components: z
      .array(z.looseObject({ type: z.string() }).meta({ id: "TemplateContent" }))
      .nullable()
      .meta({ description: "In WhatsApp's format. `null` if they are too long to be kept." }),
    parameters: z.array(TemplatePlaceholder).meta({
      description: "What a message with this template must fill in.",
    }),
    unsupported: z.array(z.string()).meta({
      description:
        "The types in it that the service does not send, such as `CATALOG` or `MPM`: a message " +
        "of such a template fails as `template_unsupported`.",
    }),
    external_id: z.string().nullable().meta({ description: "WhatsApp's id of it." }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Template",
    description: "A message that WhatsApp has approved, or is to approve.",
    examples: [
      {
        id: 1_795_169_730_123_000,
        channel_id: 3,
        name: "revive",
        language: "en_US",
        category: "marketing",
        status: "approved",
        reason: null,
        quality: "green",
        ttl_seconds: 86_400,
        components,
        parameters: [
          { place: "body", card: null, index: null, name: "1", kind: "text", example: "Élodie" },
        ],
        unsupported: [],
        external_id: "594425479261596",
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-20T10:12:00.000Z",
      },
    ],
  });

export const TemplateSync = z
  .object({
    templates_count: z.int(),
    templates_synced_at: at.nullable(),
    templates_error: z
      .string()
      .nullable()
      .meta({ description: "Why WhatsApp's templates could not be read." }),
  })
  .meta({
    id: "TemplateSync",
    examples: [
      {
        templates_count: 12,
        templates_synced_at: "2026-11-20T10:12:00.000Z",
        templates_error: null,
      },
    ],
  });

export type TemplateInput = z.output<typeof TemplateInput>;
export type TemplateReplacement = z.output<typeof TemplateReplacement>;
export type Template = z.output<typeof Template>;
export type TemplatePlaceholder = z.output<typeof TemplatePlaceholder>;
export type TemplateSync = z.output<typeof TemplateSync>;
