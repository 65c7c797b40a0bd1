import { namesWhere } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import { testEnv } from "./env";

/** A lead, and those that were merged into it: their events stay theirs. */
const OWN = "(select lead.id union all select lead_id from lead_merges where keep_id = lead.id)";
/** Changes that a lead merged into another brings to that are in the one event of it. */
const IS_NO_KEPT = "not exists (select 1 from lead_merges where keep_id = lead.id)";

/** True if a lead has an event of a type that meets a condition. */
const hasEvent = (type: string, about: string) =>
  `exists (select 1 from events
    where events.lead_id in ${OWN} and events.type = ${type} and ${about})`;

/** The ids in the data of events, by which the audit finds them. */
const KEYS = ["message_id", "run_id", "conversation_id", "link_send_id", "click_id"] as const;
type Key = (typeof KEYS)[number];

/** True if an event has this id in its data. The `+` lets SQLite take the index of the key. */
const isAbout = (key: Key, id: string) => `events.data ->> '${key}' = +${id}`;

/** True if a lead has an event of a type with this id in its data. */
const hasEventOf = (type: string, key: Key, id: string) => hasEvent(type, isAbout(key, id));

/** The type of the latest event, of these types, that meets a condition. */
const latest = (types: string, of: string) =>
  `(select type from events where type in (${types}) and ${of} order by id desc limit 1)`;

// Cross joins keep SQLite to this order of tables, which has the indexes for it.
const LEAD_OF_CONVERSATION = "cross join leads as lead on lead.id = conversations.lead_id";
const LEAD_OF_ROW = "cross join leads as lead on lead.id = lead_id";
const MESSAGES = `from messages
  cross join conversations on conversations.id = conversation_id ${LEAD_OF_CONVERSATION}`;
/** Made since all statuses of the workspace's messages are events. */
const AUDITED = `exists (select 1 from workspaces where workspaces.id = messages.workspace_id
  and settings ->> 'message_status_events' = 'always'
  and messages.created_at >= workspaces.updated_at)`;
const OUTBOUND = `select messages.id ${MESSAGES} where direction = 'outbound'`;

/** The latest change of each field in `lead.updated` events, with the selected value. */
const latestChanges = (value: string, condition: string) =>
  `(select lead_id, change.key as field, ${value},
      row_number() over (partition by lead_id, change.key order by events.id desc) as nth
    from events, json_each(events.data, '$.changes') as change
    where events.type = 'lead.updated' and ${condition})
   as changed on changed.lead_id = lead.id and nth = 1`;

/** Fields whose latest change must be what they are now. */
const FIELDS = namesWhere(leadFields, ({ event }) => event !== "own");

