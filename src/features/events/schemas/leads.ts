import * as z from "zod";
import { consentMethods } from "#domain/consents";
import { stages } from "#domain/leads";
import { identityKinds } from "#domain/platforms";
import { eventOf } from "./event";

const LeadReference = z
  .object({
    id: z.int(),
    ext_id: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    username: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    pipeline_stage: z.enum(stages).nullable(),
    is_optout: z.boolean(),
    is_marketing_optout: z.boolean(),
  })
  .meta({ id: "LeadReference", description: "The lead as it is now." });

/** The members of every event about a lead. */
export const lead = z
  .object({
    lead_id: z.int(),
    lead: LeadReference.nullable().meta({ description: "`null` if it has been deleted since." }),
  })
  .meta({ id: "LeadEventData" });

export const exampleLead = {
  lead_id: 42,
  lead: {
    id: 42,
    ext_id: null,
    first_name: "Élodie",
    last_name: null,
    username: null,
    email: null,
    phone: "+33639980142",
    pipeline_stage: "engaged",
    is_optout: false,
    is_marketing_optout: false,
  },
};

const consent = lead
  .extend({
    method: z
      .enum(consentMethods)
      .nullable()
      .meta({ description: "As in the lead's consents. `null` if the lead was created so." }),
    message_id: z.int().nullable().meta({ description: "The message that it came from." }),
  })
  .meta({ id: "ConsentEventData" });

const tagging = lead
  .extend({
    tag_id: z.int(),
    tag: z
      .object({ id: z.int(), label: z.string() })
      .meta({ id: "TagReference", description: "The tag as it is now." })
      .nullable()
      .meta({ description: "`null` if it has been deleted since." }),
  })
  .meta({ id: "TaggingEventData" });
const exampleTagging = { ...exampleLead, tag_id: 3, tag: { id: 3, label: "Call booked" } };

const changes = z
  .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
  .meta({
    description:
      "The fields that changed, each with its value before (`from`) and after (`to`). A " +
      "variable is `variables.<name>`: a new one has no `from`, a removed one no `to`. Objects " +
      "(`data`, `profile`) have no values, nor has any field if the changes are long. Very " +
      "many variables become one `variables`. Empty if the lead has been deleted since. Tags, " +
      "stage and consent have events of their own.",
  });

const dropped = z.record(z.string(), z.unknown()).meta({
  description:
    "What is lost of the merged lead: the values of fields in which the kept lead has another, " +
    "and what found no room. Named as in `changes`, and `tags`, `conversations.<id>.summary`. " +
    "The longest values are `null` if all are too long. Empty if the lead has been deleted since.",
});

const reported = lead.extend({
  name: z.string(),
  data: z.record(z.string(), z.unknown()).meta({
    description: "As it was reported; empty without any, or if the lead has been deleted since.",
  }),
});

export const leadEvents = [
  eventOf("lead.created", "A lead was created.", lead, exampleLead),
  eventOf("lead.updated", "Fields of a lead changed.", lead.extend({ changes }), {
    ...exampleLead,
    changes: { warmth: { from: "cold", to: "warm" }, "variables.city": { to: "Lyon" }, data: {} },
  }),
  eventOf(
    "lead.deleted",
    "A lead was deleted, with its conversations and runs.",
    z.object({ lead_id: z.int(), ext_id: z.string().nullable(), lead: z.null() }),
    { lead_id: 42, ext_id: "crm-1042", lead: null },
  ),
  eventOf(
    "lead.merged",
    "Two leads were joined. The lead `merge` is gone; the lead `keep` has what was its own.",
    lead.extend({ keep: z.int(), merge: z.int(), dropped }),
    {
      ...exampleLead,
      keep: 42,
      merge: 77,
      dropped: { first_name: "Elodie", "variables.city": "Paris", tags: [9] },
    },
  ),
  eventOf(
    "lead.same_person_found",
    "Two leads have proved to be one person, and were not merged: see `GET /v1/lead-duplicates`.",
    lead.extend({ other_id: z.int() }),
    { ...exampleLead, other_id: 77 },
  ),
  eventOf("lead.opted_out", "A lead unsubscribed.", consent, {
    ...exampleLead,
    method: "keyword",
    message_id: 5131,
  }),
  eventOf("lead.opted_in", "A lead subscribed again.", consent, {
    ...exampleLead,
    method: "api",
    message_id: null,
  }),
  eventOf("lead.marketing_opted_out", "A lead unsubscribed from marketing.", consent, {
    ...exampleLead,
    method: "preference",
    message_id: null,
  }),
  eventOf(
    "lead.marketing_opted_in",
    "A lead subscribed to marketing again. Of other messages, it says nothing.",
    consent,
    { ...exampleLead, method: "preference", message_id: null },
  ),
  eventOf("lead.tag_added", "A lead got a tag.", tagging, exampleTagging),
  eventOf(
    "lead.tag_removed",
    "A lead lost a tag. The tag itself may be gone too.",
    tagging,
    exampleTagging,
  ),
  eventOf(
    "lead.stage_changed",
    "A lead moved to another pipeline stage.",
    lead.extend({ from: z.enum(stages).nullable(), to: z.enum(stages).nullable() }),
    { ...exampleLead, from: "contacted", to: "engaged" },
  ),
  eventOf(
    "lead.profile_updated",
    "A lead's profile was analysed again or written through the API.",
    lead,
    exampleLead,
  ),
  eventOf(
    "lead.identity_changed",
    "WhatsApp says that the lead has another number or another id there. `GET " +
      "/v1/leads/{id}/identities` has them; a phone that was replaced is also in `lead.updated`.",
    lead.extend({
      kinds: z.array(z.enum(identityKinds)).meta({ description: "The kinds that have changed." }),
    }),
    { ...exampleLead, kinds: ["bsuid"] },
  ),
  eventOf(
    "lead.event_reported",
    "An event of a lead was reported through the API: see `POST /v1/leads/{lead}/events`.",
    reported,
    { ...exampleLead, name: "call_booked", data: { at: "2026-11-24T09:00:00Z" } },
  ),
] as const;
