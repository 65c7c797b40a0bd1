import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { HOUR_MS, MINUTE_MS } from "#lib/time";
import { offsetAt } from "#lib/time-zone";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import type { Nodes } from "../support/flow";
import { OFFLINE_MESSAGE_SENDER } from "../support/offline-workers";
import { rowsOf } from "../support/rows";
import { enrol, newFlow, runNow, stepDue, trailOf } from "../support/run-scheduler";
import {
  atCall,
  bindRunScheduler,
  clientWithoutWakeUps,
  killed,
  stepUntilDone,
} from "../support/run-scheduler-faults";
import { wayOf } from "../support/simulation";

type Node = Nodes[string];

let client: Client;
let channel: Channel;

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  channel = await newChannel(client);
  await bindRunScheduler(client, { MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER });
});

const TEMPLATE = { name: "revive", language: "en" };
const revive: Node = ["template", TEMPLATE];
const patch = (settings: object) => client.patch("/settings", settings);

/** The time that clocks show some hours from now. */
function clock(timeZone: string, hours: number) {
  const moment = Date.now() + hours * HOUR_MS;
  return new Date(moment + offsetAt(timeZone, moment)).toISOString().slice(11, 16);
}

/** Makes the last hour and the next two quiet in a time zone. Returns about when they end. */
async function newQuietHours(timeZone: string) {
  const quiet_hours = { from: clock(timeZone, -1), to: clock(timeZone, 2) };
  expect((await patch({ quiet_hours })).status).toBe(200);
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 2 * HOUR_MS;
}

/** A lead in a time zone who wrote some hours ago. */
async function newWriter(time_zone: string, hoursAgo = 48) {
  const lead = await newLead(client, { variables: { time_zone } });
  const { conversation_id: id } = await newInbound(client, channel.id, lead.id);
  const at = Date.now() - hoursAgo * HOUR_MS;
  await rowsOf("update conversations set last_inbound_at = ? where id = ?", at, id);
  return { ...lead, conversation: id };
}

const messagesOf = ({ id }: { id: number }) =>
  rowsOf<{ status: string }>("select status from messages where run_id = ? order by id", id);

const explain = async ({ id }: { id: number }) =>
  (await client.get(`/runs/${id}/explain`)).body.data;

async function start(lead: { id: number }, nodes: Nodes) {
  const scenario = await newFlow(client, nodes);
  const run = await enrol(client, scenario.id, lead.id);
  await stepDue(client);
  return run;
}

const secondsTo = (at: string | null, moment: number) =>
  Math.abs(Date.parse(at ?? "") - moment) / 1_000;

