import { type SQL, sql } from "drizzle-orm";
import type { EventType } from "../../domain/events";
import { cut } from "../../lib/text";
import { iso, isoOrNull } from "../../lib/time";
import type { Event } from "./schema";
import { MAX_TEXT_CHARACTERS } from "./schemas/event";

type Members = Record<string, unknown>;

/** As D1 gives it: what is not null beyond the ids is JSON, save the summary. */
export type EventRow = {
  id: number;
  type: EventType;
  lead_id: number | null;
  scenario_id: number | null;
  data: string;
  lead: string | null;
  message: string | null;
  tag: string | null;
  short_link: string | null;
  click: string | null;
  summary: string | null;
};

/** Of `events`, with what they stand for as it is now. Nothing is read where there is no id. */
export const eventColumns: SQL =
  sql.raw(`events.id, events.type, events.lead_id, events.scenario_id, events.data,
  (select json_object('id', id, 'ext_id', ext_id, 'first_name', first_name, 'last_name', last_name, 'username', username, 'email', email,
    'phone', phone, 'pipeline_stage', pipeline_stage, 'is_optout', json(iif(is_optout, 'true', 'false')))
    from leads where leads.id = events.lead_id) as lead,
  (select json_object('id', messages.id, 'conversation_id', conversation_id, 'channel_id', messages.channel_id, 'platform', platform,
    'direction', direction, 'type', messages.type, 'text', substr(text, 1, ${MAX_TEXT_CHARACTERS}), 'status', status, 'error', json(iif(json_valid(error), error, null)),
    'run_id', run_id, 'external_id', external_id, 'sent_at', sent_at, 'delivered_at', delivered_at, 'read_at', read_at)
    from messages cross join conversations on conversations.id = messages.conversation_id
    where events.type glob 'message.*' and messages.id = events.data ->> 'message_id') as message,
  (select json_object('id', id, 'label', label) from tags where tags.id = events.data ->> 'tag_id') as tag,
  (select json_object('id', id, 'slug', slug, 'label', label) from short_links where short_links.id = events.data ->> 'short_link_id') as short_link,
  (select json_object('id', id, 'clicked_at', clicked_at, 'country', country, 'device', device)
    from link_clicks where link_clicks.id = events.data ->> 'click_id') as click,
  (select substr(summary, 1, ${MAX_TEXT_CHARACTERS}) from conversations where conversations.id = events.data ->> 'conversation_id') as summary`);

const MAX_EVENT_BYTES = 19_999;

/** The event as it is told: the same in the feed and in a webhook. */
export function toEvent(row: EventRow): Event {
  const eventWith = (maxCharacters: number) =>
    ({
      id: row.id,
      type: row.type,
      timestamp: iso(Math.floor(row.id / 1000)),
      data: dataOf(row, JSON.parse(row.data), maxCharacters),
    }) as Event;
  // Other members are short by themselves.
  for (let maxCharacters = MAX_TEXT_CHARACTERS; ; maxCharacters >>= 1) {
    const event = eventWith(maxCharacters);
    if (maxCharacters === 0 || isShort(event)) return event;
  }
}

/** A character is three bytes at most, as JSON has it. */
function isShort(event: Event) {
  const json = JSON.stringify(event);
  return (
    json.length * 3 <= MAX_EVENT_BYTES || new TextEncoder().encode(json).length <= MAX_EVENT_BYTES
  );
}

/** What the event says, by its type. `facts` is what was written with it. */
function dataOf(row: EventRow, facts: Members, maxCharacters: number): Members {
  const lead = { lead_id: row.lead_id, lead: parsed(row.lead) };
  const scenario = { scenario_id: row.scenario_id };
  switch (row.type) {
    case "lead.created":
    case "lead.updated":
    case "lead.deleted":
    case "lead.stage_changed":
    case "lead.profile_updated":
      return { ...lead, ...facts };
    case "lead.opted_out":
    case "lead.opted_in":
      return { ...lead, method: null, message_id: null, ...facts };
    case "lead.tag_added":
    case "lead.tag_removed":
      return { ...lead, tag_id: facts.tag_id, tag: parsed(row.tag) };
    case "conversation.summarized":
      return { ...lead, ...facts, summary: row.summary && cut(row.summary, maxCharacters) };
    case "link.sent":
      return { ...lead, ...facts, ...scenario, short_link: parsed(row.short_link) };
    case "link.clicked": {
      const { click_id, ...sent } = facts;
      return {
        ...lead,
        ...sent,
        ...scenario,
        short_link: parsed(row.short_link),
        click: clickOf(parsed(row.click)),
      };
    }
    case "run.started":
    case "run.migrated":
      return { ...lead, ...scenario, ...facts };
    case "run.waiting":
      return { ...lead, ...scenario, ...facts, until: isoOrNull(facts.until as number | null) };
    case "run.completed":
    case "run.exited":
    case "run.handed_off":
    case "run.failed":
    case "run.cancelled":
      return { ...lead, ...scenario, node_id: null, ...facts };
    case "scenario.activated":
    case "scenario.paused":
      return scenario;
    case "webhook_endpoint.disabled":
      return { ...facts, ...scenario };
    case "channel.stopped":
    case "webhook_endpoint.test":
      return facts;
    default:
      return {
        ...lead,
        ...facts,
        message: messageOf(parsed(row.message), maxCharacters),
        ...scenario,
      };
  }
}

const parsed = (json: string | null): Members | null => (json === null ? null : JSON.parse(json));

const clickOf = (click: Members | null) =>
  click && { ...click, clicked_at: iso(click.clicked_at as number) };

function messageOf(message: Members | null, maxCharacters: number) {
  if (!message) return null;
  const moment = (value: unknown) => isoOrNull(value as number | null);
  const { text, error } = message as {
    text: string | null;
    error: { retry_at: number | null } | null;
  };
  return {
    ...message,
    text: text && cut(text, maxCharacters),
    error: error && { ...error, retry_at: moment(error.retry_at) },
    sent_at: moment(message.sent_at),
    delivered_at: moment(message.delivered_at),
    read_at: moment(message.read_at),
  };
}
