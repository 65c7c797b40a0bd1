import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
} from "./api";
import { click, flushAndClassify } from "./clicks";
import { rowsOf } from "./rows";
import { newEndpoint } from "./webhooks";

export const MARKER = "quetzal";
export const PHONE = "+33639981177";
const DIGITS = "33639981177";
/** Parts of the phone and the marker that can stand anywhere. */
export const MARKERS = [MARKER, DIGITS, DIGITS.slice(2)];

/** A lead that has the marker in each of its fields, and in whatever belongs to it. */
export async function newMarkedLead(client: Client, suffix = "") {
  const [tag, channel, link] = [
    await newTag(client),
    await newChannel(client),
    await newShortLink(client),
  ];
  const scenario = await newScenario(client, { tracked_tag_ids: [tag.id] });
  const endpoint = await newEndpoint(client, { event_types: ["scenario.paused"] });
  const lead = await newLead(client, {
    ext_id: `ext-${MARKER}${suffix}`,
    first_name: MARKER,
    last_name: `Last ${MARKER}`,
    username: `user_${MARKER}`,
    image: `https://example.com/${MARKER}.png`,
    email: `${MARKER}${suffix}@example.com`,
    phone: suffix === "" ? PHONE : undefined,
    variables: { city: `City ${MARKER}` },
    data: { note: `Note ${MARKER}` },
    tag_ids: [tag.id],
  });
  await client.patch(`/leads/${lead.id}`, {
    first_name: `Other ${MARKER}`,
    variables: { city: `Town ${MARKER}` },
  });
  await client.put(`/leads/${lead.id}/profile`, {
    age: 41,
    profile: { verbatim: `Verbatim ${MARKER}`, blockers: [MARKER] },
  });
  const said = await newInbound(client, channel.id, lead.id, { text: `Said ${MARKER}` });
  const stop = await newInbound(client, channel.id, lead.id, { text: "STOP" });
  await client.post(`/leads/${lead.id}/opt-in`);
  await client.post(`/leads/${lead.id}/opt-out`);
  await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
  await client.post(`/scenarios/${scenario.id}/test`, { lead_id: lead.id });
  const send = await newLinkSend(client, link.id, lead.id);
  await click(send.url, { headers: { Referer: `https://${MARKER}.example.com/page` } });
  await flushAndClassify(link.id);
  const { conversation_id: conversation } = said;
  const now = Date.now();
  const statements = [
    `insert into lead_identities (workspace_id, kind, value, hash, lead_id, username, profile,
       created_at, updated_at)
     values (${client.workspaceId}, 'instagram_id', '${MARKER}${suffix}', null, ${lead.id},
       'user_${MARKER}', '{"follower_count":7,"is_verified_user":null,"is_user_follow_business":true,"is_business_follow_user":null}', 1, 1),
       (${client.workspaceId}, 'bsuid', 'US.${MARKER}${suffix}', 'old${suffix}', ${lead.id}, null, null, 1, 1),
       (${client.workspaceId}, 'bsuid', 'US.${MARKER}2${suffix}', 'new${suffix}', ${lead.id}, null, null, 1, 1)`,
    `insert into identity_moves (workspace_id, kind, from_value, to_value, from_hash, to_hash, at,
       created_at)
     values (${client.workspaceId}, 'bsuid', 'US.${MARKER}${suffix}', 'US.${MARKER}2${suffix}',
       'old${suffix}', 'new${suffix}', 1, ${now})`,
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, payload,
       status, error, external_id, marketing_cap, created_at)
     values (${client.workspaceId}, ${conversation}, ${channel.id}, 'outbound', 'text',
       'Dear ${MARKER}', '{"buttons":[{"title":"${MARKER}"}]}', 'failed',
       '{"reason":"rejected","code":1,"message":"Not to ${DIGITS}","retry_at":null}',
       'wamid.${MARKER}${suffix}', '{"since":1,"external_ids":["wamid.${MARKER}"]}', ${now})`,
    `insert into comments (workspace_id, channel_id, external_id, media_id, parent_id, ad_id, is_live,
       author_id, author_name, text, at, lead_id, created_at)
     values (${client.workspaceId}, ${channel.id}, 'c-${MARKER}${suffix}', 'p', null, null, 0,
       '${MARKER}${suffix}', 'user_${MARKER}', 'Price for ${MARKER}?', 1, ${lead.id}, ${now})`,
    `insert into bookings (workspace_id, lead_id, external_id, name, state, time_zone, host_name,
       host_email, location, join_url, reschedule_url, cancel_url, answers, outcome, cancelled_by,
       cancel_reason, changed_at, created_at, updated_at)
     values (${client.workspaceId}, ${lead.id}, 'b-${MARKER}${suffix}', 'Call with ${MARKER}',
       'booked', 'Europe/${MARKER}', 'Sam for ${MARKER}', '${MARKER}@example.com', 'At ${MARKER}’s',
       'https://example.com/j/${MARKER}', 'https://example.com/r/${MARKER}',
       'https://example.com/c/${MARKER}', '{"Your name?":"${MARKER}"}', 'Sold to ${MARKER}',
       '${MARKER}', '${MARKER} is ill', 1, ${now}, ${now})`,
    `insert into booking_refs (workspace_id, source_id, external_id, booking_id, booked_at)
     select workspace_id, 0, external_id, id, 1 from bookings where lead_id = ${lead.id}`,
    `insert into status_reports (channel_id, external_id, status, at, message_id, created_at)
     values (${channel.id}, 'wamid.${MARKER}${suffix}', 'failed', 1,
       (select max(id) from messages where conversation_id = ${conversation}), ${now})`,
    `update conversations set summary = 'Talks of ${MARKER}', summary_generated_at = ${now}
     where id = ${conversation}`,
    `insert into consents (workspace_id, lead_id, kind, method, words, at, created_at)
     values (${client.workspaceId}, ${lead.id}, 'opted_in', 'form', 'May I? ${MARKER}', 1, ${now})`,
    `insert into profile_claims (lead_id, conversation_id, field, value, confidence, message_id,
       quote, model, prompt_version, created_at)
     values (${lead.id}, ${conversation}, 'verbatim', '"${MARKER}"', 1, ${said.id},
       'Said ${MARKER}', 'rules', '1', ${now})`,
    `insert into analyses (id, workspace_id, lead_id, conversation_id, cause, status, model,
       prompt_version, messages_count, created_at, finished_at)
     values (${now * 1000}, ${client.workspaceId}, ${lead.id}, ${conversation}, 'request',
       'completed', 'rules', '1', 1, ${now}, ${now})`,
    `insert into run_steps (run_id, visit, node_id, type, entered_at, detail)
     select id, 901, 'a', 'http-request', 1, '{"answer":"${MARKER}"}' from runs
     where lead_id = ${lead.id}`,
    `insert into custom_events (workspace_id, data)
     values (${client.workspaceId}, '{"note":"${MARKER}"}')`,
    `insert into run_events (run_id, seq, visit, kind, data, event_id, at)
     select id, 101, 901, 'custom', '{"name":"paid"}', (select max(id) from custom_events), 1
     from runs where lead_id = ${lead.id}`,
    `insert into trigger_evaluations (workspace_id, id, lead_id, lane, outcome, candidates,
       created_at, updated_at)
     values (${client.workspaceId}, ${now * 1000}, ${lead.id}, 'facts', 'opted_out', '[]',
       ${now}, ${now})`,
    `insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
     values (${client.workspaceId}, 'lead.event_reported', ${lead.id}, null,
       '{"name":"paid","data":{"note":"${MARKER}"}}', 't1')`,
    `update runs set memory = '{"vars":"${MARKER}"}' where lead_id = ${lead.id}`,
    `insert into import_rows (workspace_id, import_id, attempt, row, status, errors, cells)
     values (${client.workspaceId}, ${lead.id}, 1, 2, 'invalid', '{}', '{"name":"${MARKER}"}')`,
    `insert into sources (workspace_id, kind, name, settings, key_hashes, created_at, updated_at)
     values (${client.workspaceId}, 'webhook', 'Source', '{}', '[]', 1, 1)`,
    ...[lead.id, null].map(
      (id, index) => `insert into source_deliveries (source_id, seq, workspace_id, received_at,
         status, lead_id, dedupe, result, body, bytes)
       select max(id), ${index + 1}, ${client.workspaceId}, ${now}, 'invalid', ${id}, '${index}',
         '{"errors":{"email":["${MARKER}"]}}', '{"name":"${MARKER}"}', 18
       from sources where workspace_id = ${client.workspaceId}`,
    ),
    `insert into webhook_deliveries (workspace_id, endpoint_id, event_id, status, answer, created_at)
     select workspace_id, ${endpoint.id}, id, 'delivered', 'Stored ${MARKER}', 1 from events
     where lead_id = ${lead.id} and type = 'lead.updated'`,
  ];
  for (const statement of statements) await rowsOf(statement);
  return { lead, tag, channel, link, scenario, endpoint, conversation, said, stop, send };
}
