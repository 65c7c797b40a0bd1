import { beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, idsOf, metaAccount, newChannel, newWorkspace } from "../support/api";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

const SIGNING_SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const gateway = {
  provider: "webhook",
  gateway_url: "https://gateway.example.com/in",
  credentials: { signing_secret: SIGNING_SECRET },
};
const cloud = () => ({ provider: "whatsapp_cloud", ...metaAccount() });
const none = { access_token: false, app_secret: false, verify_token: false, signing_secret: false };
const ofMeta = { ...none, access_token: true, app_secret: true, verify_token: true };

const get = async (id: number): Promise<Channel> => (await client.get(`/channels/${id}`)).body.data;
const put = async (id: number, json: object): Promise<Channel> => {
  const { status, body, text } = await client.put(`/channels/${id}`, json);
  expect(status, text).toBe(200);
  return body.data;
};
const defaults = async () => {
  const { data } = (await client.get("/channels")).body;
  return data.filter((channel: Channel) => channel.is_default).map(({ id }: Channel) => id);
};

describe("channels", () => {
  it("are created, shown, replaced and deleted", async () => {
    const account = metaAccount();
    const made = await newChannel(client, {
      provider: "whatsapp_cloud",
      name: " Sales ",
      ...account,
    });
    expect(made).toEqual({
      id: expect.any(Number),
      platform: "whatsapp",
      provider: "whatsapp_cloud",
      name: "Sales",
      external_id: account.external_id,
      ...{ login: null, token_expires_at: null, token_renewed_at: null },
      gateway_url: null,
      accepts: null,
      import_history: false,
      webhook_url: `https://sho.rt/webhooks/whatsapp/${made.id}`,
      webhook_verified_at: null,
      last_webhook_at: null,
      checked_at: null,
      check_error: null,
      withheld: null,
      webhook_fields: expect.arrayContaining(["messages", "account_update"]),
      is_default: true,
      status: "active",
      stop_reason: null,
      stop_detail: null,
      stopped_at: null,
      pause: null,
      business_account_id: null,
      portfolio_id: null,
      marketing_route: "auto",
      marketing_state: null,
      business_hours: null,
      quality: null,
      messaging_limit: null,
      limit_used: null,
      templates_synced_at: null,
      templates_error: null,
      credentials: ofMeta,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await get(made.id)).toEqual(made);
    const replaced = await put(made.id, {
      name: "Support",
      external_id: "42",
      platform: "whatsapp",
      provider: "whatsapp_cloud",
    });
    expect(replaced).toEqual({
      ...made,
      name: "Support",
      external_id: "42",
      updated_at: expect.any(String),
    });
    expect(await get(made.id)).toEqual(replaced);
    expect((await client.delete(`/channels/${made.id}`)).body).toEqual({
      success: true,
      deleted: 1,
    });
    for (const answer of [
      await client.get(`/channels/${made.id}`),
      await client.delete(`/channels/${made.id}`),
    ])
      expect(answer.status).toBe(404);
  });

  it("are a sandbox by default, and show for each provider what is set", async () => {
    expect(await newChannel(client)).toMatchObject({
      provider: "sandbox",
      external_id: null,
      webhook_url: null,
      credentials: none,
    });
    const instagram = await newChannel(client, {
      ...cloud(),
      platform: "instagram",
      provider: "instagram",
    });
    expect(instagram).toMatchObject({
      webhook_url: `https://sho.rt/webhooks/instagram/${instagram.id}`,
      credentials: ofMeta,
    });
    expect(await newChannel(client, { ...gateway, external_id: "7" })).toMatchObject({
      gateway_url: gateway.gateway_url,
      external_id: "7",
      webhook_url: null,
      credentials: { ...none, signing_secret: true },
    });
  });

  it("are listed newest first, in pages, by workspace", async () => {
    const made: number[] = [];
    for (let i = 0; i < 12; i++) made.unshift((await newChannel(client)).id);
    const other = await newWorkspace();
    const { body } = await client.get("/channels?per_page=10");
    expect(body.data.map(({ id }: Channel) => id)).toEqual(made.slice(0, 10));
    expect(await idsOf(client, `/channels?per_page=10&cursor=${body.meta.next_cursor}`)).toEqual(
      made.slice(10),
    );
    expect(await idsOf(other, "/channels")).toEqual([]);
    for (const verb of ["get", "delete"] as const)
      expect((await other[verb](`/channels/${made[0]}`)).status).toBe(404);
    expect((await other.put(`/channels/${made[0]}`, { name: "Theirs" })).status).toBe(404);
    expect((await get(made[0]!)).name).toBe("Channel");
  });

  it("have an account of their own on the platform", async () => {
    const first = await newChannel(client, { external_id: "7" });
    const conflict = { external_id: ["The external id has already been taken."] };
    const other = await newChannel(client, { external_id: "8" });
    expect(
      (await client.post("/channels", { platform: "whatsapp", name: "C", external_id: "7" })).body
        .errors,
    ).toEqual(conflict);
    expect(
      (await client.put(`/channels/${other.id}`, { name: "C", external_id: "7", is_default: true }))
        .body.errors,
    ).toEqual(conflict);
    expect(await defaults()).toEqual([first.id]);
    await newChannel(client, { platform: "instagram", external_id: "7" });
    await newChannel(await newWorkspace(), { external_id: "7" });
  });

  it("are at most 20, also when two are created at once", async () => {
    const first = await newChannel(client);
    for (let i = 0; i < 18; i++) await newChannel(client);
    const post = (key: string) =>
      client.post(
        "/channels",
        { platform: "whatsapp", name: "C", is_default: true },
        { headers: { "Idempotency-Key": key } },
      );
    const answers = await Promise.all([post("one"), post("other")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { id } = answers.find(({ status }) => status === 201)!.body.data;
    for (let i = 0; i < 2; i++)
      expect(await post("late")).toMatchObject({
        status: 409,
        body: { message: "The workspace has at most 20 channels.", code: "quota_reached" },
      });
    expect((await get(id)).is_default).toBe(true);
    await client.delete(`/channels/${first.id}`);
    expect((await post("late")).status).toBe(201);
  });

  it("have fields reset that a replacement omits", async () => {
    const { id } = await newChannel(client, { external_id: "7" });
    expect(await put(id, { name: "Bare" })).toMatchObject({ name: "Bare", external_id: null });
  });

  it("are created once for an Idempotency-Key", async () => {
    const send = () =>
      client.post(
        "/channels",
        { platform: "whatsapp", name: "C", ...account },
        { headers: { "Idempotency-Key": "once" } },
      );
    const account = cloud();
    const [first, again] = [await send(), await send()];
    expect(again.text).toBe(first.text);
    expect(await idsOf(client, "/channels")).toEqual([first.body.data.id]);
  });
});

describe("the default of a platform", () => {
  it("is its first channel, until another becomes the default", async () => {
    const [first, second] = [
      await newChannel(client, { is_default: false }),
      await newChannel(client),
    ];
    const instagram = await newChannel(client, { platform: "instagram" });
    expect([first, second, instagram].map(({ is_default }) => is_default)).toEqual([
      true,
      false,
      true,
    ]);
    const third = await newChannel(client, { is_default: true });
    expect(await defaults()).toEqual([third.id, instagram.id]);
    await put(second.id, { name: "Second", is_default: true });
    expect(await defaults()).toEqual([instagram.id, second.id]);
    expect((await put(second.id, { name: "Second", is_default: false })).is_default).toBe(true);
    expect((await put(second.id, { name: "Second" })).is_default).toBe(true);
    expect((await put(first.id, { name: "First" })).is_default).toBe(false);
  });

  it("is the oldest one left when it is deleted", async () => {
    const [first, second, third] = [
      await newChannel(client),
      await newChannel(client),
      await newChannel(client),
    ];
    await newChannel(client, { platform: "instagram" });
    const stranger = await newWorkspace();
    const theirs = await newChannel(stranger);
    await put(third.id, { name: "Third", is_default: true });
    await client.delete(`/channels/${third.id}`);
    expect(await defaults()).toContain(first.id);
    await client.delete(`/channels/${second.id}`);
    expect(await defaults()).toContain(first.id);
    expect(await defaults()).toHaveLength(2);
    expect((await stranger.get(`/channels/${theirs.id}`)).body.data).toEqual(theirs);
  });
});
