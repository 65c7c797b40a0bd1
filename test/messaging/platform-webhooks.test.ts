import type { Schema } from "@cfworker/json-schema";
import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Answer, type Client, call, newChannel, newWorkspace, unique } from "../support/api";
import { later } from "../support/clicks";
import { faults, openapi } from "../support/document";
import { testEnv } from "../support/env";
import { gatewayUrl, signedByMeta } from "../support/graph";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { meterOf } from "../support/meter";
import { SIGNING_SECRET } from "../support/providers";
import { allRows, peopleOf } from "../support/received";
import { rowsOf } from "../support/rows";

const SECRET = "app-secret-123";
const LIMIT_BYTES = 3 * 1_048_576;

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

/** Posts a body with a signature or without one. */
const post = (raw: string, signature?: string, path = `/webhooks/whatsapp/${channel.id}`) =>
  call("POST", path, {
    raw,
    headers: {
      "Content-Type": "application/json",
      ...(signature && { "X-Hub-Signature-256": signature }),
    },
  });

const hello = () => JSON.stringify(whatsappBody(channel, textFrom(newNumber(), "Hello")));

async function storesNothing(act: () => Promise<Answer>): Promise<Answer> {
  // Its subject is only counted, and its time noted (webhook-calls.test.ts).
  const rows = async () => {
    const { channels = [], ...others } = await allRows();
    const noted = { last_webhook_at: null };
    return {
      ...others,
      channels: channels.map((row) => Object.assign({}, row, noted)),
      unrouted_webhooks: [],
    };
  };
  const before = await rows();
  const answer = await act();
  expect(await rows()).toEqual(before);
  return answer;
}

/**
 * The webhooks at a channel's URL about accounts that are no channel's, as the operator sees them.
 */
async function unroutedOf({ id }: Pick<Channel, "id">) {
  const { body } = await call("GET", "/v1/health", { token: testEnv.OPERATOR_TOKEN });
  const all: { channel_id: number }[] = body.data.unrouted_webhooks;
  return all.find(({ channel_id }) => channel_id === id);
}

describe("the handshake", () => {
  const ask = (query: string, id: number | string = channel.id, platform = "whatsapp") =>
    call("GET", `/webhooks/${platform}/${id}?${query}`);
  const right = "hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=1158201444";

  it("returns the challenge for the right verify token", async () => {
    const { status, text, headers } = await ask(right);
    expect([status, text, headers.get("Content-Type")]).toEqual([
      200,
      "1158201444",
      "text/plain; charset=UTF-8",
    ]);
    const instagram = await newMetaChannel(client, "instagram");
    expect((await ask(right, instagram.id, "instagram")).text).toBe("1158201444");
  });

  it.each([
    "hub.mode=subscribe&hub.verify_token=verify-m&hub.challenge=1",
    "hub.mode=subscribe&hub.verify_token=verify-mee&hub.challenge=1",
    "hub.mode=subscribe&hub.verify_token=&hub.challenge=1",
    "hub.mode=subscribe&hub.challenge=1",
    "hub.mode=unsubscribe&hub.verify_token=verify-me&hub.challenge=1",
    "hub.verify_token=verify-me&hub.challenge=1",
    "hub.mode=subscribe&hub.verify_token=verify-me",
    "hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=%3Cscript%3E",
    `hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=${"1".repeat(201)}`,
    "",
  ])("refuses %j", async (query) => {
    const { status, text } = await ask(query);
    expect([status, text]).toEqual([
      403,
      '{"message":"This action is unauthorized.","code":"forbidden"}',
    ]);
  });
});

describe("a documented example of Meta", () => {
  it.each([
    ["whatsapp", "WhatsappWebhook", "106540352242922"],
    ["instagram", "InstagramWebhook", "17841405309211844"],
  ] as const)(
    "is accepted on %s, and any other object is ignored",
    async (platform, component, external_id) => {
      const own = await newWorkspace();
      const receiving = await newMetaChannel(
        own,
        platform === "whatsapp" ? "whatsapp_cloud" : platform,
        { external_id },
      );
      const schema = (await openapi()).components.schemas[component] as Schema & {
        examples: object[];
      };
      expect((await deliver(receiving, schema.examples[0])).status).toBe(200);
      const [person, ...others] = await peopleOf(own);
      expect([others, person!.messages.map(({ text }) => text)]).toEqual([
        [],
        ["Hello, is there a place left?"],
      ]);
      for (const other of [
        {},
        { object: "page", entry: [] },
        { entry: [{ id: "1", changes: [{ field: "comments" }] }] },
      ]) {
        expect(await faults(schema, other)).toEqual([]);
        expect((await storesNothing(() => deliver(receiving, other))).status).toBe(200);
      }
    },
  );
});

