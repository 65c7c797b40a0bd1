import * as z from "zod";
import { consentKinds, consentScopes } from "#domain/consents";
import { namesSetBy, namesWhere } from "#domain/field-names";
import { leadFields, mainFields, moreFields } from "#domain/lead-fields";
import { MAX_TAGS, profileFields } from "#domain/leads";
import { PageQuery } from "#http/page";
import { idList, map, query, requiredText, text, timestamp } from "#lib/fields";
import { createdRange, rangesInOrder } from "#lib/time-ranges";
import { validationMessages } from "#lib/validation-messages";
import { inputShape } from "./field-schemas";

const tagIds = (description: string) => idList(MAX_TAGS).optional().meta({ description });

const { is_optout, is_marketing_optout, ...main } = inputShape(
  mainFields,
  namesSetBy(mainFields, "api"),
);
const { age, is_lost, lost_reason, ...more } = inputShape(
  moreFields,
  namesSetBy(moreFields, "api"),
);

/** The members that every lead body accepts. */
const attributes = {
  ...main,
  ext_id: main.ext_id.describe(
    "The lead's id in your own system, such as a CRM. Unique in the workspace.",
  ),
  email: main.email.describe(
    "Unique in the workspace, ignoring case, if it can be an address: one `@`, something " +
      "before it, a domain with a dot (or `localhost`) after it, and no spaces. `Name <a@b.c>` " +
      "and `mailto:` are read as the address in them. Anything else is kept as sent, but never " +
      "matched: `warnings` in the answer says so.",
  ),
  phone: main.phone.describe(
    "Stored as E.164 if it can be an international number, or a national one of the " +
      "workspace's `default_country`, else as sent. Unique in the workspace if it can be an " +
      "address: a number of a length that its country has, or 8 to 15 digits where the country " +
      "is not known. Both forms of a number that a country has renumbered are one. Anything " +
      "else, such as `n/a`, `12345` or `0000000000`, is kept as sent, but never matched, and " +
      "nothing is sent to it: `warnings` in the answer says so.",
  ),
  pipeline_stage: main.pipeline_stage.describe(
    "Moving to `lost` sets `is_lost`. Leaving `lost` clears `is_lost` and `lost_reason`.",
  ),
  data: map(
    "Merged into the stored data as a JSON Merge Patch (RFC 7396): `null` removes a key. Only " +
      "the export returns it.",
  ).nullish(),
  variables: map(
    "Values for `{{placeholders}}` in messages and links. Replaces the stored variables.",
  ).nullish(),
  enrolled_at: timestamp().describe(
    "The enrolment time. It dates the run that the request begins.",
  ),
  ...more,
  whatsapp_phone_number_id: more.whatsapp_phone_number_id.describe(
    "The id of the WhatsApp phone number that writes to the lead.",
  ),
  tag_ids: tagIds(
    "Replaces the lead's tags. Takes ids of the workspace's tags, without duplicates. A lead " +
      "has at most 100 tags.",
  ),
};

/** The members for a lead's consents and loss. */
const states = {
  is_optout,
  is_marketing_optout: is_marketing_optout.describe(
    "The consent to marketing alone: it keeps marketing templates out, and nothing else.",
  ),
  is_lost,
  lost_reason,
};

/** A new lead must have one of these. */
const identifying = namesWhere(leadFields, ({ isIdentifying }) => isIdentifying === true);

export const hasIdentity = (input: Partial<Record<keyof typeof leadFields, unknown>>) =>
  identifying.some((field) => input[field] != null);

const example = {
  ext_id: "crm-1042",
  first_name: "Élodie",
  last_name: "Martin",
  email: "elodie.martin@example.com",
  phone: "+33612345678",
  source: "instagram",
  warmth: "warm",
  variables: { city: "Lyon" },
};

const profileTexts = (max: number, items: number) =>
  z.array(requiredText(max)).max(items).nullish();

const profile = z
  .object({
    professional_situation: text(5000),
    primary_objective: text(5000),
    blockers: profileTexts(500, 20),
    levers: profileTexts(500, 20),
    verbatim: text(5000),
    lost_reason_detail: text(5000),
  })
  .meta({ id: "ProfileTexts" })
  .nullish();

/** The attributes of a lead that is made, or that an upsert finds. */
export const LeadAttributes = z.object({
  ...attributes,
  ...states,
  is_optout: states.is_optout.describe(
    "`true` unsubscribes the lead. `false` never subscribes a lead again who has unsubscribed: " +
      "`warnings` in the answer says so.",
  ),
  is_marketing_optout: states.is_marketing_optout.describe(
    "`true` unsubscribes the lead from marketing. `false` is treated like that of `is_optout`.",
  ),
  age: age.describe("No analysis overwrites it, unless it is `null`."),
  profile: profile.describe(
    "Replaced as a whole. No analysis overwrites a field that is not empty.",
  ),
});

