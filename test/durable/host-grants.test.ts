import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { wake } from "#domain/wake/objects";
import { DAY_MS, HOUR_MS } from "#lib/time";
import { type Client, newChannel, newLead, newWorkspace, unique } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { newRecipient, queueWithoutWakeUp } from "../support/message-sender";
import { messageNow } from "../support/messaging";
import { SIGNING_SECRET } from "../support/providers";
import { clientWithoutWakeUps } from "../support/webhook-faults";
import {
  alarmOfWebhookSender,
  deliverDue,
  deliveriesOf,
  newDelivery,
  newEndpoint,
  newEvent,
} from "../support/webhooks";

type Post = { url: string; id: number; openBefore: number };

let client: Client;
/** Each test sends to hosts of its own, as those before it still get retries. */
let domain: string;
let posts: Post[];

/** Has every host answer with a status, after a moment in which others could come, too. */
function answering(statusOf: (url: string) => number) {
  const open: Record<string, number> = {};
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const body = await request.json<{ id?: number; data: { message_id?: number } }>();
    const { hostname } = new URL(request.url);
    const openBefore = open[hostname] ?? 0;
    const id = body.id ?? body.data.message_id ?? 0;
    if (hostname.includes(domain)) posts.push({ url: request.url, id, openBefore });
    open[hostname] = openBefore + 1;
    await scheduler.wait(3);
    open[hostname] -= 1;
    const status = statusOf(request.url);
    return new Response(status === 204 ? null : "{}", { status });
  });
}

const mostAtOnce = (some = posts) => Math.max(...some.map(({ openBefore }) => openBefore + 1));
const hostsIn = (some: Post[]) => [...new Set(some.map(({ url }) => new URL(url).hostname))];

async function newEndpointOn(host: string, place = 0): Promise<number> {
  const url = `https://${host}/${place}`;
  return (await newEndpoint(client, { url, event_types: ["scenario.paused"] })).id;
}

/** Endpoints on one host, which receive the same events. */
const newEndpoints = (count: number, host: string) =>
  Promise.all(Array.from({ length: count }, (_, place) => newEndpointOn(host, place)));

const wakeEndpoints = (ids: number[]) =>
  Promise.all(ids.map((id) => wake.endpoints(testEnv, id, client.workspaceId)));

async function newEvents(count: number) {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await newEvent(client.workspaceId, "scenario.paused"));
  return ids;
}

