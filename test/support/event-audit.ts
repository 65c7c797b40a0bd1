import { testEnv } from "./env";

/** Whether there is an event of a type about something: by the lead's events, of which there are few. */
const told = (type: string, about: string) =>
  `exists (select 1 from events where events.lead_id = lead.id and events.type = ${type} and ${about})`;
const aboutMessage = "events.data ->> 'message_id' = messages.id";
const messagesOf = `from messages cross join conversations on conversations.id = conversation_id cross join leads as lead on lead.id = conversations.lead_id
  where direction = 'outbound'`;
const latest = (types: string, of: string) =>
  `(select type from events where type in (${types}) and ${of} order by id desc limit 1)`;

/** Fields whose latest change must be what they are now. */
const FIELDS = [
  "ext_id",
  "first_name",
  "last_name",
  "username",
  "image",
  "email",
  "phone",
  "source",
  "warmth",
  "whatsapp_phone_number_id",
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "is_lost",
  "lost_reason",
];

/** What must be told of all that D1 holds: each query finds what is not. */
const QUERIES: Record<string, string> = {
  "leads that were created": `select id from leads as lead where not ${told("'lead.created'", "true")}`,
  "leads that were deleted": `select lead_id from events as made where type = 'lead.created' and lead_id > 0 and not exists (select 1 from leads where id = made.lead_id)
    and not exists (select 1 from events where events.lead_id = made.lead_id and type = 'lead.deleted')`,
  "changes of leads": `select lead.id, changed.field from leads as lead cross join (
      select lead_id, change.key as field, change.value ->> 'to' as value, row_number() over (partition by lead_id, change.key order by events.id desc) as nth
      from events, json_each(events.data, '$.changes') as change where events.type = 'lead.updated' and change.value -> 'to' is not null
    ) as changed on changed.lead_id = lead.id and nth = 1
    where case field ${FIELDS.map((field) => `when '${field}' then value is not ${field}`).join(" ")} else 0 end`,
  "variables of leads": `select lead.id, changed.field from leads as lead cross join (
      select lead_id, change.key as field, change.value as told, row_number() over (partition by lead_id, change.key order by events.id desc) as nth
      from events, json_each(events.data, '$.changes') as change where events.type = 'lead.updated' and change.key glob 'variables.*'
    ) as changed on changed.lead_id = lead.id and nth = 1 and told <> '{}'
    left join json_each(lead.variables) as held on 'variables.' || held.key = field
    where ((told -> 'to' is null) <> (held.key is null) or held.type not in ('object', 'array') and told ->> 'to' is not held.value)
      and not exists (select 1 from events where lead_id = lead.id and type = 'lead.updated' and data -> '$.changes.variables' is not null)`,
  tags: `select ifnull(held.lead_id, known.lead_id) from (select lead_id, tag_id from lead_tags) as held
    full join (
      select lead_id, data ->> 'tag_id' as tag_id, sum(iif(type = 'lead.tag_added', 1, -1)) as n from events
      where type in ('lead.tag_added', 'lead.tag_removed') and exists (select 1 from leads where id = lead_id) group by 1, 2
    ) as known on known.lead_id = held.lead_id and known.tag_id = held.tag_id
    where ifnull(known.n, 0) <> (held.lead_id is not null)`,
  stages: `select lead.id from leads as lead cross join events on events.id = (select max(id) from events where lead_id = lead.id and type = 'lead.stage_changed')
    where events.data ->> 'to' is not pipeline_stage`,
  consent: `select id from leads as lead where (is_optout = 1) <> (ifnull(${latest("'lead.opted_out', 'lead.opted_in'", "lead_id = lead.id")}, '') = 'lead.opted_out')`,
  "messages that came": `select messages.id from messages cross join conversations on conversations.id = conversation_id cross join leads as lead on lead.id = conversations.lead_id
    where direction = 'inbound' and not ${told("'message.received'", aboutMessage)}`,
  "messages that were sent": `select messages.id ${messagesOf} and sent_at is not null and not ${told("'message.sent'", aboutMessage)}`,
  "messages that were delivered": `select messages.id ${messagesOf} and delivered_at is not null and not ${told("'message.delivered'", aboutMessage)}`,
  "messages that were read": `select messages.id ${messagesOf} and read_at is not null and not ${told("'message.read'", aboutMessage)}`,
  "messages that ended otherwise": `select messages.id ${messagesOf} and status in ('failed', 'unknown') and not ${told("'message.' || status", aboutMessage)}`,
  "runs that began": `select runs.id from runs cross join leads as lead on lead.id = lead_id where not ${told("'run.started'", "events.data ->> 'run_id' = runs.id")}`,
  "runs that ended": `select runs.id from runs cross join leads as lead on lead.id = lead_id
    where ended_at is not null and not ${told("'run.' || state", "events.data ->> 'run_id' = runs.id and events.data ->> 'end_reason' is runs.end_reason")}`,
  "versions of runs": `select runs.id from runs cross join leads as lead on lead.id = lead_id where version is not (select ifnull(data ->> 'to_version', data ->> 'version')
    from events where events.lead_id = lead.id and type in ('run.started', 'run.migrated') and data ->> 'run_id' = runs.id order by events.id desc limit 1)`,
  "runs that are gone": `select data ->> 'run_id' from events as started where type = 'run.started' and not exists (select 1 from runs where id = started.data ->> 'run_id')
    and not exists (select 1 from events where events.lead_id = started.lead_id and data ->> 'run_id' = started.data ->> 'run_id'
      and type in ('run.completed', 'run.exited', 'run.handed_off', 'run.failed', 'run.cancelled'))`,
  "links that were sent": `select link_sends.id from link_sends cross join leads as lead on lead.id = lead_id
    where sent_at is not null and not ${told("'link.sent'", "events.data ->> 'link_send_id' = link_sends.id")}`,
  "clicks of people": `select link_clicks.id from link_clicks cross join leads as lead on lead.id = lead_id
    where suspected_scanner = 0 and not ${told("'link.clicked'", "events.data ->> 'click_id' = link_clicks.id")}`,
  "profiles that were analysed": `select id from leads as lead where exists (select 1 from profile_claims where lead_id = lead.id) and not ${told("'lead.profile_updated'", "true")}`,
  "conversations that were summarized": `select conversations.id from conversations cross join leads as lead on lead.id = lead_id
    where summary_generated_at is not null and analysed_as is not null and not ${told("'conversation.summarized'", "events.data ->> 'conversation_id' = conversations.id")}`,
  "channels that were stopped": `select id from channels where status = 'stopped' and stopped_at > created_at
    and not exists (select 1 from events where workspace_id = channels.workspace_id and type = 'channel.stopped' and data ->> 'channel_id' = channels.id)`,
  "endpoints that were disabled": `select id from webhook_endpoints where disabled_at is not null
    and not exists (select 1 from events where workspace_id = webhook_endpoints.workspace_id and type = 'webhook_endpoint.disabled' and data ->> 'webhook_endpoint_id' = webhook_endpoints.id)`,
  "scenarios that were switched": `select id from scenarios as scenario
    where ${latest("'scenario.activated', 'scenario.paused'", "scenario_id = scenario.id")} = iif(is_active, 'scenario.paused', 'scenario.activated')`,
};

let isMadeUp = false;

/** For a file that makes events up, or deletes them: they no longer tell what has happened. */
export const skipEventAudit = () => {
  isMadeUp = true;
};

/** What the database holds that no event has told of: by what it is, some of the ids. */
export async function missingEvents(): Promise<Record<string, unknown[]>> {
  if (isMadeUp) {
    isMadeUp = false;
    return {};
  }
  const results = await testEnv.DB.batch(
    Object.values(QUERIES).map((query) => testEnv.DB.prepare(`${query} limit 3`)),
  );
  return Object.fromEntries(
    Object.keys(QUERIES).flatMap((name, index) =>
      results[index]!.results.length > 0 ? [[name, results[index]!.results]] : [],
    ),
  );
}