describe("a URL without a channel that Meta provides", () => {
  it("is not found, whatever is sent to it", async () => {
    const sandbox = await newChannel(client);
    const gateway = await newChannel(client, {
      provider: "webhook",
      gateway_url: gatewayUrl("nobody")
        .replace("http://127.0.0.1", "https://gateway.example.com")
        .replace(/:\d+/, ""),
      credentials: { signing_secret: SIGNING_SECRET },
    });
    const gone = await newMetaChannel(client);
    await client.delete(`/channels/${gone.id}`);
    const raw = hello();
    const signature = await signedByMeta(SECRET, raw);
    for (const id of [
      sandbox.id,
      gateway.id,
      gone.id,
      99_999,
      0,
      -1,
      "1e0",
      `0${channel.id}`,
      "x",
      `${channel.id}.0`,
      "9".repeat(30),
    ]) {
      const path = `/webhooks/whatsapp/${id}`;
      expect((await storesNothing(() => post(raw, signature, path))).status, path).toBe(404);
      expect(
        (await call("GET", `${path}?hub.mode=subscribe&hub.verify_token=verify-me&hub.challenge=1`))
          .status,
        path,
      ).toBe(404);
    }
    const path = `/webhooks/instagram/${channel.id}`;
    expect((await storesNothing(() => post(raw, signature, path))).status).toBe(404);
  });
});

describe("a signature", () => {
  it("must be present and made of these exact bytes with this exact secret", async () => {
    const raw = hello();
    const right = await signedByMeta(SECRET, raw);
    const wrong = [
      undefined,
      "sha256=",
      "sha256=zz",
      right.slice("sha256=".length),
      right.replace("sha256", "sha1"),
      right.toUpperCase(),
      right.slice(0, -1),
      `${right}0`,
      `${right}, ${right}`,
      right.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      await signedByMeta("another-secret", raw),
      await signedByMeta("", raw),
      await signedByMeta(SECRET, JSON.stringify(JSON.parse(raw), null, 1)),
      await signedByMeta(SECRET, `${raw}\n`),
    ];
    for (const signature of wrong) {
      const { status, text } = await storesNothing(() => post(raw, signature));
      expect([status, text], signature).toEqual([
        401,
        '{"message":"Unauthenticated.","code":"unauthenticated"}',
      ]);
    }
    expect((await post(raw, right)).status).toBe(200);
  });

  it("covers the bytes, not their JSON: non-ASCII, spaces and all", async () => {
    const raw = ` ${JSON.stringify(whatsappBody(channel, textFrom(newNumber(), "Olá 👋")), null, 2)}\n`;
    expect((await post(raw, await signedByMeta(SECRET, raw))).status).toBe(200);
    const escaped = raw.replace("Olá", "Ol\\u00e1");
    expect(
      (await storesNothing(async () => post(escaped, await signedByMeta(SECRET, raw)))).status,
    ).toBe(401);
  });

  it("with the previous secret is invalid within 10 seconds of new credentials", async () => {
    const own = await newMetaChannel(client);
    const raw = JSON.stringify(whatsappBody(own, textFrom(newNumber(), "Hello")));
    const path = `/webhooks/whatsapp/${own.id}`;
    expect((await post(raw, await signedByMeta(SECRET, raw), path)).status).toBe(200);
    const { name, external_id } = own;
    await client.put(`/channels/${own.id}`, {
      name,
      external_id,
      credentials: { app_secret: "app-secret-456" },
    });
    await later(0, async () => {
      expect(
        (await storesNothing(async () => post(raw, await signedByMeta(SECRET, raw), path))).status,
      ).toBe(401);
      expect((await post(raw, await signedByMeta("app-secret-456", raw), path)).status).toBe(200);
    });
  });
});

