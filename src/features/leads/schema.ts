import * as z from "zod";
import { consentKinds, consentMethods, consentScopes } from "#domain/consents";
import { mainFields, moreFields } from "#domain/lead-fields";
import { contactFields } from "#domain/leads";
import { at } from "#lib/fields";
import { answerShape, emptyFields } from "./field-schemas";
import { Tag } from "./tags/schema";
import { LeadWarning } from "./warning-schema";

const ConversationEntry = z.object({
  id: z.int(),
  platform: z.string(),
  last_inbound_at: at.nullable(),
  last_outbound_at: at.nullable(),
  summary_generated_at: at.nullable(),
  messages_count: z.int(),
});

const ConversationSummary = ConversationEntry.extend({ summary: z.string().nullable() }).meta({
  id: "ConversationSummary",
  description: "A conversation of the lead, with the summary of what was said.",
});

const Profile = z
  .object({
    professional_situation: z.string().nullable(),
    primary_objective: z.string().nullable(),
    blockers: z.array(z.string()),
    levers: z.array(z.string()),
    verbatim: z.string().nullable(),
    lost_reason_detail: z.string().nullable(),
  })
  .meta({
    id: "Profile",
    description:
      "What the analysis of the conversations has found. Its members are `null` or empty until " +
      "then.",
  });

const listed = {
  id: 42,
  ...emptyFields(mainFields),
  variables: { city: "Lyon" },
  ...emptyFields(moreFields),
  ext_id: "crm-1042",
  first_name: "Élodie",
  last_name: "Martin",
  username: "elo.martin",
  image: "https://example.com/elodie.jpg",
  email: "elodie.martin@example.com",
  phone: "+33639980142",
  source: "instagram",
  warmth: "warm",
  pipeline_stage: "engaged",
  whatsapp_phone_number_id: 106540352242922,
  age: 34,
  occupation_status: "employee",
  maturity_level: "beginner",
  engagement_level: "high",
  profile_extracted_at: "2026-11-20T09:00:00.000Z",
  created_at: "2026-11-12T08:30:00.000Z",
  updated_at: "2026-11-20T09:00:00.000Z",
  tags: [],
} as const;

const conversation = {
  id: 7,
  platform: "instagram",
  last_inbound_at: "2026-11-20T08:55:00.000Z",
  last_outbound_at: "2026-11-20T08:50:00.000Z",
  summary_generated_at: "2026-11-20T09:00:00.000Z",
  messages_count: 12,
};

const full = {
  ...listed,
  profile: {
    professional_situation: "Nurse, part time",
    primary_objective: "Become a freelance coach",
    blockers: ["Budget"],
    levers: ["Motivated by flexible hours"],
    verbatim: "I just don't know where to start.",
    lost_reason_detail: null,
  },
  conversations: [{ ...conversation, summary: "Asks about the price of the coaching programme." }],
};

export const LeadListItem = z
  .object({
    id: z.int(),
    ...answerShape(mainFields),
    variables: z
      .record(z.string(), z.unknown())
      .meta({ description: "Values for `{{placeholders}}`." }),
    ...answerShape(moreFields),
    profile_extracted_at: at.nullable().meta({ description: "When the profile was last written." }),
    created_at: at,
    updated_at: at,
    tags: z.array(Tag),
    conversations: z.array(
      ConversationEntry.meta({
        id: "ConversationEntry",
        description: "A conversation of the lead.",
      }),
    ),
    unusable_contacts: z
      .array(z.enum(contactFields).meta({ id: "ContactField" }))
      .optional()
      .meta({
        description:
          "Which of `phone` and `email` can't be an address: they are never matched, and nothing " +
          "is sent to them. Absent if there is none. CSV has no column for it.",
      }),
  })
  .meta({
    id: "LeadListItem",
    description: "A lead without its `profile` and without the conversations' `summary`.",
  });

export const Lead = LeadListItem.extend({
  profile: Profile,
  conversations: z.array(ConversationSummary),
}).meta({
  id: "Lead",
  description: "A contact or prospect, with the analysis of the conversations.",
  examples: [full],
});

/** The answer to a write of a lead. */
export const SavedLead = z.object({
  data: Lead,
  warnings: z
    .array(LeadWarning)
    .optional()
    .meta({
      description:
        "What you asked for that was not done, and what is kept but can't be used. Absent if " +
        "there is nothing.",
    }),
});

export const LeadExport = Lead.extend({
  data: z.record(z.string(), z.unknown()),
  enrolled_at: at.nullable(),
}).meta({
  id: "LeadExport",
  description: "A full lead, with its `data` and `enrolled_at`.",
});

export const Consent = z
  .object({
    id: z.int(),
    lead_id: z.int(),
    scope: z.enum(consentScopes).meta({
      description: "`all`: all messages. `marketing`: marketing alone; answers still go out.",
    }),
    kind: z.enum(consentKinds),
    method: z.enum(consentMethods).meta({
      description:
        "How it was said: by a keyword that the lead wrote, a tapped button, a preference set " +
        "on the platform, an answer of the provider, or a request to this API. " +
        '`platform_button`: by a button of Meta\'s own, such as "Stop promotions". `link`: on ' +
        "the page of a `{{preferences_url}}`. `suppression`: somebody with the same phone, " +
        "e-mail or id had unsubscribed before. `merge`: a lead that was merged into it had. " +
        "`same_person`: another lead that has proved to be the same person had. `form`: in a " +
        "form that a source receives; it proves a consent, and subscribes nobody again.",
    }),
    message_id: z.int().nullable().meta({ description: "The message that it came from." }),
    words: z.string().nullable().meta({ description: "Of a `form`: the question and the answer." }),
    at: at.meta({ description: "When it was said." }),
    created_at: at,
  })
  .meta({
    id: "Consent",
    description:
      "An opt-out or opt-in of a lead. The latest of scope `all` by `at` decides `is_optout`, " +
      "the latest of scope `marketing` `is_marketing_optout`: no entry of one scope changes " +
      "the other. One of scope `all` by `preference` ends only opt-outs by `preference`, " +
      "`platform_button` and `provider`.",
    examples: [
      {
        id: 18,
        lead_id: 42,
        scope: "all",
        kind: "opted_out",
        method: "keyword",
        message_id: 5131,
        words: null,
        at: "2026-11-20T10:21:04.000Z",
        created_at: "2026-11-20T10:21:05.120Z",
      },
    ],
  });

export type Consent = z.output<typeof Consent>;
export type LeadListItem = z.output<typeof LeadListItem>;
export type Lead = z.output<typeof Lead>;
export type LeadExport = z.output<typeof LeadExport>;
