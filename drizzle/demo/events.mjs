import { DAY_MS } from "../../src/lib/time.ts";
import { insert } from "./sql.mjs";

// The events of the demo belong to the moments at which it happened, not to the load.

const of = (table, at, key) => `(select ${at} from ${table} where id = data ->> '$.${key}')`;
const MESSAGE = of("messages", "created_at", "message_id");
const BOOKED = of("bookings", "created_at", "booking_id");
/** A booking that has moved may have changed again; the others have changed once. */
const BOOKING_CHANGED = of("bookings", "updated_at", "booking_id");
const RUN_END = of("runs", "ended_at", "run_id");

/** When it happened, by the type of event. */
const times = {
  "lead.created": "(select created_at from leads where id = events.lead_id)",
  "lead.tag_added":
    "(select created_at from lead_tags where lead_id = events.lead_id and tag_id = data ->> '$.tag_id')",
  "lead.opted_out": "(select max(at) from consents where lead_id = events.lead_id)",
  "lead.profile_updated":
    "ifnull((select max(summary_generated_at) from conversations where lead_id = events.lead_id), (select updated_at from leads where id = events.lead_id))",
  // The first booking of a lead has moved it, and back once it was cancelled.
  "lead.stage_changed":
    "(select iif(data ->> '$.to' = 'call_booked', created_at, updated_at) from bookings where lead_id = events.lead_id order by id limit 1)",
  "lead.event_reported":
    "(select received_at from source_deliveries where source_id = data ->> '$.data.source_id' and lead_id = events.lead_id)",
  "booking.created": BOOKED,
  "booking.moved":
    "(select max(received_at) from source_deliveries where booking_id = data ->> '$.booking_id' and fact = 'booked')",
  "booking.cancelled": BOOKING_CHANGED,
  "booking.no_show": BOOKING_CHANGED,
  "booking.held": BOOKING_CHANGED,
  "booking.outcome": BOOKING_CHANGED,
  "conversation.summarized": of("conversations", "summary_generated_at", "conversation_id"),
  "conversation.updated":
    "(select max(created_at) + 600000 from messages where conversation_id = data ->> '$.conversation_id')",
  "conversation.note_added": MESSAGE,
  "message.received": MESSAGE,
  "message.failed": MESSAGE,
  "link.sent": of("link_sends", "sent_at", "link_send_id"),
  "link.clicked": of("link_clicks", "clicked_at", "click_id"),
  "run.started": of("runs", "enrolled_at", "run_id"),
  "run.completed": RUN_END,
  "run.exited": RUN_END,
  "run.handed_off": RUN_END,
  "run.cancelled": RUN_END,
  "template.updated":
    "(select status_at from templates where channel_id = 1 and id = data ->> '$.template_id')",
  "webhook_endpoint.disabled": of("webhook_endpoints", "disabled_at", "webhook_endpoint_id"),
};

const LOADED = "(select updated_at from workspaces where id = 1)";

/** An event's id is its time in microseconds. */
const PAST = `update events set id = past.id
from (
  select type, old, at * 1000 + row_number() over (partition by at order by old) as id
  from (
    select type, id as old, min(${LOADED} - 1000, ifnull(case type
${Object.entries(times)
  .map(([type, at]) => `      when '${type}' then ${at}`)
  .join("\n")}
    end, ${LOADED})) as at
    from events where workspace_id = 1
  )
) as past
where events.workspace_id = 1 and events.id = past.old;`;

/** Its server has answered until six days ago, and failed since. */
const ENDPOINT = `${insert("webhook_endpoints", [
  {
    id: 1,
    workspace_id: 1,
    url: "https://example.com/hooks/crm",
    event_types: ["lead.*", "link.clicked"],
    failures: 118,
    created_at: 21,
    updated_at: 0.6,
  },
])}

update webhook_endpoints set is_active = 0, disabled_reason = 'failing', disabled_at = updated_at,
  failing_since = ${LOADED} - ${6 * DAY_MS};`;

const DELIVERIES = `update webhook_endpoints set next_at = null,
  next_event_id = (select min(id) from events where workspace_id = 1 and id > (disabled_at * 1000));

insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, attempts, last_attempt_at, error, http_status, latency_ms, answer, created_at)
select 1, 1, id,
  iif(has_failed, 'failed', 'delivered'),
  iif(has_failed, 10, 1 + (id % 19 = 0)),
  iif(has_failed, min(at + ${DAY_MS}, disabled_at), at + 900),
  case when not has_failed then null when id % 5 = 0 then 'timeout' else 'status' end,
  case when not has_failed then 200 when id % 5 > 0 then 503 end,
  case when not has_failed then 80 + id % 140 when id % 5 = 0 then 15000 else 40 + id % 90 end,
  case when not has_failed then 'ok' when id % 5 > 0 then 'Service Unavailable' end,
  at + 500
from (
  select events.id, events.id / 1000 as at, disabled_at, events.id / 1000 > failing_since as has_failed
  from events join webhook_endpoints on webhook_endpoints.id = 1
  where events.workspace_id = 1 and (type glob 'lead.*' or type = 'link.clicked')
    and events.id / 1000 between webhook_endpoints.created_at and disabled_at
)
order by id;`;

/** When everything happened, and who was told of it. */
export const EVENTS = [ENDPOINT, PAST, DELIVERIES].join("\n\n");