describe("quiet hours", () => {
  it("hold a template until they end in the lead's time zone, and send it once", async () => {
    const ends = await newQuietHours("Asia/Tokyo");
    const run = await start(await newWriter("Asia/Tokyo"), { revive });
    const held = await runNow(client, run);
    expect(held).toMatchObject({ state: "waiting", node_id: "revive", waiting_for: "time" });
    expect(secondsTo(held.next_at, ends)).toBeLessThan(61);
    expect(await messagesOf(run)).toEqual([]);
    const { blocked_by, gates, next_message, next_look_at } = await explain(run);
    expect({ blocked_by, next_message, next_look_at }).toEqual({
      blocked_by: "quiet_hours",
      next_message: { node_id: "revive", type: "template" },
      next_look_at: held.next_at,
    });
    expect(gates.find(({ gate }: { gate: string }) => gate === "quiet_hours")).toMatchObject({
      passed: false,
      holds_until: held.next_at,
    });
    await later(Date.parse(held.next_at ?? "") - Date.now(), async () => {
      await stepDue(client);
      await stepDue(client);
    });
    expect(await messagesOf(run)).toEqual([{ status: "queued" }]);
    expect(await trailOf(run)).toEqual(["revive next"]);
  });

  it.each(["before", "after"] as const)(
    "send the template once if the service dies %s it is stored",
    async (when) => {
      await newQuietHours("Asia/Tokyo");
      const run = await start(await newWriter("Asia/Tokyo"), { revive });
      const { next_at } = await runNow(client, run);
      await later(Date.parse(next_at ?? "") - Date.now(), async () => {
        await atCall(client, 2, killed[when]);
        await stepUntilDone(client);
      });
      expect(await messagesOf(run)).toEqual([{ status: "queued" }]);
      expect(await trailOf(run)).toEqual(["revive next"]);
    },
  );

  it("hold nothing in the time zone of another lead", async () => {
    await newQuietHours("Asia/Tokyo");
    const [tokyo, paris] = [await newWriter("Asia/Tokyo"), await newWriter("Europe/Paris")];
    const scenario = await newFlow(client, { revive });
    const bulk = await client.post(`/scenarios/${scenario.id}/leads/bulk`, {
      lead_ids: [tokyo.id, paris.id],
    });
    expect(bulk.status, bulk.text).toBe(200);
    await stepDue(client);
    const { data } = (await client.get(`/scenarios/${scenario.id}/runs`)).body;
    const stateOf = ({ id }: { id: number }) =>
      data.find((run: { lead_id: number }) => run.lead_id === id).state;
    expect([stateOf(tokyo), stateOf(paris)]).toEqual(["waiting", "completed"]);
  });

  it("hold no answer to what the lead has just written elsewhere", async () => {
    await newQuietHours("Asia/Tokyo");
    const lead = await newWriter("Asia/Tokyo");
    const other = await newChannel(client, { platform: "instagram" });
    await newInbound(client, other.id, lead.id);
    const run = await start(lead, { revive });
    expect(await messagesOf(run)).toEqual([{ status: "queued" }]);
  });

  it("hold no template in an open window, and nothing that the API sends", async () => {
    await newQuietHours("Asia/Tokyo");
    const lead = await newWriter("Asia/Tokyo", 3);
    expect(await messagesOf(await start(lead, { revive }))).toEqual([{ status: "queued" }]);
    const cold = await newWriter("Asia/Tokyo");
    const sent = await client.post(`/conversations/${cold.conversation}/messages`, {
      ...{ type: "template", template: TEMPLATE },
    });
    expect(sent.body.data).toMatchObject({ status: "queued" });
  });

  it("hold the template that is sent where the window is closed", async () => {
    await newQuietHours("Asia/Tokyo");
    const data = { text: "Hello", on_window_closed: TEMPLATE };
    const run = await start(await newWriter("Asia/Tokyo"), { hello: ["message", data] });
    expect(await messagesOf(run)).toEqual([]);
    expect(await explain(run)).toMatchObject({ blocked_by: "quiet_hours" });
  });

  it("let a STOP end the run while its message waits", async () => {
    const ends = await newQuietHours("Asia/Tokyo");
    const lead = await newWriter("Asia/Tokyo");
    const run = await start(lead, { revive });
    await newInbound(client, channel.id, lead.id, { text: "STOP" });
    await later(ends + MINUTE_MS - Date.now(), () => stepDue(client));
    expect(await runNow(client, run)).toMatchObject({ state: "exited", end_reason: "opted_out" });
    expect(await messagesOf(run)).toEqual([]);
  });

  it("send nothing of a run that is paused when they end, until it is resumed", async () => {
    const ends = await newQuietHours("Asia/Tokyo");
    const run = await start(await newWriter("Asia/Tokyo"), { revive });
    expect((await client.post(`/runs/${run.id}/pause`)).status).toBe(200);
    await later(ends + MINUTE_MS - Date.now(), async () => {
      await stepDue(client);
      expect(await messagesOf(run)).toEqual([]);
      expect((await client.post(`/runs/${run.id}/resume`)).status).toBe(200);
      await stepDue(client);
      expect(await messagesOf(run)).toEqual([{ status: "queued" }]);
    });
  });
});

const NOON = { weekly: { friday: [{ from: "12:00", to: "13:00" }] }, closed: ["2026-11-27"] };
/** A Friday, half past ten in Paris. */
const FRIDAY = "2026-11-20T09:30:00.000Z";

/** Simulates a graph for a new lead. */
async function simulated(nodes: Nodes, start_at = FRIDAY) {
  const { id } = await newFlow(client, nodes);
  const lead = { last_inbound_at: start_at, variables: { time_zone: "America/New_York" } };
  const { body, text, status } = await client.post(`/scenarios/${id}/simulate`, { start_at, lead });
  expect(status, text).toBe(200);
  return body.data;
}

