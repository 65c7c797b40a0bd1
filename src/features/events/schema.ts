import { z } from "zod";
import { runEndCauses, runWaits } from "../../domain/automation";
import { disableReasons } from "../../domain/events";
import { stages } from "../../domain/leads";
import { consentMethods, stopReasons } from "../../domain/messaging";
import { at } from "../../lib/fields";
import {
  click,
  eventOf,
  exampleLead,
  exampleLinkSend,
  exampleMessage,
  exampleRun,
  lead,
  linkSend,
  message,
  run,
  toldText,
} from "./subjects";

const consent = {
  ...lead,
  method: z
    .enum(consentMethods)
    .nullable()
    .meta({ description: "As in the lead's consents; null of a lead that was created so." }),
  message_id: z.int().nullable().meta({ description: "The message that it came from." }),
};

const tagging = {
  ...lead,
  tag_id: z.int(),
  tag: z
    .object({ id: z.int(), label: z.string() })
    .nullable()
    .meta({ description: "Null when it was deleted since." }),
};
const exampleTagging = { ...exampleLead, tag_id: 3, tag: { id: 3, label: "Call booked" } };

const ending = {
  ...run,
  node_id: z
    .string()
    .nullable()
    .meta({ description: "Where it stood; null when it had not begun." }),
  end_reason: z.enum(runEndCauses).nullable().meta({
    description:
      "As the run's `end_reason`; `lead_deleted` and `scenario_deleted` of a run that went with its lead or scenario.",
  }),
};

const changes = z
  .record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() }))
  .meta({
    description:
      "The fields that changed, each with its value before and after; a variable is `variables.<name>`, without `from` where it was not there, and without `to` where it is gone. Without values where they are objects (`data`, `profile`), and all of them where the changes are long; very many variables are one `variables`. Empty when the lead was deleted since. Tags, stage and consent have events of their own, and are not among them.",
  });

const leads = [
  eventOf("lead.created", "A lead was created.", lead, exampleLead),
  eventOf(
    "lead.updated",
    "Fields of a lead changed.",
    { ...lead, changes },
    {
      ...exampleLead,
      changes: { warmth: { from: "cold", to: "warm" }, "variables.city": { to: "Lyon" }, data: {} },
    },
  ),
  eventOf(
    "lead.deleted",
    "A lead was deleted, with its conversations and runs.",
    { lead_id: z.int(), ext_id: z.string().nullable(), lead: z.null() },
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
    { ...lead, from: z.enum(stages).nullable(), to: z.enum(stages).nullable() },
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
    { ...lead, conversation_id: z.int(), summary: toldText },
    {
      ...exampleLead,
      conversation_id: 7,
      summary: "Asks about the price of the coaching programme.",
    },
  ),
] as const;

const messageEvent = <
  const Type extends
    `message.${"received" | "sent" | "delivered" | "read" | "failed" | "unknown" | "deleted"}`,
>(
  type: Type,
  description: string,
  changed: object,
) =>
  eventOf(type, description, message, {
    ...exampleMessage,
    message: { ...exampleMessage.message, ...changed },
  });

const inbound = {
  direction: "inbound",
  status: "received",
  run_id: null,
  text: "Tomorrow is fine.",
};
const sent = exampleMessage.message.sent_at;
const error = {
  reason: "undeliverable",
  code: 131026,
  message: "Message undeliverable",
  retry_at: null,
};

const messages = [
  eventOf("message.received", "A lead wrote.", message, {
    ...exampleMessage,
    message: { ...exampleMessage.message, ...inbound },
    scenario_id: null,
  }),
  messageEvent("message.sent", "A message was sent: the provider has taken it.", {}),
  messageEvent("message.delivered", "A message reached the lead's device.", {
    status: "delivered",
    delivered_at: sent,
  }),
  messageEvent("message.read", "The lead read a message.", {
    status: "read",
    delivered_at: sent,
    read_at: sent,
  }),
  messageEvent("message.failed", "A message was not sent, or did not arrive; `error` says why.", {
    status: "failed",
    error,
  }),
  messageEvent(
    "message.unknown",
    "The provider's answer was lost: whether the message was sent is not known. A later report may tell.",
    {
      status: "unknown",
      sent_at: null,
    },
  ),
  eventOf("message.deleted", "A message was deleted by its sender.", message, {
    ...exampleMessage,
    message: { ...exampleMessage.message, ...inbound, text: null },
    scenario_id: null,
  }),
] as const;