describe("a body", () => {
  /** A body of this many bytes with a message in it. */
  const ofSize = (bytes: number) => {
    const raw = hello();
    return `${raw.slice(0, -1)},"padding":"${"x".repeat(bytes - raw.length - ',"padding":""'.length)}"}`;
  };

  it("may be 3 MiB, and no more", async () => {
    const [most, tooMuch] = [ofSize(LIMIT_BYTES), ofSize(LIMIT_BYTES + 1)];
    expect((await post(most, await signedByMeta(SECRET, most))).status).toBe(200);
    const { status, text } = await storesNothing(async () =>
      post(tooMuch, await signedByMeta(SECRET, tooMuch)),
    );
    expect([status, text]).toEqual([
      413,
      '{"message":"The request body is too large.","code":"too_large"}',
    ]);
    expect((await storesNothing(() => post(tooMuch))).status).toBe(413);
  });

  it("is stored whole though its messages are longer together than a value of D1's", async () => {
    const own = await newMetaChannel(client);
    const number = newNumber();
    const value = textFrom(number, "");
    const [message] = value.messages;
    const messages = Array.from({ length: 15 }, (_, index) => ({
      ...message,
      id: `${message!.id}${index}`,
      text: { body: "語".repeat(60_000) },
    }));
    const { status, text } = await deliver(own, whatsappBody(own, { ...value, messages }));
    expect(status, text).toBe(200);
    const [stored] = await rowsOf<{ n: number }>(
      "select count(*) as n from messages where channel_id = ? and length(text) = 60000",
      own.id,
    );
    expect(stored).toEqual({ n: 15 });
  });

  it.each([
    "",
    "{",
    "hello",
    '{"a":1}}',
    '{"object":"whatsapp_business_account","entry":[',
    '{"a\\\\b":1}',
  ])("that is not JSON is refused: %j", async (raw) => {
    expect(
      (await storesNothing(async () => post(raw, await signedByMeta(SECRET, raw)))).status,
    ).toBe(422);
  });

  it.each([
    "null",
    "7",
    '"text"',
    "[]",
    "{}",
    '{"entry":7}',
    '{"entry":[null,{"changes":[{"field":"messages"}]}]}',
  ])("without content is accepted, so that it is not sent again: %s", async (raw) => {
    expect(
      (await storesNothing(async () => post(raw, await signedByMeta(SECRET, raw)))).status,
    ).toBe(200);
  });
});

