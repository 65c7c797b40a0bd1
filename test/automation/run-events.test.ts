import { beforeAll, describe, expect, it } from "vitest";
import type { EventType } from "#domain/events";
import type { Lead } from "#features/leads/schema";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Client,
  idsOf,
  make,
  newChannel,
  newInbound,
  newLead,
  newLinkSend,
  newMessage,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { click, flushAndClassify, later } from "../support/clicks";
import { testEnv } from "../support/env";
import { dataOf, eventsOf, named } from "../support/events";
import { flowOf } from "../support/flow";
import {
  deliver,
  newMetaChannel,
  newNumber,
  sendDue,
  statusOf,
  textFrom,
  whatsappBody,
} from "../support/messaging";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, sentByScenario, settle } from "../support/run-scheduler";
import { seedRun } from "../support/runs";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  await client.patch("/settings", { message_status_events: "always" });
  channel = await newChannel(client);
});

const ofLead = (type: EventType, { id }: { id: number }) => dataOf(client, type, `lead_id=${id}`);

const run = (sql: string, ...values: unknown[]) =>
  testEnv.DB.prepare(sql)
    .bind(...values)
    .run();

describe("events of messages", () => {
  it("report each status once, with the message's current state", async () => {
    const number = newNumber();
    const one = await newLead(client, { phone: `+${number}` });
    const account = await newMetaChannel(client);
    await deliver(account, whatsappBody(account, textFrom(number, "Hello")));
    const sent = await make(client, `/leads/${one.id}/messages`, {
      text: "Good morning",
      channel_id: account.id,
    });
    await sendDue(account.id);
    const message = (await client.get(`/messages/${sent.id}`)).body.data;
    for (const status of ["delivered", "read", "read"])
      await deliver(account, whatsappBody(account, statusOf(message, status)));
    const now = (await client.get(`/messages/${sent.id}`)).body.data;
    const { payload, media, attachments, author, created_at, updated_at, ...shown } = now;
    const about = { lead_id: one.id, lead: named(one), scenario_id: null };
    for (const type of ["message.sent", "message.delivered", "message.read"] as const)
      expect(await ofLead(type, one), type).toEqual([
        {
          ...about,
          message_id: sent.id,
          message: { ...shown, channel_id: account.id, platform: "whatsapp" },
        },
      ]);
    expect(await ofLead("message.received", one)).toMatchObject([
      { ...about, message: { direction: "inbound", text: "Hello", status: "received" } },
    ]);
  });

  it("report failed, unknown and deleted messages", async () => {
    const one = await newLead(client);
    const inbound = await newInbound(client, channel.id, one.id);
    const [failed, unknown] = [
      await newMessage(client, inbound.conversation_id),
      await newMessage(client, inbound.conversation_id),
    ];
    await sendDue(channel.id);
    const error = JSON.stringify({
      reason: "marketing_cap",
      code: 131049,
      message: "Not now",
      retry_at: 1_795_169_730_123,
    });
    await run("update messages set status = 'failed', error = ? where id = ?", error, failed.id);
    await run("update messages set status = 'unknown' where id = ?", unknown.id);
    await run(
      `update messages set text = null, payload = '{"deleted":true}' where id = ?`,
      inbound.id,
    );
    expect(await ofLead("message.failed", one)).toMatchObject([
      {
        message_id: failed.id,
        message: {
          status: "failed",
          error: { reason: "marketing_cap", retry_at: "2026-11-20T10:15:30.123Z" },
        },
      },
    ]);
    expect(await ofLead("message.unknown", one)).toMatchObject([
      { message_id: unknown.id, message: { status: "unknown" } },
    ]);
    expect(await ofLead("message.deleted", one)).toMatchObject([
      { message_id: inbound.id, message: { direction: "inbound", text: null } },
    ]);
    await run("delete from conversations where id = ?", inbound.conversation_id);
    expect(await ofLead("message.deleted", one)).toMatchObject([
      { lead: { id: one.id }, message_id: inbound.id, message: null },
    ]);
  });
});

