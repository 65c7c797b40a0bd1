import { beforeAll, describe, expect, it } from "vitest";
import type { CheckedChannel } from "#features/messaging/channels/check-schema";
import { renewDueTokens } from "#features/messaging/channels/renew-tokens";
import type { Channel } from "#features/messaging/channels/schema";
import { type Client, call, metaAccount, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { dataOf } from "../support/events";
import { graphUrl, order, release, requestsTo, signedByMeta } from "../support/graph";
import { databaseWith, down, unanswered } from "../support/message-sender-faults";
import { newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { serve } from "../support/serve";

const DAY_MS = 86_400_000;
let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

/** An account with a login of its own, whose token the double knows by its id. */
function newAccount() {
  const { external_id, credentials } = metaAccount();
  const token = `token-of-${external_id}`;
  const input = {
    ...{ platform: "instagram", provider: "instagram", name: "Own login", login: "instagram" },
    ...{ external_id, credentials: { ...credentials, access_token: token } },
  };
  return { token, input, create: () => client.post("/channels", input) };
}

async function newOwnChannel() {
  const account = newAccount();
  const { status, body } = await account.create();
  expect(status).toBe(201);
  return { ...account, channel: body.data as Channel };
}

const shown = async ({ id }: Channel): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;
const inDays = (iso: string | null) => Math.round((Date.parse(iso ?? "") - Date.now()) / DAY_MS);

describe("an account with Instagram's own login", () => {
  it("is connected once Meta has said that the token is its own", async () => {
    const { channel, token } = await newOwnChannel();
    expect(channel).toMatchObject({
      ...{ login: "instagram", check_error: null, checked_at: expect.any(String) },
      token_renewed_at: null,
    });
    expect(inDays(channel.token_expires_at)).toBe(60);
    expect((await requestsTo(token)).map(({ path }) => path)).toEqual([
      "/instagram/v26.0/me?fields=id,user_id,username",
    ]);
  });

  it("is told its user_id where the id for the app is given, or another", async () => {
    const { token, input, create } = newAccount();
    await order(token, { me: { id: input.external_id, user_id: "17841400001" } });
    expect((await create()).body).toMatchObject({
      errors: {
        external_id: [
          "The external id field holds the account's id for your app. " +
            "Its user_id is 17841400001.",
        ],
      },
    });
    await order(token, { me: { id: "71", user_id: "17841400002" } });
    expect((await create()).body.errors.external_id).toEqual([
      "The external id field is not the account of the token, whose user_id is 17841400002.",
    ]);
  });

  it("is refused with a token that Meta refuses, and connected unchecked while it is silent", async () => {
    const { token, create } = newAccount();
    await order(token, { queue: [{ do: "error", status: 401, code: 190, message: "Expired." }] });
    expect((await create()).body.errors).toEqual({
      "credentials.access_token": [
        "The credentials.access_token field is refused by Meta: (#190) Expired.",
      ],
    });
    await order(token, { queue: [{ do: "reset" }] });
    expect((await create()).body.data).toMatchObject({
      ...{ checked_at: null, check_error: "Meta does not answer." },
    });
  });

  it("is asked for again where a PUT gives another token or account", async () => {
    const { channel, token } = await newOwnChannel();
    const { name, external_id, login } = channel;
    const put = (json: object) =>
      client.put(`/channels/${channel.id}`, { name, external_id, login, ...json });
    expect((await put({ name: "Renamed" })).status).toBe(200);
    expect((await put({ external_id: "71" })).body.errors.external_id).toEqual([
      `The external id field holds the account's id for your app. Its user_id is ${external_id}.`,
    ]);
    const other = await put({ credentials: { access_token: "token-of-1234567" } });
    expect(other.body.errors.external_id).toHaveLength(1);
    expect(await requestsTo(token)).toHaveLength(2);
    expect((await put({ login: "facebook" })).body.data).toMatchObject({
      ...{ login: "facebook", token_expires_at: null },
    });
  });

  it("is none of WhatsApp's", async () => {
    const answer = await client.post("/channels", {
      ...{ platform: "whatsapp", name: "Sandbox", login: "instagram" },
    });
    expect(answer.body.errors).toHaveProperty("login");
  });
});

describe("a webhook at the URL of an app with both logins", () => {
  const text = (account: string | null, sender: string) =>
    JSON.stringify({
      object: "instagram",
      entry: [
        {
          ...{ id: account, time: Date.now() },
          messaging: [
            {
              ...{ sender: { id: sender }, recipient: { id: account }, timestamp: Date.now() },
              message: { mid: `mid.${crypto.randomUUID()}`, text: "Hello" },
            },
          ],
        },
      ],
    });
  const deliverTo = async (to: Channel, raw: string, secret: string) =>
    call("POST", `/webhooks/instagram/${to.id}`, {
      raw,
      headers: {
        "Content-Type": "application/json",
        "X-Hub-Signature-256": await signedByMeta(secret, raw),
      },
    });
  const namesOf = async (channel: Channel) =>
    (await client.get(`/conversations?channel_id=${channel.id}`)).body.data.length;

  it("is verified with the secret of each account's own channel", async () => {
    const page = await newMetaChannel(client, "instagram");
    const own = newAccount();
    const { credentials } = own.input;
    const { body } = await client.post("/channels", {
      ...own.input,
      credentials: { ...credentials, app_secret: "the-instagram-secret" },
    });
    const channel: Channel = body.data;
    const [byOwn, byPage] = [
      text(channel.external_id, `1${channel.external_id}`),
      text(page.external_id, `2${page.external_id}`),
    ];
    expect((await deliverTo(page, byOwn, "the-instagram-secret")).status).toBe(200);
    expect((await deliverTo(page, byPage, credentials.app_secret)).status).toBe(200);
    expect([await namesOf(channel), await namesOf(page)]).toEqual([1, 1]);
    // A secret speaks for its own accounts alone.
    const [wrongOwn, wrongPage] = [
      text(page.external_id, `3${page.external_id}`),
      text(channel.external_id, `4${channel.external_id}`),
    ];
    await deliverTo(page, wrongOwn, "the-instagram-secret");
    await deliverTo(page, wrongPage, credentials.app_secret);
    expect([await namesOf(channel), await namesOf(page)]).toEqual([1, 1]);
    expect((await deliverTo(page, byOwn, "somebody-elses-secret")).status).toBe(401);
  });
});

describe("a check", () => {
  const check = async ({ id }: Channel) => {
    const { status, body } = await client.post(`/channels/${id}/check`);
    expect(status).toBe(200);
    return body.data as CheckedChannel;
  };

  it("names the token, the account, the fields and the permission that are wrong", async () => {
    const { channel, token } = await newOwnChannel();
    const fields = channel.webhook_fields.filter((field) => !field.endsWith("comments"));
    await order(token, { subscribed: [{ subscribed_fields: fields }] });
    expect(await check(channel)).toMatchObject({ faults: [], check_error: null });
    await order(token, { subscribed: [{ subscribed_fields: fields.slice(2) }] });
    expect(await check(channel)).toMatchObject({
      ...{ check_error: null, checked_at: expect.any(String) },
      faults: [
        {
          about: "subscription",
          detail: `Not subscribed to: ${fields.slice(0, 2).join(", ")}.`,
        },
      ],
    });
    await order(token, { subscribed: [], me: { id: "71", user_id: "17841400009" } });
    const { faults, check_error } = await check(channel);
    expect(faults.map(({ about }) => about)).toEqual(["account", "subscription"]);
    expect(check_error).toBe("The token is of the account 17841400009.");
    for (const [code, about] of [
      [190, "token"],
      [10, "permission"],
      [230, "permission"],
      [100, "account"],
      [2, "answer"],
    ] as const) {
      await order(token, { queue: [{ do: "error", status: 400, code, message: token }] });
      expect((await check(channel)).faults).toEqual([{ about, detail: `(#${code}) [redacted]` }]);
    }
    await order(token, { queue: [{ do: "reset" }] });
    expect((await check(channel)).faults).toEqual([
      { about: "answer", detail: "Meta does not answer." },
    ]);
  });

  it("names a webhook URL that is redirected", async () => {
    const { channel } = await newOwnChannel();
    await order(`webhooks of ${channel.id}`, {
      always: { do: "redirect", to: "https://example.com/" },
    });
    const SHORT_URL_BASE = new URL(graphUrl).origin;
    const { body } = await client.post(`/channels/${channel.id}/check`, undefined, {
      fetcher: (request) => serve(request, { SHORT_URL_BASE }),
    });
    expect(body.data.faults).toEqual([
      { about: "redirect", detail: "The webhook URL answers with HTTP 301." },
    ]);
  });

  it("is made six times a minute", async () => {
    const { channel } = await newOwnChannel();
    const CHECK_LIMITER = { limit: async () => ({ success: false }) };
    const { status, body } = await client.post(`/channels/${channel.id}/check`, undefined, {
      fetcher: (request) => serve(request, { CHECK_LIMITER }),
    });
    expect([status, body.code]).toEqual([429, "rate_limited"]);
  });
});

describe("a token", () => {
  const renewAll = async () => renewDueTokens(testEnv, databaseOf(), 50);
  const sealedOf = async ({ id }: Channel) =>
    (
      await rowsOf<{ sealed: string }>(
        "select credentials as sealed from channels where id = ?",
        id,
      )
    )[0]?.sealed;
  const ages = ({ id }: Channel, expiresInDays: number) =>
    rowsOf(
      "update channels set token_due_at = 1, token_expires_at = ? where id = ?",
      Date.now() + expiresInDays * DAY_MS,
      id,
    );
  const announced = async ({ id }: Channel) =>
    (await dataOf(client, "channel.token_expiring")).filter(({ channel_id }) => channel_id === id);
  const renewals = async (token: string) =>
    (await requestsTo(token)).filter(({ path }) => path.includes("/refresh_access_token?"));

  it("is renewed once it is a day old, and then in the last month of its life", async () => {
    const { channel, token } = await newOwnChannel();
    await order(token, { renewed: `new-${token}` });
    await renewAll();
    expect(await renewals(token)).toEqual([]);
    await ages(channel, 29);
    await renewAll();
    const after = await shown(channel);
    expect(after.token_renewed_at).not.toBeNull();
    expect(inDays(after.token_expires_at)).toBe(60);
    expect(after.updated_at).toBe(channel.updated_at);
    await renewAll();
    expect(await renewals(token)).toHaveLength(1);
    await ages(channel, 29);
    await order(`new-${token}`, { renewed: token });
    await renewAll();
    expect(await renewals(`new-${token}`)).toHaveLength(1);
  });

  it("that was replaced while Meta renewed it stays", async () => {
    const { channel, token } = await newOwnChannel();
    await order(token, { queue: [{ do: "hold" }], renewed: `renewed-${token}` });
    await ages(channel, 20);
    const renewal = renewAll();
    await expect.poll(async () => (await renewals(token)).length).toBe(1);
    const { name, external_id, login } = channel;
    const put = await client.put(`/channels/${channel.id}`, {
      ...{ name, external_id, login, credentials: { access_token: `mine-${external_id}` } },
    });
    expect(put.status).toBe(200);
    const sealed = await sealedOf(channel);
    await release(token);
    await renewal;
    expect(await sealedOf(channel)).toBe(sealed);
    expect((await shown(channel)).token_renewed_at).toBeNull();
  });

  it("takes the place of one that was sealed again meanwhile, beside another secret", async () => {
    const { channel, token } = await newOwnChannel();
    await order(token, { queue: [{ do: "hold" }], renewed: `renewed-${token}` });
    await ages(channel, 20);
    const renewal = renewAll();
    await expect.poll(async () => (await renewals(token)).length).toBe(1);
    const { name, external_id, login } = channel;
    await client.put(`/channels/${channel.id}`, {
      ...{ name, external_id, login, credentials: { app_secret: "another-secret" } },
    });
    await release(token);
    await renewal;
    expect((await shown(channel)).token_renewed_at).not.toBeNull();
  });

  it("that can't be renewed is announced once a week before its end, and then stops", async () => {
    const { channel, token } = await newOwnChannel();
    const refusal = { do: "error", status: 400, code: 10, message: `No: ${token}` } as const;
    await order(token, { always: refusal });
    await ages(channel, 8);
    await renewAll();
    expect(await announced(channel)).toEqual([]);
    for (const days of [7, 6]) {
      await ages(channel, days - 0.01);
      await renewAll();
    }
    expect(await announced(channel)).toHaveLength(1);
    expect((await shown(channel)).check_error).toBe("(#10) No: [redacted]");
    await order(token, { always: { do: "reset" } });
    await ages(channel, 0);
    await renewAll();
    expect(await shown(channel)).toMatchObject({
      ...{ status: "stopped", stop_reason: "unauthorized" },
      stop_detail: "The access token has expired.",
    });
    const asked = (await renewals(token)).length;
    await renewAll();
    expect(await renewals(token)).toHaveLength(asked);
  });

  it("that Meta calls expired stops its channel at once", async () => {
    const { channel, token } = await newOwnChannel();
    await order(token, { always: { do: "error", status: 400, code: 190, subcode: 463 } });
    await ages(channel, 40);
    await renewAll();
    expect(await shown(channel)).toMatchObject({ status: "stopped", stop_reason: "unauthorized" });
  });

  it.each([
    ["fails", down, 2],
    ["is applied, but not answered", unanswered, 1],
  ])("is usable after a renewal of which the write %s", async (_, around, asked) => {
    const { channel, token } = await newOwnChannel();
    const before = await sealedOf(channel);
    await order(token, { renewed: `new-${token}` });
    await ages(channel, 20);
    const DB = databaseWith(async (call) =>
      (await renewals(token)).length > 0 ? around(call) : call(),
    );
    await renewDueTokens({ ...testEnv, DB }, databaseOf(), 50);
    expect((await sealedOf(channel)) === before).toBe(around === down);
    expect(await shown(channel)).toMatchObject({ status: "active", check_error: null });
    await renewAll();
    expect(await renewals(token)).toHaveLength(asked);
    expect(await sealedOf(channel)).not.toBe(before);
    expect(inDays((await shown(channel)).token_expires_at)).toBe(60);
  });

  it("that can't be opened waits for its next try, and stops once it has expired", async () => {
    const { channel, token } = await newOwnChannel();
    const rekeyed = { ...testEnv, APP_KEY: "another key", APP_KEY_BEFORE: undefined };
    await ages(channel, 20);
    await renewDueTokens(rekeyed, databaseOf(), 50);
    const check_error = "The stored credentials can't be opened. Send them again.";
    expect(await shown(channel)).toMatchObject({ status: "active", check_error });
    await renewAll();
    expect(await renewals(token)).toEqual([]);
    await ages(channel, 0);
    await renewDueTokens(rekeyed, databaseOf(), 50);
    expect(await shown(channel)).toMatchObject({ status: "stopped", stop_reason: "unauthorized" });
  });

  it("keeps its channel as it is after an answer that can't be read", async () => {
    const { channel, token } = await newOwnChannel();
    const sealed = await sealedOf(channel);
    for (const answer of ["no json", "{}", `{"access_token":"short","expires_in":5}`]) {
      await order(token, { queue: [{ do: "status", status: 200, body: answer }] });
      await ages(channel, 20);
      await renewAll();
    }
    expect(await sealedOf(channel)).toBe(sealed);
    expect(await shown(channel)).toMatchObject({ status: "active", check_error: null });
  });
});