describe("a webhook", () => {
  it("at one channel's URL about another number of the workspace belongs to the other channel", async () => {
    const own = await newWorkspace();
    const [one, other] = [await newMetaChannel(own), await newMetaChannel(own)];
    await deliver(one, whatsappBody(other, textFrom(newNumber(), "Hello")));
    expect((await peopleOf(own)).map(({ conversations }) => conversations[0]!.channel_id)).toEqual([
      other.id,
    ]);
  });

  it("about another workspace's number reaches that if the secret is the same", async () => {
    const [own, other, agency] = [await newWorkspace(), await newWorkspace(), await newWorkspace()];
    const secret = {
      access_token: "EAAG-access",
      app_secret: "another-secret",
      verify_token: "verify-me",
    };
    const channel = await newMetaChannel(agency);
    const foreign = await newMetaChannel(own, "whatsapp_cloud", { credentials: secret });
    const { external_id } = foreign;
    const hear = (text: string) =>
      deliver(channel, whatsappBody({ external_id }, textFrom(newNumber(), text)));
    expect((await storesNothing(() => hear("Hello"))).status).toBe(200);
    expect(await unroutedOf(channel)).toMatchObject({ account_id: external_id, count: 1 });
    await newMetaChannel(other, "whatsapp_cloud", { external_id });
    await hear("Hello again");
    expect(await peopleOf(other)).toHaveLength(1);
    expect([await peopleOf(own), await peopleOf(agency)]).toEqual([[], []]);
    expect(await unroutedOf(channel)).toMatchObject({ count: 1 });
  });

  it("finds the channel of a number that others name, too, who don't know the secret", async () => {
    const secret = {
      access_token: "EAAG-access",
      app_secret: "another-secret",
      verify_token: "verify-me",
    };
    const external_id = String(5_000_000_000 + unique());
    for (let n = 0; n < 21; n++) {
      const credentials = { ...secret, app_secret: `${secret.app_secret}-${n}` };
      await newMetaChannel(await newWorkspace(), "whatsapp_cloud", { external_id, credentials });
    }
    const [victim, agency] = [await newWorkspace(), await newWorkspace()];
    await newMetaChannel(victim, "whatsapp_cloud", { external_id });
    const channel = await newMetaChannel(agency);
    await deliver(channel, whatsappBody({ external_id }, textFrom(newNumber(), "Hello")));
    expect(await peopleOf(victim)).toHaveLength(1);
  });

  it("about a thousand people and accounts asks D1 for the accounts once", async () => {
    const own = await newWorkspace();
    const channel = await newMetaChannel(own);
    const foreign = Array.from({ length: 1_000 }, () => ({
      external_id: String(5_000_000_000 + unique()),
    }));
    const bodies = foreign.map((account) => whatsappBody(account, textFrom(newNumber(), "Hi")));
    const body = { ...bodies[0], entry: bodies.flatMap(({ entry }) => entry) };
    const cost = await meterOf((fetcher) => deliver(channel, body, { fetcher }));
    expect(cost.trips).toBeLessThanOrEqual(3);
    expect(await unroutedOf(channel)).toMatchObject({ count: 1 });

    const numbers = Array.from({ length: 1_000 }, newNumber);
    const [first, ...others] = numbers.map((number) => textFrom(number, "x".repeat(2_000)));
    const messages = [first!, ...others].flatMap(({ messages }) => messages);
    const full = await meterOf((fetcher) =>
      deliver(channel, whatsappBody(channel, { ...first, messages }), { fetcher }),
    );
    expect(full.trips).toBeLessThanOrEqual(21);
    const stored = "select count(*) as n from messages where channel_id = ?";
    expect(await rowsOf(stored, channel.id)).toEqual([{ n: 1_000 }]);
  });

  it("stores status reports and preferences by the hundred, too", async () => {
    const channel = await newMetaChannel(await newWorkspace());
    const many = Array.from({ length: 201 }, newNumber);
    const statuses = many.map((number) => ({ id: `wamid.${number}`, status: "read" }));
    const reports = await meterOf((fetcher) =>
      deliver(channel, whatsappBody(channel, { statuses }), { fetcher }),
    );
    expect(reports.trips).toBe(1 + 3);
    const [category, value] = ["marketing_messages", "stop"];
    const user_preferences = many.map((wa_id) => ({ wa_id, category, value }));
    const body = whatsappBody(channel, { user_preferences }, "user_preferences");
    const preferences = await meterOf((fetcher) => deliver(channel, body, { fetcher }));
    expect(preferences.trips).toBe(3 * 2);
    const stored = `select
        (select count(*) from status_reports where channel_id = ?1) as reports,
        (select count(*) from suppressions
         where workspace_id = (select workspace_id from channels where id = ?1)) as people`;
    expect(await rowsOf(stored, channel.id)).toEqual([{ reports: 201, people: 201 }]);
  });

  it("with ten thousand reports and their recipients takes a round trip for each hundred", async () => {
    const channel = await newMetaChannel(await newWorkspace());
    const ids = Array.from({ length: 10_000 }, (_, index) => String(250_780_000_000 + index));
    const statuses = ids.map((recipient_id) => ({
      ...{ id: `wamid.${recipient_id}`, status: "delivered", timestamp: "1795860300" },
      recipient_id,
    }));
    const contacts = ids.map((wa_id) => ({ wa_id, user_id: `RW.${wa_id}` }));
    const body = whatsappBody(channel, { contacts, statuses });
    const { trips, rowsRead } = await meterOf((fetcher) => deliver(channel, body, { fetcher }));
    expect(trips).toBe(1 + 100);
    expect(rowsRead).toBeLessThan(20 * ids.length);
    const stored = "select count(*) as reports from status_reports where channel_id = ?";
    expect(await rowsOf(stored, channel.id)).toEqual([{ reports: ids.length }]);
  });

  it("about a number that is connected as a sandbox, or not at all, is ignored", async () => {
    const sandbox = await newChannel(client, { external_id: "5551000" });
    for (const external_id of [sandbox.external_id, "5551001"]) {
      const body = whatsappBody({ external_id }, textFrom(newNumber(), "Hello"));
      expect((await storesNothing(() => deliver(channel, body))).status).toBe(200);
    }
  });

  it("about a number that was only just connected belongs to its channel at once", async () => {
    const own = await newWorkspace();
    const [one, external_id] = [await newMetaChannel(own), String(Date.now())];
    const hear = () => deliver(one, whatsappBody({ external_id }, textFrom(newNumber(), "Hello")));
    await hear();
    const next = await newMetaChannel(own, "whatsapp_cloud", { external_id });
    await hear();
    expect((await peopleOf(own)).map(({ conversations }) => conversations[0]!.channel_id)).toEqual([
      next.id,
    ]);
  });

  it("is accepted by a channel that is stopped", async () => {
    const own = await newWorkspace();
    const { id, name, external_id } = await newMetaChannel(own);
    await own.put(`/channels/${id}`, { name, external_id, is_active: false });
    await deliver(
      { id, platform: "whatsapp" },
      whatsappBody({ external_id }, textFrom(newNumber(), "Hello")),
    );
    expect(await peopleOf(own)).toHaveLength(1);
  });
});
