import type { EventPattern, EventType } from "#client";
import { BOOKING_EVENTS } from "#console/data/booking-events";

type Kind = EventType extends infer Type
  ? Type extends `${infer Of}.${string}`
    ? Of
    : never
  : never;

/** The types of events by their kinds, those that most ask for first. */
const TYPES: { [Of in Kind]: Extract<EventType, `${Of}.${string}`>[] } = {
  message: [
    "message.received",
    "message.sent",
    "message.delivered",
    "message.read",
    "message.failed",
    "message.unknown",
    "message.edited",
    "message.deleted",
  ],
  comment: ["comment.received"],
  booking: [...BOOKING_EVENTS],
  lead: [
    "lead.created",
    "lead.updated",
    "lead.stage_changed",
    "lead.tag_added",
    "lead.tag_removed",
    "lead.opted_out",
    "lead.opted_in",
    "lead.marketing_opted_out",
    "lead.marketing_opted_in",
    "lead.profile_updated",
    "lead.identity_changed",
    "lead.event_reported",
    "lead.merged",
    "lead.same_person_found",
    "lead.deleted",
  ],
  conversation: [
    "conversation.updated",
    "conversation.note_added",
    "conversation.note_deleted",
    "conversation.summarized",
  ],
  run: [
    "run.started",
    "run.waiting",
    "run.paused",
    "run.resumed",
    "run.migrated",
    "run.completed",
    "run.exited",
    "run.handed_off",
    "run.failed",
    "run.cancelled",
  ],
  link: ["link.sent", "link.clicked"],
  scenario: [
    "scenario.activated",
    "scenario.paused",
    "scenario.trigger_limited",
    "scenario.runs_removed",
    "scenario.deleted",
  ],
  channel: ["channel.stopped", "channel.paused", "channel.resumed", "channel.token_expiring"],
  template: ["template.updated"],
  source: ["source.failing"],
  tag: ["tag.deleted"],
  short_link: ["short_link.deleted"],
  workspace: ["workspace.quota_reached"],
  webhook_endpoint: ["webhook_endpoint.disabled", "webhook_endpoint.test"],
};

export const kinds = Object.keys(TYPES) as Kind[];
export type EventKind = Kind;

/** The types of a kind that an endpoint can ask for. Tests go to their endpoint alone. */
export const typesOf = (kind: EventKind): EventType[] =>
  TYPES[kind].filter((type) => type !== "webhook_endpoint.test");

const patterns: { [Of in Kind]: EventPattern } = {
  message: "message.*",
  comment: "comment.*",
  booking: "booking.*",
  lead: "lead.*",
  conversation: "conversation.*",
  run: "run.*",
  link: "link.*",
  scenario: "scenario.*",
  channel: "channel.*",
  template: "template.*",
  source: "source.*",
  tag: "tag.*",
  short_link: "short_link.*",
  workspace: "workspace.*",
  webhook_endpoint: "webhook_endpoint.*",
};

export const patternOf = (kind: EventKind) => patterns[kind];

/** True for a type that a pattern names. */
export const matches = (type: EventType, pattern: EventPattern) =>
  pattern === "*" ||
  pattern === type ||
  (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1)));