describe("business hours", () => {
  const hello: Node = ["message", { text: "Hello", within: "business_hours" }];
  const ask: Node = [
    "condition",
    {
      branches: [{ handle: "open", all: [{ field: "business_open", op: "equals", value: true }] }],
    },
  ];

  it("are those of the channel, else of the workspace, in its time zone", async () => {
    expect((await simulated({ ask })).trail[0].outcome).toBe("open");
    await patch({ business_hours: NOON, time_zone: "Europe/Paris" });
    expect((await simulated({ ask })).trail[0].outcome).toBe("else");
    expect((await simulated({ ask }, "2026-11-20T11:30:00Z")).trail[0].outcome).toBe("open");
    expect((await simulated({ ask }, "2026-11-27T11:30:00Z")).trail[0].outcome).toBe("else");
    const own = { ...NOON, weekly: { friday: [{ from: "10:00", to: "11:00" }] } };
    const replaced = await client.put(`/channels/${channel.id}`, {
      name: "Channel",
      business_hours: own,
    });
    expect(replaced.body.data.business_hours).toEqual(own);
    expect((await simulated({ ask })).trail[0].outcome).toBe("open");
    const refused = await newChannelWith({ weekly: { friday: [] } });
    expect(refused.body.errors).toHaveProperty(["business_hours.weekly"]);
  });

  const newChannelWith = (business_hours: object) =>
    client.post("/channels", { platform: "whatsapp", name: "Other", business_hours });

  it("hold a message, a template and a run after its delay until they open", async () => {
    await patch({ business_hours: NOON, time_zone: "Europe/Paris" });
    const template: Node = ["template", { ...TEMPLATE, within: "business_hours" }];
    const delay: Node = ["delay", { seconds: 60, within: "business_hours" }];
    for (const node of [hello, template, delay]) {
      const simulation = await simulated({ node });
      expect(wayOf(simulation)).toEqual(["node next"]);
      expect(simulation.trail[0]).toMatchObject({
        at: FRIDAY,
        left_at: "2026-11-20T11:00:00.000Z",
      });
    }
  });

  it("hold a real message until they open, whose explanation says so", async () => {
    const zone = "UTC";
    const weekly = Object.fromEntries(
      ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => [
        day,
        [{ from: "00:00", to: "24:00" }],
      ]),
    );
    const today = new Date().toISOString().slice(0, 10);
    await patch({ business_hours: { weekly, closed: [today] }, time_zone: zone });
    const run = await start(await newWriter(zone, 0), { hello });
    const explained = await explain(run);
    expect(explained).toMatchObject({ blocked_by: "business_hours", waiting_for: "time" });
    expect((await runNow(client, run)).next_at).toBe(explained.next_look_at);
    await later(Date.parse(explained.next_look_at) - Date.now(), () => stepDue(client));
    expect(await messagesOf(run)).toEqual([{ status: "queued" }]);
  });

  it("hold a run after its delay, whose explanation says so", async () => {
    const today = new Date().toISOString().slice(0, 10);
    const always = [{ from: "00:00", to: "24:00" }];
    const weekly = { monday: always, wednesday: always, friday: always, sunday: always };
    await patch({ business_hours: { weekly, closed: [today] } });
    const delay: Node = ["delay", { seconds: 1, within: "business_hours" }];
    const run = await start(await newWriter("UTC", 1), { delay });
    const { blocked_by, gates, next_look_at } = await explain(run);
    expect(blocked_by).toBe("business_hours");
    expect(gates.find(({ gate }: { gate: string }) => gate === blocked_by)).toMatchObject({
      holds_until: next_look_at,
    });
  });

  it("and quiet hours are both kept in a simulation, by its own clock", async () => {
    await patch({
      ...{ business_hours: { weekly: NOON.weekly }, time_zone: "Europe/Paris" },
      quiet_hours: { from: "21:00", to: "06:30" },
    });
    const within = ["template", { ...TEMPLATE, within: "business_hours" }] satisfies Node;
    const { id } = await newFlow(client, { within });
    const lead = { last_inbound_at: null, variables: { time_zone: "America/New_York" } };
    const { body } = await client.post(`/scenarios/${id}/simulate`, {
      ...{ start_at: FRIDAY, lead: { ...lead, last_inbound_at: "2026-11-01T00:00:00Z" } },
    });
    // Noon in Paris is six in New York, where the night ends half an hour later.
    expect(body.data.trail[0]).toMatchObject({ left_at: "2026-11-20T11:30:00.000Z" });
  });

  it("warn of a message that may wait until its window is closed", async () => {
    const { id } = await newFlow(
      client,
      { ask: ["wait_for_reply", {}], hello },
      "ask:reply > hello",
    );
    const { body } = await client.post(`/scenarios/${id}/check`, {});
    const codes = body.data.warnings.map(({ code }: { code: string }) => code);
    expect(codes).toContain("window_may_be_closed");
  });
});
