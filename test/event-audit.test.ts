import { afterEach, describe, expect, it } from "vitest";
import { testEnv } from "./support/env";
import { missingEvents } from "./support/event-audit";

// Each test file ends with an audit for changes without an event (support/setup.ts). These tests
// show that the audit finds them.

const { DB } = testEnv;

/** Every kind of change that has an event, made once. */
const CHANGES = [
  `insert into workspaces (id, name, settings, created_at, updated_at)
    values (1, 'Acme', '{"message_status_events":"always"}', 1, 1)`,
  "insert into tags (id, workspace_id, label, label_key, created_at, updated_at) values (1, 1, 'Hot', 'hot', 1, 1)",
  "insert into leads (id, workspace_id, seq, first_name, created_at, updated_at) values (1, 1, 1, 'Ann', 1, 1), (2, 1, 2, 'Bea', 1, 1)",
  "update leads set first_name = 'Cea' where id = 1",
  "update leads set pipeline_stage = 'won' where id = 1",
  "update leads set pipeline_stage = 'lost' where id = 1",
  "update leads set is_optout = 1 where id = 1",
  "update leads set is_marketing_optout = 1 where id = 1",
  "insert into lead_tags (lead_id, tag_id, created_at) values (1, 1, 1)",
  "delete from lead_tags",
  "insert into lead_tags (lead_id, tag_id, created_at) values (1, 1, 1)",
  "insert into scenarios (id, workspace_id, name, platform, version, created_at, updated_at) values (1, 1, 'Welcome', 'whatsapp', 1, 1, 1)",
  "update scenarios set is_active = 1",
  "update scenarios set is_active = 0",
  "insert into runs (id, workspace_id, scenario_id, lead_id, version, state, enrolled_at, created_at, updated_at) values (1, 1, 1, 1, 1, 'pending', 1, 1, 1), (2, 1, 1, 2, 1, 'pending', 1, 1, 1)",
  "update runs set state = 'waiting', node_id = 'ask', waiting_for = 'reply', visits = 2, version = 2 where id = 1",
  "update runs set state = 'paused', paused_at = 2, pause_reason = 'requested' where id = 1",
  "update runs set state = 'completed', end_reason = 'reached_end', ended_at = 2 where id = 1",
  "delete from runs where id = 2",
  "insert into conversations (id, workspace_id, lead_id, platform, created_at, updated_at) values (1, 1, 1, 'whatsapp', 1, 1)",
  `insert into messages (id, workspace_id, conversation_id, direction, type, status, sent_at, created_at) values
    (1, 1, 1, 'inbound', 'text', 'received', 1, 1), (2, 1, 1, 'outbound', 'text', 'queued', null, 1), (3, 1, 1, 'outbound', 'text', 'failed', null, 1)`,
  "insert into comments (id, workspace_id, channel_id, external_id, media_id, is_live, author_id, at, created_at) values (1, 1, 1, 'c', 'p', 0, '5', 1, 1)",
  "update messages set status = 'sent', sent_at = 2 where id = 2",
  `update messages set text = null, payload = '{"deleted":true}' where id = 1`,
  "insert into bookings (id, workspace_id, lead_id, state, changed_at, created_at, updated_at) values (1, 1, 1, 'booked', 1, 1, 1), (2, 1, 1, 'booked', 1, 1, 1)",
  "update bookings set state = 'cancelled' where id = 1",
  "insert into short_links (id, workspace_id, slug, slug_key, destination_url, created_at, updated_at) values (1, 1, 'a', 'a', 'https://example.com', 1, 1)",
  "insert into link_sends (id, workspace_id, short_link_id, lead_id, sent_at, created_at) values (1, 1, 1, 1, null, 1), (2, 1, 1, 1, 5, 1)",
  "update link_sends set sent_at = 3 where id = 1",
  "insert into link_clicks (id, workspace_id, short_link_id, link_send_id, lead_id, clicked_at, device, created_at) values (1, 1, 1, 1, 1, 4, 'mobile', 4)",
  "update link_clicks set suspected_scanner = 0",
  "insert into link_clicks (id, workspace_id, short_link_id, link_send_id, lead_id, clicked_at, device, suspected_scanner, created_at) values (2, 1, 1, 1, 1, 5, 'mobile', 0, 5)",
  "insert into channels (id, workspace_id, platform, provider, name, created_at, updated_at) values (1, 1, 'whatsapp', 'sandbox', 'Play', 1, 1)",
  "insert into channels (id, workspace_id, platform, provider, name, created_at, updated_at) values (2, 1, 'instagram', 'sandbox', 'Shop', 1, 1)",
  "update channels set pause_reason = 'payment', paused_at = 9 where id = 2",
  "update channels set token_expires_at = 9, token_warned_at = 9 where id = 2",
  "insert into sources (id, workspace_id, kind, name, settings, key_hashes, created_at, updated_at) values (1, 1, 'webhook', 'Page', '{}', '[]', 1, 1)",
  "update sources set rejected_at = 9, rejected_count = 1",
  "update channels set status = 'stopped', stopped_at = 9 where id = 1",
  "insert into templates (channel_id, workspace_id, id, name, language, status, created_at, updated_at) values (1, 1, 1, 'revive', 'en', 'approved', 1, 1)",
  "update templates set status = 'paused', status_at = 9",
  "update conversations set summary_generated_at = 7",
  "update conversations set state = 'closed'",
  `insert into messages (id, workspace_id, conversation_id, direction, type, status, created_at) values
    (4, 1, 1, 'internal', 'note', 'noted', 1)`,
  "update leads set profile_extracted_at = 8 where id = 1",
  "insert into webhook_endpoints (id, workspace_id, url, event_types, created_at, updated_at) values (1, 1, 'https://example.com', '[]', 1, 1)",
  "update webhook_endpoints set disabled_at = 9, disabled_reason = 'gone'",
  "delete from leads where id = 2",
];

