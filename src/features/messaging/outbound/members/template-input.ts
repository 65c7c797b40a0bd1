import * as z from "zod";
import { integer, requiredText, text } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { OnMarketingCap } from "../marketing-cap-input";

const MAX_COMPONENTS_CHARACTERS = 32_768;

const Parameter = z.looseObject({ type: requiredText(50), text: z.string().optional() }).meta({
  id: "TemplateParameter",
  description:
    "In WhatsApp's format. Every text in it can hold `{{placeholders}}`, and `text` short links " +
    "too. In the `link` of a file, values are encoded. A `limited_time_offer` has an object of " +
    "that name, in which `expires_at` is when the offer ends. A `coupon_code` has at most 15 " +
    "characters.",
});

const component = {
  sub_type: text(20).describe("Of a `button`, such as `quick_reply`."),
  index: text(3).describe("Of a `button`: its place, from `0`."),
  parameters: z.array(Parameter).max(50).nullish(),
};

const Card = z
  .object({
    card_index: integer().nullish().describe("The card's place. Defaults to its index, from `0`."),
    components: z
      .array(
        z
          .object({
            type: requiredText(20).describe("`header`, `body` or `button`."),
            ...component,
          })
          .meta({ id: "TemplateCardComponent" }),
      )
      .max(20)
      .nullish(),
  })
  .meta({ id: "TemplateCard" });

export const Template = z
  .object({
    name: requiredText(512),
    language: requiredText(20).describe("Such as `en_US`."),
    components: z
      .array(
        z
          .object({
            type: requiredText(20).describe(
              "`header`, `body`, `button`, `carousel` or `limited_time_offer`.",
            ),
            ...component,
            cards: z.array(Card).min(2).max(10).nullish().describe("Of a `carousel`."),
          })
          .refine(({ type, cards }) => type.toLowerCase() !== "carousel" || cards != null, {
            error: validationMessages.required,
            path: ["cards"],
          })
          .meta({ id: "TemplateComponent" }),
      )
      .max(20)
      .refine(
        (value) => JSON.stringify(value).length <= MAX_COMPONENTS_CHARACTERS,
        validationMessages.atMostCharacters(MAX_COMPONENTS_CHARACTERS),
      )
      .nullish(),
    on_marketing_cap: OnMarketingCap,
  })
  .meta({ id: "MessageTemplate" });
