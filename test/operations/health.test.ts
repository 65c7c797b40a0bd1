import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { call, newChannel, newLead, newLinkSend, newShortLink, newWorkspace } from "../support/api";
import { atTime, later } from "../support/clicks";
import { testEnv, type twoDatabases } from "../support/env";
import { newChannelAndRecipient, queueWithoutWakeUp } from "../support/message-sender";
import { brokenDatabase, meterOf, serveWith } from "../support/meter";
import { rowsOf } from "../support/rows";
import { directoryDb } from "../support/scope";
import { migrateSecond, secondDb, serveTwo } from "../support/second-database";
import { serve } from "../support/serve";
import { newEndpoint } from "../support/webhooks";

afterEach(() => {
  vi.restoreAllMocks();
});

const operator = { token: testEnv.OPERATOR_TOKEN };
const healthNow = async () => (await call("GET", "/v1/health", operator)).body.data;

beforeAll(migrateSecond);

describe("GET /healthz", () => {
  it("says without a token whether D1 answers, and asks D1 once in five seconds", async () => {
    expect(await call("GET", "/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    const { trips } = await meterOf((fetcher) => call("GET", "/healthz", { fetcher }));
    expect(trips).toBe(0);
    const broken = brokenDatabase();
    const fetcher = serveWith(broken, testEnv.DIRECTORY && { DIRECTORY: broken });
    expect((await call("GET", "/healthz", { fetcher })).status).toBe(200);
    await later(6_000, async () => {
      expect(await call("GET", "/healthz", { fetcher })).toMatchObject({
        status: 503,
        body: { status: "unavailable" },
      });
    });
    await later(12_000, async () => {
      expect((await call("GET", "/healthz")).status).toBe(200);
    });
  });

  it("is 503 while a database lacks the newest migration, not while one is out of reach", async () => {
    const healthWith = (after: number, bindings: Partial<typeof twoDatabases>) =>
      later(after, () => call("GET", "/healthz", { fetcher: serveTwo(bindings) }));
    const unmigrated = await healthWith(20_000, { DB_1: testEnv.REPLICA });
    expect(unmigrated).toMatchObject({ status: 503, body: { status: "unavailable" } });
    const apart = { DB_1: brokenDatabase() };
    expect((await healthWith(30_000, apart)).status).toBe(200);
    const older = "delete from d1_migrations where name = (select max(name) from d1_migrations)";
    await directoryDb.prepare(older).run();
    expect((await healthWith(40_000, {})).status).toBe(503);
  });
});

describe("GET /v1/health", () => {
  it("shows what is overdue, stopped and disabled, over all workspaces", async () => {
    const before = await healthNow();
    expect(before).toMatchObject({
      databases: expect.arrayContaining([
        {
          name: "DB",
          is_reachable: true,
          latency_ms: expect.any(Number),
          size_bytes: expect.any(Number),
          leads: expect.any(Number),
          messages: expect.any(Number),
        },
      ]),
      overdue: { messages: null, runs: null, deliveries: null, analyses: null, clicks: null },
      stopped_channels: 0,
      paused_channels: 0,
      disabled_endpoints: 0,
      unrouted_webhooks: [],
    });
    const sizes = before.databases.map((one: { size_bytes: number }) => one.size_bytes);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    const clients = [await newWorkspace(), await newWorkspace()];
    const stoppedOnes: object[] = [];
    for (const [index, client] of clients.entries()) {
      const { channel, leadId } = await newChannelAndRecipient(client);
      const message = await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
      const due = Date.now() - 100_000 * (index + 1);
      await rowsOf("update messages set next_attempt_at = ? where id = ?", due, message.id);
      const { id: stopped } = await newChannel(client);
      await rowsOf(
        `update channels set status = 'stopped', stop_reason = 'unauthorized', stopped_at = ?
         where id = ?`,
        due,
        stopped,
      );
      const { id: endpoint } = await newEndpoint(client);
      await rowsOf(
        `update webhook_endpoints set disabled_reason = 'failing', next_at = ? where id = ?`,
        due,
        endpoint,
      );
      stoppedOnes.push(
        {
          ...{ kind: "webhook_endpoint", id: endpoint, workspace_id: client.workspaceId },
          ...{ reason: "failing", since: null },
        },
        {
          ...{ kind: "channel", id: stopped, workspace_id: client.workspaceId },
          ...{ reason: "unauthorized", since: new Date(due).toISOString() },
        },
      );
    }
    const paused = await newChannelAndRecipient(clients[0]!);
    const input = { channel_id: paused.channel.id };
    const kept = await queueWithoutWakeUp(clients[0]!, paused.leadId, input);
    await rowsOf("update messages set next_attempt_at = 1 where id = ?", kept.id);
    await rowsOf(
      `update channels set pause_reason = 'payment', pause_holds = 'all', paused_at = 1,
         pause_until = ? where id = ?`,
      Date.now() + 100_000,
      paused.channel.id,
    );
    const link = await newShortLink(clients[0]!);
    const lead = await newLead(clients[0]!);
    const send = await newLinkSend(clients[0]!, link.id, lead.id);
    await rowsOf(
      `insert into link_clicks (workspace_id, short_link_id, link_send_id, lead_id, clicked_at, device, created_at)
       values (?, ?, ?, ?, ?5, 'mobile', ?5)`,
      clients[0]!.workspaceId,
      link.id,
      send.id,
      lead.id,
      Date.now() - 100_000,
    );
    const { overdue, databases, ...others } = await healthNow();
    expect(databases[0]).toMatchObject({ leads: 4, messages: 3 });
    expect(others).toMatchObject({
      stopped_channels: 2,
      paused_channels: 1,
      disabled_endpoints: 2,
      stopped: expect.arrayContaining(stoppedOnes),
    });
    expect(overdue).toMatchObject({ runs: null, analyses: null });
    expect(overdue.clicks).toBeGreaterThanOrEqual(85);
    expect(overdue.clicks).toBeLessThan(200);
    for (const queue of ["messages", "deliveries"]) {
      expect(overdue[queue]).toBeGreaterThanOrEqual(200);
      expect(overdue[queue]).toBeLessThan(300);
    }
  });

  it("is the worst and the sum of all databases, and of those that can be reached", async () => {
    const before = await healthNow();
    const late = Date.now() - 900_000;
    await secondDb.batch([
      secondDb.prepare(
        "insert into workspaces (id, name, created_at, updated_at) values (4000000000, 'There', 1, 1)",
      ),
      secondDb
        .prepare(
          `insert into webhook_endpoints
             (id, workspace_id, url, event_types, secrets, disabled_reason, next_at, created_at,
              updated_at)
           values (4000000000, 4000000000, 'https://example.com/', '[]', '', 'failing', ?, 1, 1)`,
        )
        .bind(late),
    ]);
    const both = await healthNow();
    expect(both.overdue.deliveries).toBeGreaterThanOrEqual(900);
    expect(both.disabled_endpoints).toBe(before.disabled_endpoints + 1);
    const fetcher = (request: Request) => serve(request, { DB_1: brokenDatabase() } as object);
    const { status, body } = await call("GET", "/v1/health", { ...operator, fetcher });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      databases: expect.arrayContaining([
        {
          name: "DB_1",
          is_reachable: false,
          latency_ms: null,
          size_bytes: null,
          leads: null,
          messages: null,
        },
      ]),
      disabled_endpoints: before.disabled_endpoints,
    });
    expect(body.data.overdue.deliveries).toBeLessThan(900);
    const { text } = await call("GET", "/metrics", { ...operator, fetcher });
    expect(text).toContain('database_up{database="DB"} 1');
    expect(text).toContain('database_up{database="DB_1"} 0');
    expect(text).not.toContain('database_size_bytes{database="DB_1"}');
    await secondDb.prepare("delete from workspaces").run();
  });

  it("warns 180 days before Meta ends the version of its API, and of one that is not known", async () => {
    const graphAt = async (version: string, time: number, at = 0) => {
      const variable = ["GRAPH_URL", "INSTAGRAM_URL"][at];
      const env = { [variable!]: `https://graph.example.com/${version}` };
      const fetcher = (request: Request) => serve(request, env);
      const send = (path: string) =>
        atTime(time, () => call("GET", path, { ...operator, fetcher }));
      const graph = (await send("/v1/health")).body.data.graph_versions[at];
      expect((await send("/metrics")).text).toContain(
        `lead_engagement_graph_version{variable="${variable}",state="${graph.state}"} 1\n`,
      );
      return [graph.version, graph.ends_at, graph.state];
    };
    const end = "2028-02-18";
    const before = (days: number) => graphAt("v24.0", Date.parse(end) - days * 86_400_000);
    expect(await before(181)).toEqual(["v24.0", end, "supported"]);
    expect(await before(179)).toEqual(["v24.0", end, "ending"]);
    expect(await before(0)).toEqual(["v24.0", end, "ended"]);
    expect(await graphAt("v27.0", Date.now())).toEqual(["v27.0", null, "unknown"]);
    expect(await graphAt("v20.0", Date.now(), 1)).toEqual(["v20.0", "2026-09-24", "ended"]);
    const current = { version: "v26.0", ends_at: null, state: "supported" };
    expect((await healthNow()).graph_versions).toEqual([
      { variable: "GRAPH_URL", ...current },
      { variable: "INSTAGRAM_URL", ...current },
    ]);
  });

  it("costs the same however many rows wait", async () => {
    const client = await newWorkspace();
    const { channel, leadId } = await newChannelAndRecipient(client);
    await queueWithoutWakeUp(client, leadId, { channel_id: channel.id });
    const rows = async () =>
      (await meterOf((fetcher) => call("GET", "/v1/health", { ...operator, fetcher }))).rowsRead;
    const few = await rows();
    await rowsOf(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
       insert into messages (workspace_id, conversation_id, channel_id, direction, type, text,
         status, next_attempt_at, created_at)
       select workspace_id, conversation_id, channel_id, direction, type, text, status,
         next_attempt_at + i, created_at
       from messages, n where workspace_id = ? and next_attempt_at is not null`,
      client.workspaceId,
    );
    expect(await rows()).toBeLessThanOrEqual(few + 5);
  });

  it("is the operator's", async () => {
    const { token } = await newWorkspace();
    for (const path of ["/v1/health", "/metrics"]) {
      expect((await call("GET", path, { token })).status).toBe(401);
      expect((await call("GET", path)).status).toBe(401);
    }
  });
});

describe("GET /metrics", () => {
  it("answers in Prometheus' text format", async () => {
    const { status, headers, text } = await call("GET", "/metrics", operator);
    expect([status, headers.get("Content-Type")]).toEqual([
      200,
      "text/plain; version=0.0.4; charset=utf-8",
    ]);
    expect(headers.get("Cache-Control")).toBe("no-store");
    const lines = text.trimEnd().split("\n");
    for (const line of lines)
      expect(line).toMatch(
        /^(# (HELP|TYPE) lead_engagement_\w+ .+|lead_engagement_\w+(\{(\w+="\w+",?)+\})? [\d.e-]+)$/,
      );
    const names = lines
      .filter((line) => !line.startsWith("#"))
      .map((line) => line.split(" ")[0]!)
      .filter((name) => !/="(DB_1|DIRECTORY)"/.test(name));
    expect(names).toEqual([
      'lead_engagement_database_up{database="DB"}',
      'lead_engagement_database_latency_seconds{database="DB"}',
      'lead_engagement_database_size_bytes{database="DB"}',
      'lead_engagement_database_leads{database="DB"}',
      'lead_engagement_database_messages{database="DB"}',
      'lead_engagement_overdue_seconds{queue="messages"}',
      'lead_engagement_overdue_seconds{queue="runs"}',
      'lead_engagement_overdue_seconds{queue="deliveries"}',
      'lead_engagement_overdue_seconds{queue="analyses"}',
      'lead_engagement_overdue_seconds{queue="clicks"}',
      "lead_engagement_stopped_channels",
      "lead_engagement_paused_channels",
      "lead_engagement_disabled_endpoints",
      "lead_engagement_unrouted_channels",
      'lead_engagement_graph_version{variable="GRAPH_URL",state="supported"}',
      'lead_engagement_graph_version{variable="INSTAGRAM_URL",state="supported"}',
    ]);
    expect(text.endsWith("\n")).toBe(true);
  });
});
