import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkConnections } from "#features/imports/sources/calendly/overdue";
import { readSource } from "#features/imports/sources/lookup";
import { verify } from "#features/imports/sources/verify";
import { sha256 } from "#lib/crypto";
import { HOUR_MS } from "#lib/time";
import { calendlyBodies } from "../fixtures/source-bodies";
import { type Client, call, make, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { answeredTo, deliveriesOf, type Order, order, requestsTo } from "../support/graph";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { serve } from "../support/serve";
import { workDue } from "../support/source-inbox";

type Delivery = Awaited<ReturnType<typeof deliveriesOf>>[number];

const { payload } = calendlyBodies.created;
const newToken = () => `eyJraWQi.${crypto.randomUUID()}.calendly`;
const newSource = (client: Client) => make(client, "/sources", { kind: "calendly", name: "Calls" });
const deliver = (token: string) => deliveriesOf(token, { event: "invitee.created", payload });

/** True if the door takes a request of Calendly's. */
async function isVerified({ url, headers, body }: Delivery) {
  const source = await readSource(testEnv, await sha256(url.split("/in/")[1]!));
  if (!source) return false;
  const secrets = source.secrets.map(({ value }) => value);
  const signed = { headers: new Headers(headers), raw: new TextEncoder().encode(body) };
  return verify(source.settings.verification, secrets, signed as never, Date.now());
}

let owner: Client;

beforeEach(async () => {
  owner = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a connection to Calendly", () => {
  const connect = (id: number, token: string, more: object = {}) =>
    owner.post(`/sources/${id}/connect`, { access_token: token, scope: "user", ...more });

  it("subscribes the source with a key of its own, which verifies what comes", async () => {
    const [source, token] = [await newSource(owner), newToken()];
    const { status, body } = await connect(source.id, token);
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        ...{ id: source.id, has_secret: true, inbound_url: source.inbound_url },
        connection: expect.objectContaining({
          ...{ state: "active", scope: "user", keeps_token: false, error: null },
        }),
      }),
    ]);
    const [me, created] = await requestsTo(token);
    expect([me?.path, created?.path]).toEqual([
      "/calendly/users/me",
      "/calendly/webhook_subscriptions",
    ]);
    expect(created?.body).toMatchObject({
      ...{ url: source.inbound_url, scope: "user" },
      events: expect.arrayContaining(["invitee.canceled", "invitee_no_show.deleted"]),
    });
    const [delivery] = await deliver(token);
    expect(await isVerified(delivery!)).toBe(true);
    expect(await isVerified({ ...delivery!, body: `${delivery!.body} ` })).toBe(false);
  });

  it("brings an event once, however often it comes, and all events of an invitee", async () => {
    const [source, token] = [await newSource(owner), newToken()];
    await connect(source.id, token);
    const post = async (event: string, more: object = {}) => {
      const [one] = await deliveriesOf(token, { event, payload: { ...payload, ...more } });
      const path = new URL(one!.url).pathname;
      return (await call("POST", path, { raw: one!.body, headers: one!.headers })).body;
    };
    const isNew = { received: 1, duplicates: 0 };
    expect(await post("invitee.created")).toEqual(isNew);
    for (let n = 0; n < 4; n++)
      expect(await post("invitee.created")).toEqual({ received: 0, duplicates: 1 });
    const { noShow, canceled } = calendlyBodies;
    expect(await post("invitee_no_show.created", noShow.payload)).toEqual(isNew);
    expect(await post("invitee.canceled", canceled.payload)).toEqual(isNew);
    await workDue({ id: source.id, client: owner });
    const { data } = (await owner.get(`/bookings?source_id=${source.id}`)).body;
    expect(data).toEqual([
      expect.objectContaining({
        ...{ state: "no_show", name: "Discovery call", cancel_reason: "I am ill" },
        host: { name: "Sam", email: "sam@example.com" },
      }),
    ]);
    const lead = (await owner.get(`/leads/${data[0].lead_id}`)).body.data;
    expect(lead).toMatchObject({ first_name: "Maud", source: "calendly" });
  });

  it("is made for a whole organization, and again in place of one of before", async () => {
    const [source, token] = [await newSource(owner), newToken()];
    await order(token, { calendly: { pageSize: 1 } });
    for (const other of [await newSource(owner), await newSource(owner), source])
      await connect(other.id, token, { scope: "organization" });
    const [, , before] = await deliver(token);
    expect((await connect(source.id, token, { scope: "organization" })).status).toBe(200);
    const subscriptions = await answeredTo(token, {});
    expect(subscriptions.map(({ callback_url: url }) => url)).toContain(source.inbound_url);
    expect(subscriptions).toHaveLength(3);
    // A delivery that was under way is signed with the key of before.
    const [, , after] = await deliver(token);
    expect(before!.headers).not.toEqual(after!.headers);
    expect([await isVerified(before!), await isVerified(after!)]).toEqual([true, true]);
  });

  it.each<[string, object, RegExp]>([
    ["a token that is wrong", { isRevoked: true }, /The access token is invalid/],
    ["a plan without webhooks", { plan: "free" }, /Please upgrade to a paid Calendly account/],
    ["who is no admin", { role: "member" }, /You do not have permission/],
  ])("passes on what Calendly says of %s", async (_, calendly, words) => {
    const [source, token] = [await newSource(owner), newToken()];
    await order(token, { calendly });
    const { status, body } = await connect(source.id, token, { scope: "organization" });
    expect([status, body.errors.access_token]).toEqual([422, [expect.stringMatching(words)]]);
    const { data } = (await owner.get(`/sources/${source.id}`)).body;
    expect([data.connection, data.old_secrets_end_at]).toEqual([null, null]);
  });

  const resource = (uri: unknown) => ({ resource: { uri, current_organization: uri } });

  it.each<[string, Order[]]>([
    ["a connection that breaks", [{ do: "reset" }]],
    ["an error", [{ do: "status", status: 500, body: "<html>" }]],
    ["too many requests", [{ do: "status", status: 429, retry_after: 60 }]],
    ["half an answer", [{ do: "cut" }]],
    ["an answer without an end", [{ do: "huge" }]],
    ["another host", [{ do: "redirect", to: "https://example.com/" }]],
    ["no user", [{ do: "accept", answer: {} }]],
    ["a user that is none", [{ do: "accept", answer: resource({ toString: 1 }) }]],
    [
      "no subscription",
      [
        { do: "accept", answer: resource("https://x.example/u") },
        { do: "accept", answer: resource("https://evil.example/../x") },
      ],
    ],
  ])("is none where Calendly answers with %s", async (_, queue) => {
    const [source, token] = [await newSource(owner), newToken()];
    await order(token, { queue });
    const { status, body } = await connect(source.id, token, { keep_token: true });
    expect([status, body.message]).toEqual([503, expect.stringMatching(/Calendly|HTTP/)]);
    const hosts = (await requestsTo(token)).map(({ headers }) => headers.host);
    expect(new Set(hosts).size).toBe(1);
    const { data } = (await owner.get(`/sources/${source.id}`)).body;
    expect([data.connection, data.old_secrets_end_at]).toEqual([null, null]);
  });

  it("waits for Calendly no longer than for any provider", async () => {
    const [source, token] = [await newSource(owner), newToken()];
    await order(token, { queue: [{ do: "silence" }] });
    const { status, body } = await call("POST", `/v1/sources/${source.id}/connect`, {
      token: owner.token,
      json: { access_token: token, scope: "user" },
      fetcher: (request) => serve(request, { SEND_TIMEOUT_MS: 200 }),
    });
    expect([status, body.message]).toEqual([503, "Calendly does not answer."]);
  });

  it.each(["plain", "url", "json", "unicode"] as const)(
    "never shows its token, nor logs it, whatever Calendly answers: %s",
    async (spelling) => {
      const lines: unknown[] = [];
      for (const level of ["info", "warn", "error"] as const)
        vi.spyOn(console, level).mockImplementation((...args) => void lines.push(args));
      const [source, token] = [await newSource(owner), newToken()];
      await order(token, { queue: [{ do: "echo", spelling }] });
      const refused = await connect(source.id, token, { keep_token: true });
      expect(refused.status).toBe(422);
      const taken = await connect(source.id, token, { keep_token: true });
      expect(taken.body.data.connection.keeps_token).toBe(true);
      const rows = await rowsOf("select * from sources where id = ?", source.id);
      const shown = [refused.text, taken.text, JSON.stringify([rows, lines])].join();
      expect(shown).not.toContain(token.slice(9, 30));
    },
  );

  it("is for sources of Calendly, in the workspace, with a token", async () => {
    const webhook = await make(owner, "/sources", { kind: "webhook", name: "Calls" });
    const other = await newSource(await newWorkspace());
    expect((await connect(webhook.id, newToken())).status).toBe(409);
    expect((await connect(other.id, newToken())).status).toBe(404);
    const source = await newSource(owner);
    const wrong = await owner.post(`/sources/${source.id}/connect`, { scope: "everybody" });
    expect(Object.keys(wrong.body.errors)).toEqual(["access_token", "scope"]);
  });
});

