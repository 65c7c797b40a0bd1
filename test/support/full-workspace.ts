import { newLead, newTag, newWorkspace } from "./api";
import { holdStream } from "./chunks";
import { click, flushAndClassify } from "./clicks";
import { testEnv } from "./env";
import { newResources } from "./resources";

type Row = Record<string, unknown>;

/**
 * Every row of every table but some, save those of the index of search other than the ids of its
 * rows.
 */
export async function rowsOfTables(
  db: D1Database,
  without: string[],
): Promise<Record<string, Row[]>> {
  const { results: tables } = await db
    .prepare(
      `select name from sqlite_master where type = 'table'
       and (name not like 'leads_search%' or name = 'leads_search_docsize')
       and name not like 'messages_search%'
       and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'
       and name <> 'd1_migrations'`,
    )
    .all<{ name: string }>();
  const names = tables.map(({ name }) => name).filter((name) => !without.includes(name));
  const rows = await db.batch<Row>(names.map((name) => db.prepare(`select * from ${name}`)));
  return Object.fromEntries(names.map((name, index) => [name, rows[index]?.results ?? []]));
}

/** A workspace that has at least one row in every table. */
export async function newFullWorkspace() {
  const client = await newWorkspace({ name: "Acme Coaching" });
  const { ids } = await newResources(client);
  const { workspaceId } = client;
  await holdStream(workspaceId);
  const optedOut = await newLead(client, { email: `stop-${workspaceId}@example.com` });
  await client.post(`/leads/${optedOut.id}/opt-out`);
  await client.post("/tags", { label: "Keyed" }, { headers: { "Idempotency-Key": "once" } });
  const send = (await client.get(`/link-sends/${ids.linkSend}`)).body.data;
  await click(send.url);
  await flushAndClassify(ids.shortLink);
  // A tag that was deleted before leaves what is behind it.
  const gone = await newTag(client);
  await client.post(`/leads/${ids.lead}/tags`, { tag_ids: [gone.id] });
  const insert = (statement: string) => testEnv.DB.prepare(statement);
  await testEnv.DB.batch(
    [
      `delete from tags where id = ${gone.id}`,
      `insert or ignore into run_steps (run_id, visit, node_id, type, entered_at)
       values (${ids.run}, 1, 'a', 'message', 1), (${ids.run}, 2, 'b', 'message', 2)`,
      `insert or ignore into run_tags (run_id, tag_id, created_at) values (${ids.run}, ${ids.tag}, 1)`,
      `insert into custom_events (workspace_id, data) values (${workspaceId}, '{}')`,
      `insert into run_events (run_id, seq, visit, kind, event_id, at)
       values (${ids.run}, 99, 1, 'custom', last_insert_rowid(), 1)`,
      `insert into profile_claims (lead_id, conversation_id, field, value, confidence, message_id,
         quote, model, prompt_version, created_at)
       values (${ids.lead}, ${ids.conversation}, 'age', '1', 1, ${ids.message}, 'one', 'm', '1', 1)`,
      `insert or ignore into analysis_usage (workspace_id, day, model)
       values (${workspaceId}, '2026-01-01', 'm')`,
      `insert into lead_identities (workspace_id, kind, value, lead_id, created_at, updated_at)
       values (${workspaceId}, 'instagram_id', 'ig', ${ids.lead}, 1, 1)`,
      `insert into identity_moves (workspace_id, kind, from_value, to_value, from_hash, to_hash, at,
         created_at)
       values (${workspaceId}, 'bsuid', 'US.1', 'US.2', 'one', 'two', 1, ${Date.now()})`,
      `insert into status_reports (channel_id, external_id, status, at, created_at)
       values (${ids.channel}, 'unknown', 'sent', 1, 1)`,
      `insert into comments (workspace_id, channel_id, external_id, media_id, is_live, author_id, at,
         lead_id, created_at)
       values (${workspaceId}, ${ids.channel}, 'comment', 'post', 0, 'ig', 1, ${ids.lead}, 1)`,
      `insert into bookings (workspace_id, lead_id, external_id, state, changed_at, created_at,
         updated_at)
       values (${workspaceId}, ${ids.lead}, 'booking', 'booked', 1, 1, 1)`,
      `insert into booking_refs (workspace_id, source_id, external_id, booking_id, booked_at)
       select workspace_id, 0, ifnull(external_id, 'known'), id, 1 from bookings
       where workspace_id = ${workspaceId}`,
      `insert into held_echoes (workspace_id, channel_id, external_id, conversation_id, type, payload,
         at, created_at)
       values (${workspaceId}, ${ids.channel}, 'held', ${ids.conversation}, 'text', '{}', 1, 1)`,
      `insert into media (workspace_id, kind, state, mime_type, size, created_at)
       values (${workspaceId}, 'image', 'stored', 'image/png', 1, 1)`,
      `insert into import_rows (workspace_id, import_id, attempt, row, status, errors)
       values (${workspaceId}, ${ids.import}, 1, 2, 'invalid', '{}')`,
      `insert into imported_leads (workspace_id, import_id, first_id, count)
       values (${workspaceId}, ${ids.import}, ${ids.lead}, 1)`,
      `insert or ignore into scenario_triggers (scenario_id, trigger_id, workspace_id, type, platform, place,
         data, is_on)
       values (${ids.scenario}, 'tag', ${workspaceId}, 'tag_added', 'whatsapp', 0, '{}', 1)`,
      `insert or ignore into trigger_cursors (workspace_id, lane, position)
       values (${workspaceId}, 'facts', 1)`,
      `insert into trigger_entries (lead_id, scenario_id, trigger_id, workspace_id, at, times)
       values (${ids.lead}, ${ids.scenario}, 'tag', ${workspaceId}, 1, 1)`,
      `insert into trigger_evaluations (workspace_id, id, lead_id, lane, event_id, outcome, candidates,
         created_at, updated_at)
       values (${workspaceId}, ${Date.now() * 1000}, ${ids.lead}, 'facts', 1, 'started', '[]', 1, 1)`,
      `insert into trigger_times (scenario_id, trigger_id, lead_id, workspace_id, due_at)
       values (${ids.scenario}, 'tag', ${ids.lead}, ${workspaceId}, 9e12)`,
      `insert into scenario_switches (scenario_id, workspace_id, is_active)
       values (${ids.scenario}, ${workspaceId}, 0)`,
      `insert or ignore into scenario_days (scenario_id, version, day, counts)
       values (${ids.scenario}, 1, '2026-01-01', '{}')`,
      `insert into unrouted_webhooks (channel_id, workspace_id, account_id, last_at)
       values (${ids.account}, ${workspaceId}, 'account', 1)`,
      `insert into event_streams (workspace_id, next_event_id) values (${workspaceId}, 1)`,
      `insert or ignore into slugs (slug_key, workspace_id) values ('s-${workspaceId}', ${workspaceId})`,
      `insert or ignore into channel_owners (id, workspace_id, platform, provider)
       values (${ids.channel}, ${workspaceId}, 'whatsapp', 'whatsapp_cloud')`,
      `insert or ignore into source_keys (key_hash, source_id, workspace_id)
       values ('k-${workspaceId}', 1, ${workspaceId})`,
      `insert into outbox (kind, row_id, workspace_id) values ('channel', 1, ${workspaceId})`,
      `insert into bulk_enrolments (workspace_id, scenario_id, filter, state, starts_at, next_at,
         per_hour, holdout, cursor, start_id, last_id, created_at)
       values (${workspaceId}, ${ids.scenario}, '{}', 'scheduled', 9e12, 9e12, 60, 0.1,
         9007199254740991, 9007199254740991, 1, 1)`,
    ].map(insert),
  );
  return { client, ids, send };
}