const change = () => DB.batch(CHANGES.map((query) => DB.prepare(query)));

/**
 * Triggers whose changes the audit can't find afterwards. operation-events.test.ts compares the
 * rows before and after each operation instead, events/deletions.test.ts looks at what was deleted.
 */
const UNSEEN = new Set([
  "events_insert",
  "events_lead_updated",
  "events_lead_stage",
  "events_lead_profile",
  "events_conversation",
  "events_run_waiting",
  "events_scenario",
  "events_scenario_deleted",
  "events_tag_deleted",
  "events_short_link_deleted",
  "events_runs_removed",
  "events_more_runs_removed",
  "events_quota",
]);

const triggers = testEnv.TEST_MIGRATIONS.flatMap(({ queries }) => queries).flatMap((sql) => {
  const name = /^(?:--.*\n)*CREATE TRIGGER (events_[a-z_]+)/.exec(sql.trim())?.[1];
  return name === undefined || UNSEEN.has(name) ? [] : [{ name, sql }];
});

afterEach(async () => {
  const tables =
    "workspaces bookings comments messages conversations link_clicks link_sends runs scenarios short_links webhook_endpoints templates sources channels lead_tags leads tags events removals";
  await DB.batch(tables.split(" ").map((table) => DB.prepare(`delete from ${table}`)));
});

describe("The event audit", () => {
  it("finds nothing where every change has its event", async () => {
    await change();
    expect(await missingEvents()).toEqual({});
  });
});

describe.each(triggers)("Without the trigger $name", ({ name, sql }) => {
  it("it finds a change that has none", async () => {
    await DB.prepare(`drop trigger ${name}`).run();
    await change().finally(() => DB.prepare(sql).run());
    expect(await missingEvents()).not.toEqual({});
  });
});

it("every column of a lead has events", async () => {
  const { results: columns } = await DB.prepare(
    "select name from pragma_table_xinfo('leads')",
  ).all<{ name: string }>();
  const sql = testEnv.TEST_MIGRATIONS.flatMap(({ queries }) => queries).find((query) =>
    query.includes("CREATE TRIGGER events_lead_updated"),
  )!;
  const others = columns
    .map(({ name }) => name)
    .filter((name) => !new RegExp(`\\bnew\\.${name}\\b`).test(sql));
  const known = ["seq", "block", "created_at", "updated_at", "profile_pinned", "stage_booking_id"];
  const folded = [
    "email_key",
    "phone_key",
    "email_hash",
    "phone_hash",
    "first_name_search",
    "last_name_search",
    "username_search",
    "email_folded",
    "phone_folded",
    "ext_id_folded",
    "email_search",
    "phone_search",
    "ext_id_search",
  ];
  const withOwnEvents = [
    "pipeline_stage",
    "is_optout",
    "is_marketing_optout",
    "profile_extracted_at",
    "enrolled_at",
    "last_inbound_at",
    "last_outbound_at",
  ];
  expect(others.toSorted()).toEqual([...known, ...folded, ...withOwnEvents].toSorted());
});