beforeEach(async () => {
  client = clientWithoutWakeUps(await newWorkspace());
  domain = `${unique()}.example.com`;
  posts = [];
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the endpoints of a workspace on a host", () => {
  it("get one delivery at a time and 60 an hour while it takes none", async () => {
    answering(() => 404);
    const endpoints = await newEndpoints(14, `flood.${domain}`);
    await newEvents(8);
    await wakeEndpoints(endpoints);
    await eventually(async () => expect(posts.length).toBe(60));
    const inAnHour = async () => {
      const alarms = await Promise.all(endpoints.map(alarmOfWebhookSender));
      return alarms.filter((alarm) => alarm !== null && alarm > Date.now() + 3_000_000).length;
    };
    await eventually(async () => expect(await inAnHour()).toBeGreaterThan(0));
    expect([posts.length, mostAtOnce()]).toEqual([60, 1]);
    // Another host of the workspace begins with its own hour.
    const other = await newEndpointOn(`other.${domain}`);
    await newEvents(1);
    await wakeEndpoints([other]);
    await eventually(async () => expect(hostsIn(posts)).toContain(`other.${domain}`));
    expect(posts.filter(({ url }) => url.includes("flood"))).toHaveLength(60);
    await later(3_700_000, async () => {
      for (const id of endpoints) await deliverDue(id);
    });
    expect(posts.filter(({ url }) => url.includes("flood")).length).toBeGreaterThan(60);
    expect(mostAtOnce()).toBe(1);
  });

  it("get both a test and a retry that are due together, one after the other", async () => {
    answering(() => 404);
    const id = await newEndpointOn(`both.${domain}`);
    await newDelivery(id, { status: "pending", next_attempt_at: 1_000 });
    await newDelivery(id, { status: "pending", next_attempt_at: 0 });
    await deliverDue(id);
    expect([posts.length, mostAtOnce()]).toEqual([2, 1]);
  });

  it("share six lanes once it has taken one, and miss nothing", async () => {
    answering(() => 204);
    const endpoints = await newEndpoints(12, `hooks.${domain}`);
    const events = await newEvents(10);
    await wakeEndpoints(endpoints);
    await eventually(async () => expect(posts.length).toBe(120));
    expect(mostAtOnce(posts.slice(0, 2))).toBe(1);
    expect(mostAtOnce()).toBeLessThanOrEqual(6);
    expect(mostAtOnce()).toBeGreaterThan(1);
    for (let n = 0; n < endpoints.length; n++) {
      const own = posts.filter(({ url }) => url.endsWith(`/${n}`)).map(({ id }) => id);
      expect(own).toEqual(events);
    }
    await eventually(async () => {
      const all = (await Promise.all(endpoints.map(deliveriesOf))).flat();
      expect(all.filter(({ status }) => status === "delivered")).toHaveLength(120);
    });
  });

  it("begin again a day after it has taken the last one", async () => {
    answering(() => 204);
    const url = `https://quiet.${domain}/`;
    const { id } = await newEndpoint(client, { url, event_types: ["lead.created"] });
    const deliverSome = async () => {
      posts = [];
      for (let n = 0; n < 4; n++) await newLead(client);
      await deliverDue(id);
      return posts.map(({ openBefore }) => openBefore);
    };
    expect(await deliverSome()).toEqual([0, 0, 0, 1]);
    expect(await later(HOUR_MS, deliverSome)).toEqual([0, 1, 2, 3]);
    expect(await later(HOUR_MS + DAY_MS, deliverSome)).toEqual([0, 0, 0, 1]);
  });

  it("begin again at another host, which they are changed to", async () => {
    answering((url) => (url.includes("old") ? 204 : 404));
    const endpoints = await newEndpoints(6, `old.${domain}`);
    await newEvents(2);
    await wakeEndpoints(endpoints);
    await eventually(async () => expect(posts.length).toBe(12));
    for (const [n, id] of endpoints.entries()) {
      const url = `https://NEW.${domain}./${n}`;
      await client.put(`/webhook-endpoints/${id}`, { url, event_types: ["scenario.paused"] });
    }
    await newEvents(2);
    await wakeEndpoints(endpoints);
    const atNew = () => posts.filter(({ url }) => url.includes("new"));
    await eventually(async () => expect(atNew().length).toBeGreaterThanOrEqual(12));
    expect(mostAtOnce(atNew())).toBe(1);
  });
});

describe("the gateways of a workspace on a host", () => {
  async function newGateways(count: number) {
    const credentials = { signing_secret: SIGNING_SECRET };
    const gateways = [];
    for (let n = 0; n < count; n++) {
      const gateway_url = `https://gateway.${domain}/${n}`;
      const input = { provider: "webhook", credentials, gateway_url };
      const channel = await newChannel(client, input);
      const messages = [];
      for (let m = 0; m < 3; m++) {
        const { leadId } = await newRecipient(client, channel);
        messages.push(await queueWithoutWakeUp(client, leadId, { channel_id: channel.id }));
      }
      gateways.push({ channel, messages });
    }
    return gateways;
  }

  const send = (gateways: Awaited<ReturnType<typeof newGateways>>) =>
    Promise.all(
      gateways.map(({ channel }) => wake.channels(testEnv, channel.id, client.workspaceId)),
    );

  it("take turns with each other and with endpoints until it has taken a message", async () => {
    answering(() => (posts.length <= 6 ? 500 : 200));
    const gateways = await newGateways(3);
    const endpoints = await newEndpoints(3, `gateway.${domain}`);
    await newEvents(2);
    await Promise.all([send(gateways), wakeEndpoints(endpoints)]);
    await eventually(async () => {
      for (const message of gateways.flatMap(({ messages }) => messages))
        expect(await messageNow(client, message)).toMatchObject({ status: "sent", error: null });
    });
    expect(mostAtOnce(posts.slice(0, 7))).toBe(1);
    expect(mostAtOnce()).toBeLessThanOrEqual(6);
  });
});

it("of another workspace, a host has proved nothing", async () => {
  answering(() => 204);
  const first = await newEndpointOn(`shared.${domain}`);
  await newEvents(2);
  await wakeEndpoints([first]);
  await eventually(async () => {
    const deliveries = await deliveriesOf(first);
    expect(deliveries.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });
  client = clientWithoutWakeUps(await newWorkspace());
  vi.restoreAllMocks();
  posts = [];
  answering(() => 404);
  const endpoints = await newEndpoints(4, `shared.${domain}`);
  await newEvents(2);
  await wakeEndpoints(endpoints);
  await eventually(async () => expect(posts.length).toBeGreaterThanOrEqual(8));
  expect(mostAtOnce()).toBe(1);
});