describe("events of links", () => {
  it("report a link that was sent, and the person who opened it", async () => {
    const one = await newLead(client);
    const link = await newShortLink(client, { label: "Webinar" });
    const send = await newLinkSend(client, link.id, one.id);
    await client.patch(`/link-sends/${send.id}`, {
      sent_at: new Date(Date.now() - 60_000).toISOString(),
    });
    await click(send.url);
    expect(await ofLead("link.clicked", one)).toEqual([]);
    await flushAndClassify(link.id);
    await later(20_000, () => flushAndClassify(link.id));
    const about = {
      lead_id: one.id,
      lead: named(one),
      link_send_id: send.id,
      short_link_id: link.id,
      short_link: { id: link.id, slug: link.slug, label: "Webinar" },
      message_id: null,
      scenario_id: null,
    };
    expect(await ofLead("link.sent", one)).toEqual([about]);
    const [clicked] = await rowsOf<{ id: number; clicked_at: number }>(
      "select id, clicked_at from link_clicks where link_send_id = ?",
      send.id,
    );
    expect(await ofLead("link.clicked", one)).toEqual([
      {
        ...about,
        click: {
          id: clicked!.id,
          clicked_at: new Date(clicked!.clicked_at).toISOString(),
          country: null,
          device: "mobile",
        },
      },
    ]);
    await client.delete(`/short-links/${link.id}`);
    expect(await ofLead("link.clicked", one)).toMatchObject([
      { short_link_id: link.id, short_link: null, click: null },
    ]);
  });
});

