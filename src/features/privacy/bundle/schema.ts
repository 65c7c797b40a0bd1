import * as z from "zod";
import { abilities } from "#domain/abilities";
import { auditActions, auditActors } from "#domain/audit";
import { runEventKinds } from "#domain/automation";
import { eventTypes } from "#domain/events";
import { profileFields } from "#domain/leads";
import { Analysis } from "#features/analysis/schema";
import { Run, RunStep } from "#features/automation/runs/schema";
import { TriggerEvaluation } from "#features/automation/triggers/evaluations/schema";
import { actor } from "#features/events/schemas/event";
import { SourceDeliveryDetail } from "#features/imports/sources/delivery-schema";
import { Booking } from "#features/leads/bookings/schema";
import { Identity } from "#features/leads/identity-schema";
import { Consent, LeadExport } from "#features/leads/schema";
import { Suppression } from "#features/leads/suppressions/schema";
import { LinkClick } from "#features/links/clicks/schema";
import { LinkSend } from "#features/links/recipients/schema";
import { Comment } from "#features/messaging/comments/schema";
import { Conversation } from "#features/messaging/conversations/schema";
import { Message } from "#features/messaging/messages/schema";
import { at } from "#lib/fields";

/** The lists of a bundle besides the lead, in their order. */
export const partNames = [
  "identities",
  "tags",
  "consents",
  "suppressions",
  "conversations",
  "messages",
  "comments",
  "bookings",
  "profile_claims",
  "analyses",
  "link_sends",
  "link_clicks",
  "runs",
  "run_steps",
  "run_events",
  "trigger_evaluations",
  "source_deliveries",
  "events",
  "audit_log",
] as const;
export type PartName = (typeof partNames)[number];

const AppliedTag = z
  .object({ tag_id: z.int(), label: z.string(), added_at: at })
  .meta({ id: "TagOfLead" });

const BundledConsent = Consent.extend({
  words: z
    .string()
    .nullable()
    .meta({
      description:
        "The text of `message_id`, or question and answer of a form. `null` for a message " +
        "without `conversations:read`.",
    }),
}).meta({ id: "ConsentOfLead", examples: undefined });

const Claim = z
  .object({
    field: z.enum(profileFields),
    value: z.union([z.string(), z.number(), z.boolean()]),
    confidence: z.number(),
    quote: z.string().meta({ description: "The lead's own words." }),
    conversation_id: z.int(),
    message_id: z.int(),
    said_at: at,
    analysed_at: at,
    model: z.string(),
    prompt_version: z.string(),
  })
  .meta({ id: "ClaimOfLead" });

const DeliveryOfLead = SourceDeliveryDetail.extend({ source_id: z.int() }).meta({
  id: "SourceDeliveryOfLead",
  examples: undefined,
});

const StepOfRun = RunStep.extend({ run_id: z.int() }).meta({
  id: "RunStepOfLead",
  examples: undefined,
});

const EventOfRun = z
  .object({
    run_id: z.int(),
    kind: z.enum(runEventKinds),
    message_id: z.int().nullable(),
    data: z.record(z.string(), z.unknown()),
    at,
  })
  .meta({
    id: "RunEventOfLead",
    description: "What has happened that the run has not gone on by yet.",
  });

const StoredEvent = z
  .object({
    id: z.int(),
    type: z.enum(eventTypes),
    timestamp: at,
    scenario_id: z.int().nullable(),
    actor,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "StoredEvent", description: "An event as it is stored." });

const ActOnLead = z
  .object({
    id: z.int(),
    action: z.enum(auditActions),
    actor: z.object({
      type: z.enum(auditActors),
      id: z.int().nullable(),
      name: z.string().nullable(),
    }),
    request_id: z.string(),
    created_at: at,
  })
  .meta({ id: "ActOnLead" });

/** The items of each part. */
const items = {
  identities: Identity,
  tags: AppliedTag,
  consents: BundledConsent,
  suppressions: Suppression,
  conversations: Conversation,
  messages: Message,
  comments: Comment,
  bookings: Booking,
  profile_claims: Claim,
  analyses: Analysis,
  link_sends: LinkSend,
  link_clicks: LinkClick,
  runs: Run,
  run_steps: StepOfRun,
  run_events: EventOfRun,
  trigger_evaluations: TriggerEvaluation,
  source_deliveries: DeliveryOfLead,
  events: StoredEvent,
  audit_log: ActOnLead,
} satisfies Record<PartName, z.ZodType>;

const parts = Object.fromEntries(
  partNames.map((name) => [name, z.array(items[name] as z.ZodType).optional()]),
);

const LeftOut = z
  .object({ part: z.enum(partNames), ability: z.enum(["*", ...abilities]) })
  .meta({ id: "LeftOutOfBundle" });

export const Bundle = z
  .object({
    data: z.object({ lead: LeadExport, ...parts }).meta({ id: "LeadBundle" }),
    meta: z
      .object({
        created_at: at,
        left_out: z
          .array(LeftOut)
          .meta({ description: "What the token may not read, and the ability that it lacks." }),
        complete: z.literal(true).meta({
          description: "The last member. A bundle without it was broken off: get it again.",
        }),
      })
      .meta({ id: "BundleMeta" }),
  })
  .meta({ id: "LeadBundleFile" });

export type LeftOut = z.output<typeof LeftOut>;
