import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freeze, unfreeze } from "#db/placement/freeze";
import { receivers } from "#features/messaging/channels/receivers";
import type { Channel } from "#features/messaging/channels/schema";
import { withheldEvent } from "../fixtures/instagram";
import { type Client, call, metaAccount, newChannel, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { signedByMeta } from "../support/graph";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { type Meter, meterOf } from "../support/meter";
import { databaseOf } from "../support/scope";

const MINUTE_MS = 60_000;

let client: Client;
let channel: Channel;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const channelNow = async ({ id }: Channel = channel): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;

/** When the platform has verified the channel's URL, and last called it. */
async function callsOf(of: Channel = channel) {
  const { webhook_verified_at: verified, last_webhook_at: called } = await channelNow(of);
  return [verified, called];
}

const hear = (about: Channel = channel, at: Channel = channel) =>
  deliver(at, whatsappBody(about, textFrom(newNumber(), "Hello")));

const handshake = (token: string, { platform, id }: Channel = channel) =>
  call(
    "GET",
    `/webhooks/${platform}/${id}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1`,
  );

/** Delivers a webhook without anything to store. */
const noContent = (fetcher?: (request: Request) => Promise<Response>) =>
  deliver(channel, { object: "page", entry: [] }, fetcher && { fetcher });

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

/** The statements that note a call. */
const notesIn = ({ statements }: Pick<Meter, "statements">) =>
  statements.filter(({ text }) => /^update "channels"/.test(text));

describe("the handshake", () => {
  it("is noted, once an hour", async () => {
    expect(await callsOf()).toEqual([null, null]);
    expect((await handshake("verify-me")).status).toBe(200);
    const [verified, called] = await callsOf();
    expect([verified, called]).toEqual([time, null]);
    for (const minutes of [0, 59]) await later(minutes * MINUTE_MS, () => handshake("verify-me"));
    expect(await callsOf()).toEqual([verified, null]);
    await later(61 * MINUTE_MS, () => handshake("verify-me"));
    expect((await callsOf())[0]! > verified!).toBe(true);
  });

  it("with another verify token is not noted", async () => {
    expect((await handshake("verify-you")).status).toBe(403);
    expect(await callsOf()).toEqual([null, null]);
  });

  it("is noted on Instagram, too", async () => {
    const instagram = await newMetaChannel(client, "instagram");
    await handshake("verify-me", instagram);
    expect(await callsOf(instagram)).toEqual([time, null]);
    expect(await callsOf()).toEqual([null, null]);
  });
});

describe("a signed webhook", () => {
  it("is noted, once an hour", async () => {
    await hear();
    const [verified, called] = await callsOf();
    expect([verified, called]).toEqual([null, time]);
    for (const minutes of [0, 59]) await later(minutes * MINUTE_MS, () => hear());
    expect(await callsOf()).toEqual([null, called]);
    await later(61 * MINUTE_MS, () => hear());
    expect((await callsOf())[1]! > called!).toBe(true);
  });

  it("is no change of the channel", async () => {
    await hear();
    expect(await channelNow()).toEqual({ ...channel, last_webhook_at: time });
    const { data } = (await client.get("/events")).body;
    const types = data.map(({ type }: { type: string }) => type);
    expect(types).toContain("message.received");
    expect(types.join()).not.toContain("channel.");
  });

  it("is noted in the batch that stores it, and not at all within the hour", async () => {
    const body = () => whatsappBody(channel, textFrom(newNumber(), "Hello"));
    const first = await meterOf((fetcher) => deliver(channel, body(), { fetcher }));
    expect([first.trips, notesIn(first).length]).toEqual([3, 1]);
    receivers.clear();
    const second = await meterOf((fetcher) => deliver(channel, body(), { fetcher }));
    expect([second.trips, notesIn(second).length]).toEqual([3, 0]);
  });

  it("that has nothing to store is noted, and asks nobody within the hour", async () => {
    await noContent();
    expect(await callsOf()).toEqual([null, time]);
    receivers.clear();
    await noContent();
    expect((await meterOf(noContent)).trips).toBe(0);
  });

  it("writes one row, however many come at once", async () => {
    const { rowsWritten, statements } = await meterOf((fetcher) =>
      Promise.all([1, 2, 3].map(() => noContent(fetcher))),
    );
    expect([rowsWritten, notesIn({ statements }).length]).toEqual([1, 3]);
  });

  it("about another number of the app is noted for both channels, and for no third", async () => {
    const [other, third] = [await newMetaChannel(client), await newMetaChannel(client)];
    await hear(other);
    expect(await callsOf()).toEqual([null, time]);
    expect(await callsOf(other)).toEqual([null, time]);
    expect(await callsOf(third)).toEqual([null, null]);
  });

  it("about a number that is no channel's is noted where it came", async () => {
    await hear({ ...channel, external_id: "1" });
    expect(await callsOf()).toEqual([null, time]);
  });

  it("about messages that Instagram withholds counts them, and changes nothing else", async () => {
    const instagram: Channel = await newMetaChannel(client, "instagram");
    const events = (await client.get("/events")).body.data;
    for (const count of [2, 1]) {
      const messaging = Array.from({ length: count }, () => withheldEvent);
      const body = { entry: [{ id: instagram.external_id, messaging }] };
      expect((await deliver(instagram, body)).status).toBe(200);
    }
    expect(await channelNow(instagram)).toEqual({
      ...instagram,
      ...{ last_webhook_at: time, withheld: { count: 3, last_at: time } },
    });
    const lists = await Promise.all(
      ["/leads", "/conversations", "/events"].map(async (path) => (await client.get(path)).body),
    );
    expect(lists.map(({ data }) => data)).toEqual([[], [], events]);
    const { name, external_id } = instagram;
    const { credentials } = metaAccount();
    await client.put(`/channels/${instagram.id}`, { name, external_id, credentials });
    expect((await channelNow(instagram)).withheld).toBeNull();
  });

  it("about an account's templates is noted", async () => {
    const change = { field: "account_update", value: { event: "VERIFIED_ACCOUNT" } };
    await deliver(channel, { entry: [{ id: "102290129340398", changes: [change] }] });
    expect(await callsOf()).toEqual([null, time]);
  });
});

describe("a call at a channel whose workspace is being moved", () => {
  beforeEach(() => freeze(databaseOf(), client.workspaceId));
  afterEach(() => unfreeze(databaseOf(), client.workspaceId));

  it("is answered without a note, if there is nothing to store there", async () => {
    const other = await newWorkspace();
    const elsewhere = await newMetaChannel(other);
    expect((await handshake("verify-me")).status).toBe(200);
    expect((await noContent()).status).toBe(200);
    expect((await hear(elsewhere)).status).toBe(200);
    expect(await callsOf()).toEqual([null, null]);
    const { last_webhook_at } = (await other.get(`/channels/${elsewhere.id}`)).body.data;
    expect(last_webhook_at).toEqual(time);
  });

  it("is refused, to be repeated, if there is something to store", async () => {
    expect((await hear()).status).toBe(503);
    expect((await hear({ ...channel, external_id: "1" })).status).toBe(503);
  });
});

describe("a webhook with another signature", () => {
  it("is not noted", async () => {
    const raw = JSON.stringify(whatsappBody(channel, textFrom(newNumber(), "Hello")));
    for (const signature of [undefined, await signedByMeta("another-secret", raw)]) {
      const { status } = await call("POST", `/webhooks/whatsapp/${channel.id}`, {
        raw,
        headers: {
          "Content-Type": "application/json",
          ...(signature && { "X-Hub-Signature-256": signature }),
        },
      });
      expect(status).toBe(401);
    }
    expect(await callsOf()).toEqual([null, null]);
  });
});

describe("a channel without such a webhook", () => {
  it("has no calls, even where leads have written", async () => {
    const sandbox = await newChannel(client);
    await client.post(`/channels/${sandbox.id}/inbound`, { from: newNumber(), text: "Hello" });
    expect(await callsOf(sandbox)).toEqual([null, null]);
  });
});