describe("a connection whose token is kept", () => {
  /** Connects a source, and makes it due to be looked at. */
  async function connected(more: object = {}) {
    const [source, token] = [await newSource(owner), newToken()];
    const json = { access_token: token, scope: "user", keep_token: true, ...more };
    expect((await owner.post(`/sources/${source.id}/connect`, json)).status).toBe(200);
    return { ...source, token };
  }

  /** Looks at a connection as the hourly cron does. */
  async function look(id: number) {
    const due = "update sources set connection_due_at = 0 where id = ?";
    await testEnv.DB.prepare(due).bind(id).run();
    await checkConnections(testEnv, databaseOf(), 1);
    const [row] = await rowsOf<{ due: number }>(
      "select connection_due_at as due from sources where id = ?",
      id,
    );
    const { connection } = (await owner.get(`/sources/${id}`)).body.data;
    return { ...connection, isSoon: row!.due < Date.now() + 2 * HOUR_MS };
  }

  it("is left as it is while it is right", async () => {
    const { id, token } = await connected();
    const before = (await owner.get(`/sources/${id}`)).body.data;
    expect(await look(id)).toMatchObject({ state: "active", error: null, isSoon: true });
    const after = (await owner.get(`/sources/${id}`)).body.data;
    expect(after.updated_at).toBe(before.updated_at);
    const requests = (await requestsTo(token)).map(({ method }) => method);
    expect(requests).toEqual(["GET", "POST", "GET"]);
  });

  it.each([
    ["disabled", { status: 500 }],
    ["deleted by a 410", { status: 410 }],
  ])("is made again once it is %s, while what was signed before still comes", async (_, answer) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id, token } = await connected();
    const [before] = await deliver(token);
    const uri = before!.uri;
    const day = 24 * HOUR_MS;
    await answeredTo(token, { uri, ...answer, at: Date.now() - day });
    await answeredTo(token, { uri, ...answer });
    expect(await deliver(token)).toEqual([]);
    expect(await look(id)).toMatchObject({ state: "active", error: null, isSoon: true });
    const [after] = await deliver(token);
    expect([await isVerified(before!), await isVerified(after!)]).toEqual([true, true]);
    expect(await answeredTo(token, {})).toHaveLength(1);
  });

  it("follows a rotated key to the new URL, and leaves nothing at the old one", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id, token } = await connected();
    const { inbound_url: url } = (await owner.post(`/sources/${id}/rotate-key`, {})).body.data;
    expect((await look(id)).state).toBe("active");
    const urls = (await answeredTo(token, {})).map(({ callback_url: one }) => one);
    expect(urls).toEqual([url]);
  });

  it("tells that its token is refused, and asks again on the next day", async () => {
    const { id, token } = await connected();
    await order(token, { calendly: { isRevoked: true } });
    expect(await look(id)).toMatchObject({
      ...{ state: "refused", error: "The access token is invalid", isSoon: false },
    });
  });

  it("tells why it could not be made again", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { id, token } = await connected();
    await order(token, { calendly: { plan: "free" } });
    expect(await look(id)).toMatchObject({
      state: "ended",
      error: expect.stringMatching(/upgrade/),
    });
  });

  it("stays as it was last seen while Calendly is out of reach", async () => {
    const { id, token } = await connected();
    await order(token, { queue: [{ do: "reset" }] });
    expect(await look(id)).toMatchObject({
      ...{ state: "active", error: "Calendly does not answer.", isSoon: true },
    });
    expect(await look(id)).toMatchObject({ state: "active", error: null });
  });

  it("is forgotten with a token that is not kept", async () => {
    const { id } = await connected();
    const json = { access_token: newToken(), scope: "user" };
    const { connection } = (await owner.post(`/sources/${id}/connect`, json)).body.data;
    expect(connection.keeps_token).toBe(false);
    const [row] = await rowsOf("select connection_due_at from sources where id = ?", id);
    expect(row).toEqual({ connection_due_at: null });
  });
});
