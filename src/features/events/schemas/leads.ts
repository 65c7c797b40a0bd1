import { z } from "zod";
import { stages } from "../../../domain/leads";
import { consentMethods } from "../../../domain/messaging";
import { eventOf, excerpt } from "./event";

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
  })
  .meta({ id: "LeadReference", description: "The lead as it is now." });

/** The members of every event about a lead. */
export const lead = z
  .object({
    lead_id: z.int(),
    lead: LeadReference.nullable().meta({ description: "Null when it was deleted since." }),
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
  },
};

const consent = lead
  .extend({
    method: z
      .enum(consentMethods)
      .nullable()
      .meta({ description: "As in the lead's consents; null of a lead that was created so." }),
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
      .meta({ description: "Null when it was deleted since." }),
  })
  .meta({ id: "TaggingEventData" });
const exampleTagging = { ...exampleLead, tag_id: 3, tag: { id: 3, label: "Call booked" } };

const changes = z
  .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
  .meta({
    description:
      "The fields that changed, each with its value before and after; a variable is " +
      "`variables.<name>`, without `from` where it was not there, and without `to` where it is " +
      "gone. Without values where they are objects (`data`, `profile`), and all of them where " +
      "the changes are long; very many variables are one `variables`. Empty when the lead was " +
      "deleted since. Tags, stage and consent have events of their own, and are not among them.",
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
  eventOf("lead.tag_added", "A lead got a tag.", tagging, exampleTagging),
  eventOf(
    "lead.tag_removed",
    "A lead lost a tag, which may be gone altogether.",
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
    "A lead's profile was analysed anew, or written through the API.",
    lead,
    exampleLead,
  ),
  eventOf(
    "conversation.summarized",
    "A conversation was summarized.",
    lead.extend({ conversation_id: z.int(), summary: excerpt }),
    {
      ...exampleLead,
      conversation_id: 7,
      summary: "Asks about the price of the coaching programme.",
    },
  ),
] as const;