const links = [
  eventOf("link.sent", "A short link was sent to a lead.", linkSend, exampleLinkSend),
  eventOf(
    "link.clicked",
    "A person opened a recipient's URL. Told once the click is judged not to be a scanner's, some seconds after it.",
    { ...linkSend, click },
    {
      ...exampleLinkSend,
      click: { id: 88, clicked_at: "2026-11-20T10:15:22.480Z", country: "FR", device: "mobile" },
    },
  ),
] as const;

const ended = { ...exampleRun, node_id: "bye" };

const runs = [
  eventOf(
    "run.started",
    "A lead was enrolled in a scenario.",
    { ...run, version: z.int().meta({ description: "The version of the graph that it follows." }) },
    { ...exampleRun, version: 1 },
  ),
  eventOf(
    "run.waiting",
    "A run waits at a node, for a time, a reply or an event.",
    {
      ...run,
      node_id: z.string(),
      waiting_for: z.enum(runWaits),
      until: at.nullable().meta({ description: "At most." }),
    },
    { ...exampleRun, node_id: "wait", waiting_for: "reply", until: "2026-11-21T10:15:30.123Z" },
  ),
  eventOf(
    "run.migrated",
    "A run was moved to another version of its scenario.",
    { ...run, from_version: z.int(), to_version: z.int() },
    { ...exampleRun, from_version: 1, to_version: 2 },
  ),
  eventOf("run.completed", "A run reached its end.", ending, {
    ...ended,
    end_reason: "reached_end",
  }),
  eventOf(
    "run.exited",
    "A run ended at an `exit` node, or because the lead unsubscribed.",
    ending,
    { ...ended, end_reason: "exit_node" },
  ),
  eventOf("run.handed_off", "A run ended at a `handoff` node: a person is to go on.", ending, {
    ...ended,
    end_reason: "handoff",
  }),
  eventOf("run.failed", "A run could not go on.", ending, {
    ...ended,
    end_reason: "window_closed",
  }),
  eventOf("run.cancelled", "A run was cancelled, or removed before its end.", ending, {
    ...ended,
    end_reason: "cancelled",
  }),
] as const;

const scenario = { scenario_id: z.int() };
const endpoint = { webhook_endpoint_id: z.int() };

const others = [
  eventOf("scenario.activated", "A scenario was activated: its runs go on.", scenario, {
    scenario_id: 2,
  }),
  eventOf("scenario.paused", "A scenario was paused, and its runs with it.", scenario, {
    scenario_id: 2,
  }),
  eventOf(
    "channel.stopped",
    "A channel was stopped: nothing more is sent by it.",
    { channel_id: z.int(), reason: z.enum(stopReasons) },
    { channel_id: 1, reason: "unauthorized" },
  ),
  eventOf(
    "webhook_endpoint.disabled",
    "A webhook endpoint was disabled by the service: it answered 410 (`gone`), or nothing could be delivered for days (`failing`).",
    {
      ...endpoint,
      reason: z.enum(disableReasons),
      scenario_id: z.int().nullable().meta({ description: "Of the `webhook_url` of a scenario." }),
    },
    { webhook_endpoint_id: 4, reason: "failing", scenario_id: null },
  ),
  eventOf(
    "webhook_endpoint.test",
    "A test of an endpoint was asked for. Sent to that endpoint only.",
    endpoint,
    {
      webhook_endpoint_id: 4,
    },
  ),
] as const;

/** One for each type of event. */
export const eventSchemas = [...leads, ...messages, ...links, ...runs, ...others] as const;

export const Event = z.union(eventSchemas).meta({
  id: "Event",
  description:
    "What has happened. `data` is by `type`; what its ids stand for is told as it is now. Under 20,000 bytes as JSON.",
});

export type Event = z.output<typeof Event>;
