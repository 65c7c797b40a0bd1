import { type SQL, sql } from "drizzle-orm";
import { actorOf } from "#domain/actors";
import type { EventType } from "#domain/events";
import { cut } from "#lib/text";
import { iso, isoOrNull } from "#lib/time";
import { bookingColumns, bookingData, clickOf, commentOf, messageOf } from "./event-members";
import type { Event } from "./schema";
import { MAX_ANSWER_BYTES, MAX_TEXT_CHARACTERS } from "./schemas/event";

type Members = Record<string, unknown>;

/** Times are milliseconds since 1970. */
type StoredData = Members & {
  until?: number | null;
  snoozed_until?: number | null;
  previous_at?: number;
  expires_at?: number;
};
/** A row as D1 returns it. `data` and what is looked up is JSON, except for the summary. */
export type EventRow = {
  id: number;
  type: EventType;
  lead_id: number | null;
  scenario_id: number | null;
  data: string;
  actor: string | null;
  lead: string | null;
  message: string | null;
  comment: string | null;
  booking: string | null;
  tag: string | null;
  short_link: string | null;
  click: string | null;
  summary: string | null;
};

/**
 * The columns of `EventRow` for a query on `events`. Leads, messages and the like are as they are
 * now; a subselect reads nothing when the event has no such id.
 */
export const eventColumns: SQL = sql.raw(`
  events.id, events.type, events.lead_id, events.scenario_id, events.data,
  events.actor,
  (
    select json_object(
      'id', id, 'ext_id', ext_id, 'first_name', first_name, 'last_name', last_name,
      'username', username, 'email', email, 'phone', phone, 'pipeline_stage', pipeline_stage,
      'is_optout', json(iif(is_optout, 'true', 'false')),
      'is_marketing_optout', json(iif(is_marketing_optout, 'true', 'false')))
    from leads where leads.id = events.lead_id
  ) as lead,
  (
    select json_object(
      'id', messages.id, 'conversation_id', conversation_id, 'channel_id', messages.channel_id,
      'platform', platform, 'direction', direction, 'type', messages.type,
      'text', substr(text, 1, ${MAX_TEXT_CHARACTERS}), 'status', status,
      'answers', json(iif(
        messages.type = 'interactive'
          and octet_length(payload -> '$.answers') <= ${MAX_ANSWER_BYTES},
        payload -> '$.answers', null)),
      'error', json(iif(json_valid(error), error, null)), 'origin', origin,
      'comment_id', comment_id, 'run_id', run_id, 'external_id', external_id, 'sent_at', sent_at,
      'delivered_at', delivered_at, 'read_at', read_at, 'edited_at', edited_at)
    from messages cross join conversations on conversations.id = messages.conversation_id
    where (events.type glob 'message.*' or events.type = 'conversation.note_added')
      and messages.id = events.data ->> 'message_id'
  ) as message,
  (
    select json_object(
      'id', id, 'channel_id', channel_id, 'external_id', external_id, 'media_id', media_id,
      'parent_id', parent_id, 'ad_id', ad_id, 'is_live', is_live, 'author_id', author_id,
      'author_name', author_name, 'text', substr(text, 1, ${MAX_TEXT_CHARACTERS}),
      'lead_id', lead_id, 'at', at)
    from comments where comments.id = events.data ->> 'comment_id'
      and not exists (select 1 from removals where kind = 'lead' and parent_id = lead_id)
  ) as comment,
  (
    select json_object(${bookingColumns})
    from bookings where bookings.id = events.data ->> 'booking_id'
      and not exists (select 1 from removals where kind = 'lead' and parent_id = lead_id)
  ) as booking,
  (
    select json_object('id', id, 'label', label)
    from tags where tags.id = events.data ->> 'tag_id'
  ) as tag,
  (
    select json_object('id', id, 'slug', slug, 'label', label)
    from short_links where short_links.id = events.data ->> 'short_link_id'
  ) as short_link,
  (
    select json_object('id', id, 'clicked_at', clicked_at, 'country', country, 'device', device)
    from link_clicks
    where link_clicks.id = events.data ->> 'click_id'
      and exists (select 1 from leads where leads.id = link_clicks.lead_id)
      and exists (select 1 from short_links where short_links.id = short_link_id)
  ) as click,
  (
    select substr(summary, 1, ${MAX_TEXT_CHARACTERS})
    from conversations where conversations.id = events.data ->> 'conversation_id'
  ) as summary`);

const MAX_EVENT_BYTES = 19_999;