describe("events of runs", () => {
  const about = (one: Lead, scenario: { id: number }, id: number) => ({
    lead_id: one.id,
    lead: named(one),
    scenario_id: scenario.id,
    run_id: id,
  });

  it("report where a run waits and how it ended", async () => {
    const one = await newLead(client);
    const scenario = await newFlow(
      client,
      { wait: ["wait_for_reply", { timeout_seconds: 600 }], end: ["exit"] },
      "wait:reply > end",
    );
    const { id } = await enrol(client, scenario.id, one.id);
    await settle(client);
    const now = (await client.get(`/runs/${id}`)).body.data;
    await newInbound(client, channel.id, one.id);
    await settle(client);
    const run = about(one, scenario, id);
    expect(await ofLead("run.started", one)).toEqual([{ ...run, version: 1, started_by: null }]);
    expect(await ofLead("run.waiting", one)).toEqual([
      { ...run, node_id: "wait", waiting_for: "reply", until: now.next_at },
    ]);
    expect(await ofLead("run.exited", one)).toEqual([
      { ...run, node_id: "end", end_reason: "exit_node" },
    ]);
  });

  it("come after those of what the run did before, in the order of its nodes", async () => {
    const one = await newLead(client);
    await newInbound(client, channel.id, one.id);
    const [first, second] = [await newTag(client), await newTag(client)];
    const other = await newFlow(client, { last: ["wait_for_reply", { timeout_seconds: 600 }] });
    const scenario = await newFlow(
      client,
      {
        tag: ["add_tag", { tag_ids: [first.id] }],
        start: ["start_scenario", { scenario_id: other.id }],
        hello: ["message", { text: "Hello" }],
        stage: ["update_lead", { pipeline_stage: "qualified" }],
        bye: ["message", { text: "Bye" }],
        late: ["add_tag", { tag_ids: [second.id] }],
        wait: ["wait_for_reply", { timeout_seconds: 600 }],
        untag: ["remove_tag", { tag_ids: [first.id] }],
        end: ["exit"],
      },
      "tag > start > hello > stage > bye > late > wait:reply > untag > end",
    );
    await enrol(client, scenario.id, one.id);
    await settle(client);
    await newInbound(client, channel.id, one.id);
    await settle(client);
    const all = await eventsOf(client, `lead_id=${one.id}`);
    const told = all.filter(({ type }) => /^(run\.|lead\.(tag|stage))/.test(type));
    const ofRun = ({ data }: (typeof all)[number]) =>
      "run_id" in data && data.scenario_id === other.id ? " of the other" : "";
    expect(told.map((event) => `${event.type}${ofRun(event)}`)).toEqual([
      "run.started",
      "lead.tag_added",
      "run.started of the other",
      "lead.stage_changed",
      "lead.tag_added",
      "run.waiting",
      "run.waiting of the other",
      "lead.tag_removed",
      "run.exited",
    ]);
  });

  it.each([
    ["run.completed", "delay", "reached_end"],
    ["run.handed_off", "handoff", "handoff"],
    ["run.failed", "unheard_of", "unknown_type"],
  ] as const)("report %s", async (type, node, end_reason) => {
    const one = await newLead(client);
    const scenario = await newFlow(
      client,
      { start: ["start"], last: [node, { seconds: 0 }] },
      "start > last",
    );
    const { id } = await enrol(client, scenario.id, one.id);
    await settle(client);
    expect(await ofLead(type, one)).toMatchObject([
      { ...about(one, scenario, id), lead: { id: one.id }, end_reason },
    ]);
  });

  it("report runs that are migrated, cancelled, or deleted with their scenario", async () => {
    const one = await newLead(client);
    const graph = flowOf({ wait: ["wait_for_reply"] });
    const scenarios = [
      await newScenario(client, graph),
      await newScenario(client),
      await newScenario(client),
    ];
    const runs = await Promise.all(scenarios.map((scenario) => seedRun(client, scenario, one)));
    await client.put(`/scenarios/${scenarios[0].id}`, {
      name: "Moved",
      platform: "whatsapp",
      ...graph,
    });
    await client.post(`/scenarios/${scenarios[0].id}/migrate`);
    await client.post(`/runs/${runs[1]!.id}/cancel`);
    await client.delete(`/scenarios/${scenarios[2].id}`);
    await client.delete(`/scenarios/${scenarios[0].id}/leads`);
    expect(await ofLead("run.migrated", one)).toEqual([
      { ...about(one, scenarios[0], runs[0]!.id), from_version: 1, to_version: 2 },
    ]);
    const cancelled = (index: number, end_reason: string) => ({
      ...about(one, scenarios[index], runs[index]!.id),
      node_id: "wait",
      end_reason,
    });
    expect(await ofLead("run.cancelled", one)).toEqual([
      cancelled(1, "cancelled"),
      cancelled(2, "scenario_deleted"),
      cancelled(0, "cancelled"),
    ]);
  });

  it("name the scenario of the messages and links that its runs send", async () => {
    const one = await newLead(client);
    const { conversation_id } = await newInbound(client, channel.id, one.id);
    const link = await newShortLink(client);
    const scenario = await newFlow(client, {
      hello: ["message", { text: `See ${link.template_variable_url}` }],
    });
    const { id } = await enrol(client, scenario.id, one.id);
    await settle(client);
    expect(await ofLead("message.sent", one)).toMatchObject([
      { scenario_id: scenario.id, message: { run_id: id } },
    ]);
    const [message_id] = await idsOf(client, `/conversations/${conversation_id}/messages`);
    expect(await ofLead("link.sent", one)).toMatchObject([
      { scenario_id: scenario.id, short_link_id: link.id, message_id },
    ]);
  });

  it.each([
    ["run is removed", ({ id }: Lead) => `/leads/${id}`],
    ["runs are all removed", () => "/leads"],
    ["scenario is deleted", () => ""],
  ])("name the scenario of a message even after its %s", async (_, pathOf) => {
    const owner = await newWorkspace();
    await owner.patch("/settings", { message_status_events: "always" });
    const scenario = await newFlow(owner, { hello: ["message", { text: "Hello" }] });
    const { lead, message, report } = await sentByScenario(owner, scenario.id);
    expect((await owner.delete(`/scenarios/${scenario.id}${pathOf(lead)}`)).status).toBeLessThan(
      300,
    );
    for (const status of ["delivered", "read"]) await report(status);
    const shown = await eventsOf(owner, `scenario_id=${scenario.id}&type[]=message.*`);
    expect(shown.map(({ type }) => type)).toEqual([
      "message.sent",
      "message.delivered",
      "message.read",
    ]);
    expect(shown.at(-1)!.data).toMatchObject({
      scenario_id: scenario.id,
      message: { id: message.id, run_id: null, status: "read" },
    });
  });
});