/** Queries for rows that lack the event of a change. */
const QUERIES: Record<string, string> = {
  "leads that were created": `
    select id from leads as lead where not ${hasEvent("'lead.created'", "true")}
      and not exists (select 1 from conversations
        cross join messages on messages.conversation_id = conversations.id
        where conversations.lead_id = lead.id and messages.origin = 'history')`,
  "leads that were deleted": `
    select lead_id from events as made where type = 'lead.created' and lead_id > 0
      and not exists (select 1 from leads where id = made.lead_id)
      and not exists (select 1 from events
        where events.lead_id = made.lead_id and type = 'lead.deleted')
      and not exists (select 1 from events where type = 'lead.merged'
        and data ->> 'merge' = made.lead_id)`,
  "changes of leads": `
    select lead.id, changed.field from leads as lead
    cross join ${latestChanges("change.value ->> 'to' as value", "change.value -> 'to' is not null")}
    where case field
      ${FIELDS.map((field) => `when '${field}' then value is not ${field}`).join(" ")}
      else 0 end and ${IS_NO_KEPT}`,
  "variables of leads": `
    select lead.id, changed.field from leads as lead
    cross join ${latestChanges("change.value as reported", "change.key glob 'variables.*'")}
      and reported <> '{}'
    left join json_each(lead.variables) as stored on 'variables.' || stored.key = field
    where ((reported -> 'to' is null) <> (stored.key is null)
        or stored.type not in ('object', 'array') and reported ->> 'to' is not stored.value)
      and not exists (select 1 from events where lead_id = lead.id
        and type = 'lead.updated' and data -> '$.changes.variables' is not null)
      and ${IS_NO_KEPT}`,
  tags: `
    select ifnull(stored.lead_id, reported.lead_id)
    from (select lead_id, tag_id from lead_tags) as stored
    full join (
      select lead_id, data ->> 'tag_id' as tag_id,
        sum(iif(type = 'lead.tag_added', 1, -1)) as n
      from events
      where type in ('lead.tag_added', 'lead.tag_removed')
        and exists (select 1 from leads where id = lead_id)
      group by 1, 2
    ) as reported on reported.lead_id = stored.lead_id and reported.tag_id = stored.tag_id
    where ifnull(reported.n, 0) <> (stored.lead_id is not null)
      and ifnull(stored.lead_id, reported.lead_id) not in (select keep_id from lead_merges)`,
  stages: `
    select lead.id from leads as lead
    cross join events on events.workspace_id = lead.workspace_id and events.id = (
      select max(id) from events where lead_id = lead.id and type = 'lead.stage_changed')
    where events.data ->> 'to' is not pipeline_stage and ${IS_NO_KEPT}`,
  consent: `
    select id from leads as lead where (is_optout = 1) <> (
      ifnull(${latest("'lead.opted_out', 'lead.opted_in'", "lead_id = lead.id")}, '')
        = 'lead.opted_out')`,
  "consent to marketing": `
    select id from leads as lead where (is_marketing_optout = 1) <> (
      ifnull(${latest(
        "'lead.marketing_opted_out', 'lead.marketing_opted_in'",
        "lead_id = lead.id",
      )}, '') = 'lead.marketing_opted_out')`,
  "messages that were received": `
    select messages.id ${MESSAGES} where direction = 'inbound' and origin is not 'history'
      and not ${hasEventOf("'message.received'", "message_id", "messages.id")}`,
  "comments that were received": `
    select id from comments where not exists (select 1 from events
      where events.workspace_id = comments.workspace_id and events.type = 'comment.received'
        and events.data ->> 'comment_id' = comments.id)`,
  "bookings that are new": `
    select id from bookings where not exists (select 1 from events
      where events.workspace_id = bookings.workspace_id and events.type glob 'booking.*'
        and events.data ->> 'booking_id' = bookings.id)`,
  "bookings that were cancelled": `
    select id from bookings where state = 'cancelled' and not exists (select 1 from events
      where events.workspace_id = bookings.workspace_id and events.type = 'booking.cancelled'
        and events.data ->> 'booking_id' = bookings.id)`,
  "messages that were sent": `
    ${OUTBOUND} and ${AUDITED} and sent_at is not null
      and messages.origin is not 'history' and messages.type <> 'system'
      and not ${hasEventOf("'message.sent'", "message_id", "messages.id")}`,
  "messages that were delivered": `
    ${OUTBOUND} and ${AUDITED} and delivered_at is not null
      and not ${hasEventOf("'message.delivered'", "message_id", "messages.id")}`,
  "messages that were read": `
    ${OUTBOUND} and ${AUDITED} and read_at is not null
      and not ${hasEventOf("'message.read'", "message_id", "messages.id")}`,
  "messages that failed or whose outcome is unknown": `
    ${OUTBOUND} and status in ('failed', 'unknown')
      and not ${hasEventOf("'message.' || status", "message_id", "messages.id")}`,
  "runs that began": `
    select runs.id from runs ${LEAD_OF_ROW}
    where not ${hasEventOf("'run.started'", "run_id", "runs.id")}`,
  "runs that ended": `
    select runs.id from runs ${LEAD_OF_ROW}
    where ended_at is not null and not ${hasEvent(
      "'run.' || state",
      `${isAbout("run_id", "runs.id")} and events.data ->> 'end_reason' is runs.end_reason`,
    )}`,
  "pauses of runs": `
    select runs.id from runs ${LEAD_OF_ROW}
    where paused_at is not null and 'run.paused' is not (
      select type from events
      where events.lead_id in ${OWN} and type in ('run.paused', 'run.resumed')
        and ${isAbout("run_id", "runs.id")}
      order by events.id desc limit 1)`,
  "versions of runs": `
    select runs.id from runs ${LEAD_OF_ROW} where version is not (
      select ifnull(data ->> 'to_version', data ->> 'version') from events
      where events.lead_id in ${OWN} and type in ('run.started', 'run.migrated')
        and ${isAbout("run_id", "runs.id")}
      order by events.id desc limit 1)`,
  "runs that were deleted": `
    select data ->> 'run_id' from events as started where type = 'run.started'
      and not exists (select 1 from runs where id = started.data ->> 'run_id')
      and not exists (select 1 from events
        where events.lead_id = started.lead_id and data ->> 'run_id' = started.data ->> 'run_id'
          and type in ('run.completed', 'run.exited', 'run.handed_off', 'run.failed',
            'run.cancelled'))`,
  "links that were sent": `
    select link_sends.id from link_sends ${LEAD_OF_ROW}
    where sent_at is not null and not ${hasEventOf("'link.sent'", "link_send_id", "link_sends.id")}`,
  "clicks of people": `
    select link_clicks.id from link_clicks ${LEAD_OF_ROW}
    where suspected_scanner = 0
      and not ${hasEventOf("'link.clicked'", "click_id", "link_clicks.id")}`,
  "profiles that were analysed": `
    select id from leads as lead
    where exists (select 1 from profile_claims where lead_id = lead.id)
      and not ${hasEvent("'lead.profile_updated'", "true")}`,
  "conversations that were summarized": `
    select conversations.id from conversations ${LEAD_OF_ROW}
    where summary_generated_at is not null and analysed_as is not null and not ${hasEventOf(
      "'conversation.summarized'",
      "conversation_id",
      "conversations.id",
    )}`,
  "conversations that changed their state": `
    select conversations.id from conversations ${LEAD_OF_ROW}
    where state <> ifnull((
        select data ->> 'state' from events
        where type = 'conversation.updated' and ${isAbout("conversation_id", "conversations.id")}
        order by events.id desc limit 1), 'open')
      and ${IS_NO_KEPT}`,
  "notes that were added": `
    select messages.id ${MESSAGES} where direction = 'internal'
      and not ${hasEventOf("'conversation.note_added'", "message_id", "messages.id")}`,
  "channels that were stopped": `
    select id from channels where status = 'stopped' and stopped_at > created_at
      and not exists (select 1 from events where workspace_id = channels.workspace_id
        and type = 'channel.stopped' and data ->> 'channel_id' = channels.id)`,
  "channels that are paused": `
    select id from channels where pause_reason is not null and status = 'active'
      and 'channel.paused' is not ${latest(
        "'channel.paused', 'channel.resumed'",
        "workspace_id = channels.workspace_id and data ->> 'channel_id' = channels.id",
      )}`,
  "channels whose tokens expire": `
    select id from channels where token_warned_at is not null
      and not exists (select 1 from events where workspace_id = channels.workspace_id
        and type = 'channel.token_expiring' and data ->> 'channel_id' = channels.id)`,
  "sources that refuse requests": `
    select id from sources where rejected_at is not null
      and not exists (select 1 from events where workspace_id = sources.workspace_id
        and type = 'source.failing' and data ->> 'source_id' = sources.id)`,
  "templates that were refused": `
    select id from templates
    where status in ('paused', 'disabled', 'rejected') and status_at > created_at
      and not exists (select 1 from events where workspace_id = templates.workspace_id
        and type = 'template.updated' and data ->> 'template_id' = templates.id
        and data ->> 'status' = templates.status)`,
  "endpoints that were disabled": `
    select id from webhook_endpoints where disabled_at is not null
      and not exists (select 1 from events where workspace_id = webhook_endpoints.workspace_id
        and type = 'webhook_endpoint.disabled'
        and data ->> 'webhook_endpoint_id' = webhook_endpoints.id)`,
  "scenarios that were switched": `
    select id from scenarios as scenario
    where ${latest("'scenario.activated', 'scenario.paused'", "scenario_id = scenario.id")}
      = iif(is_active, 'scenario.paused', 'scenario.activated')`,
};

let isSkipped = false;

/** For a test file that inserts or deletes events, which then no longer match the other tables. */
export const skipEventAudit = () => {
  isSkipped = true;
};

/** Changes in the database that lack their event: some rows of each kind of change. */
export async function missingEvents(): Promise<Record<string, unknown[]>> {
  if (isSkipped) {
    isSkipped = false;
    return {};
  }
  // Without indexes, the audit of a test with thousands of messages takes a minute.
  await testEnv.DB.batch(
    KEYS.map((key) =>
      testEnv.DB.prepare(`create index if not exists audit_${key} on events (data ->> '${key}')`),
    ),
  );
  const results = await testEnv.DB.batch(
    Object.values(QUERIES).map((query) => testEnv.DB.prepare(`${query} limit 3`)),
  );
  return Object.fromEntries(
    Object.keys(QUERIES).flatMap((name, index) =>
      results[index]!.results.length > 0 ? [[name, results[index]!.results]] : [],
    ),
  );
}