/** The event of the feed and of webhooks, its texts cut so that it stays under 20,000 bytes. */
export function toEvent(row: EventRow): Event {
  const eventWith = (maxCharacters: number) => {
    const timestamp = iso(Math.floor(row.id / 1000));
    const data = dataOf(row, JSON.parse(row.data), maxCharacters);
    // The data is that of the type, which TypeScript can't follow through the JSON of D1.
    return { id: row.id, type: row.type, timestamp, actor: actorOf(row.actor), data } as Event;
  };
  // Its other members are short enough.
  for (let maxCharacters = MAX_TEXT_CHARACTERS; ; maxCharacters >>= 1) {
    const event = eventWith(maxCharacters);
    if (maxCharacters === 0 || isShort(event)) return event;
  }
}

/** A UTF-16 code unit takes at most three bytes. */
function isShort(event: Event) {
  const json = JSON.stringify(event);
  return (
    json.length * 3 <= MAX_EVENT_BYTES || new TextEncoder().encode(json).length <= MAX_EVENT_BYTES
  );
}

/** The data of the event, by its type. `stored` is the data that was stored with it. */
function dataOf(row: EventRow, stored: StoredData, maxCharacters: number): Members {
  const lead = { lead_id: row.lead_id, lead: parsed(row.lead) };
  const scenario = { scenario_id: row.scenario_id };
  switch (row.type) {
    case "lead.updated":
      // The values of a deleted lead are hidden at once, and erased later.
      return { ...lead, ...stored, ...(row.lead === null && { changes: {} }) };
    case "lead.merged":
      return { ...lead, ...stored, ...(row.lead === null && { dropped: {} }) };
    case "lead.event_reported":
      return { ...lead, ...stored, ...(row.lead === null && { data: {} }) };
    case "comment.received":
      return { ...lead, ...stored, comment: commentOf(parsed(row.comment), maxCharacters) };
    case "booking.created":
    case "booking.moved":
    case "booking.cancelled":
    case "booking.no_show":
    case "booking.held":
    case "booking.outcome":
    case "booking.updated":
      return { ...lead, ...bookingData(stored, parsed(row.booking), maxCharacters) };
    case "lead.created":
    case "lead.deleted":
    case "lead.same_person_found":
    case "lead.stage_changed":
    case "lead.profile_updated":
    case "lead.identity_changed":
      return { ...lead, ...stored };
    case "lead.opted_out":
    case "lead.opted_in":
    case "lead.marketing_opted_out":
    case "lead.marketing_opted_in":
      return { ...lead, method: null, message_id: null, ...stored };
    case "lead.tag_added":
    case "lead.tag_removed":
      return { ...lead, tag_id: stored.tag_id, tag: parsed(row.tag) };
    case "conversation.updated":
      return { ...lead, ...stored, snoozed_until: isoOrNull(stored.snoozed_until ?? null) };
    case "conversation.note_added":
      return { ...lead, ...stored, message: messageOf(parsed(row.message), maxCharacters) };
    case "conversation.note_deleted":
      return { ...lead, ...stored };
    case "conversation.summarized":
      return { ...lead, ...stored, summary: row.summary && cut(row.summary, maxCharacters) };
    case "link.sent":
      return { ...lead, ...stored, ...scenario, short_link: parsed(row.short_link) };
    case "link.clicked": {
      const { click_id, ...sent } = stored;
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
    case "run.paused":
    case "run.resumed":
      return { ...lead, ...scenario, ...stored };
    case "run.waiting":
      return { ...lead, ...scenario, ...stored, until: isoOrNull(stored.until ?? null) };
    case "run.completed":
    case "run.exited":
    case "run.handed_off":
    case "run.failed":
    case "run.cancelled":
      return { ...lead, ...scenario, node_id: null, ...stored };
    case "scenario.activated":
    case "scenario.paused":
    case "scenario.deleted":
      return scenario;
    case "scenario.runs_removed":
      return { ...scenario, lead_id: row.lead_id, ...stored };
    case "scenario.trigger_limited":
    case "webhook_endpoint.disabled":
      return { ...stored, ...scenario };
    case "tag.deleted":
    case "short_link.deleted":
    case "channel.stopped":
    case "channel.paused":
    case "channel.resumed":
    case "template.updated":
    case "source.failing":
    case "workspace.quota_reached":
    case "webhook_endpoint.test":
      return stored;
    case "channel.token_expiring":
      return { ...stored, expires_at: isoOrNull(stored.expires_at ?? null) };
    case "message.received":
      return {
        ...{ ...lead, taken_by_run_id: null, assigned_to: null, ...stored },
        previous_at: isoOrNull(stored.previous_at ?? null),
        message: messageOf(parsed(row.message), maxCharacters),
        ...scenario,
      };
    default:
      return {
        ...lead,
        ...stored,
        message: messageOf(parsed(row.message), maxCharacters),
        ...scenario,
      };
  }
}

const parsed = <Row extends Members>(json: string | null): Row | null =>
  json === null ? null : JSON.parse(json);