export const IDENTITY_REQUIRED =
  "One of ext_id, first_name, last_name, username, email, phone is required.";

export const LeadInput = LeadAttributes.refine(hasIdentity, {
  error: IDENTITY_REQUIRED,
  path: ["first_name"],
  when: () => true,
}).meta({
  id: "LeadInput",
  description:
    "At least one of `ext_id`, `first_name`, `last_name`, `username`, `email`, `phone` is " +
    "required. `source` defaults to `api`, `pipeline_stage` to `new`.",
  examples: [example],
});

export const LeadPatch = z
  .object({
    ...attributes,
    ...states,
    attach_tag_ids: tagIds("Tags to add, after `tag_ids`."),
    detach_tag_ids: tagIds("Tags to remove, after `attach_tag_ids`. No id can be in both."),
  })
  .superRefine(
    ({ attach_tag_ids: attach, detach_tag_ids: detach }, context) => {
      if (!Array.isArray(attach) || !Array.isArray(detach)) return;
      const attached = new Set(attach);
      detach.forEach((id, index) => {
        if (attached.has(id))
          context.addIssue({
            code: "custom",
            path: ["detach_tag_ids", index],
            message: validationMessages.selected,
          });
      });
    },
    { when: () => true },
  )
  .meta({
    id: "LeadPatch",
    description: "Only the members that you send change. `null` clears a member.",
    examples: [{ warmth: "hot", pipeline_stage: "qualified", attach_tag_ids: [1] }],
  });

export const UpsertQuery = z.object({
  upsert: query
    .flag()
    .describe(
      "`1` updates the lead that matches by `ext_id`, else by `phone`, else by `email`, " +
        "instead of failing. If that lead has another `ext_id`, you get 422. An `ext_id` of " +
        "`null` keeps the lead's.",
    ),
});

export const StrictQuery = z.object({
  strict: query
    .flag()
    .describe(
      "`1` refuses a `phone` or `email` that can't be an address with 422, instead of keeping it " +
        "with a warning. For forms that a person fills in.",
    ),
});

export const SaveQuery = UpsertQuery.extend(StrictQuery.shape);

export const TagIdsInput = z
  .object({ tag_ids: idList(MAX_TAGS).min(1) })
  .meta({ id: "TagIdsInput", examples: [{ tag_ids: [1, 2] }] });

const analysed = inputShape(leadFields, namesSetBy(leadFields, "analyses"));

export const ProfileInput = z
  .object({
    ...analysed,
    is_lost: analysed.is_lost.describe("Stays as it is if absent."),
    lost_reason: analysed.lost_reason.describe("Stays as it is if absent."),
    profile,
  })
  .meta({
    id: "ProfileInput",
    description:
      "The analysed fields. They are all replaced, unless a field says otherwise. Analyses " +
      "don't overwrite a field that you name, even with `null`. They may fill fields that you " +
      "leave out, except `is_lost` and `lost_reason`, which then keep their value and their " +
      "source. `POST …/profile/release` gives fields back to the analyses.",
    examples: [
      {
        age: 34,
        occupation_status: "employee",
        engagement_level: "high",
        profile: { primary_objective: "Change career", blockers: ["Budget"] },
      },
    ],
  });

export const ProfileRelease = z
  .object({ fields: z.array(z.enum(profileFields)).min(1).max(profileFields.length) })
  .meta({ id: "ProfileRelease", examples: [{ fields: ["age", "lost_reason"] }] });

export type LeadAttributes = z.output<typeof LeadAttributes>;
export type LeadPatch = z.output<typeof LeadPatch>;
export type ProfileInput = z.output<typeof ProfileInput>;

export const ConsentChange = z
  .object({
    scope: z
      .enum(consentScopes)
      .default("all")
      .describe(
        "`all` messages if left out, or `marketing` alone. The other scope stays as it is.",
      ),
  })
  .meta({ id: "ConsentChange", examples: [{ scope: "marketing" }] });

export const ConsentQuery = PageQuery.extend({
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  kind: query.choice(consentKinds).describe("Only opt-outs, or only opt-ins."),
  scope: query
    .choice(consentScopes)
    .describe("Only those about all messages, or only those about marketing alone."),
  ...createdRange,
}).superRefine(rangesInOrder("created"), { when: () => true });

export type ConsentQuery = z.output<typeof ConsentQuery>;
