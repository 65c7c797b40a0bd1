import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { Template } from "#features/messaging/templates/schema";
import { type Client, newChannel, newWorkspace, unique } from "../support/api";
import { order, requestsTo } from "../support/graph";
import { deliver, newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

async function newAccount(templates: object[] = []) {
  const account = `9${unique()}4`;
  const channel = await newMetaChannel(client, "whatsapp_cloud", { business_account_id: account });
  await order(account, { templates });
  return { ...channel, account, number: channel.external_id ?? "" };
}

const channelOf = async (id: number): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;

async function sync(id: number) {
  await rowsOf("update channels set sync_tried_at = null where id = ?", id);
  expect((await client.post(`/channels/${id}/templates/sync`)).status).toBe(200);
  return channelOf(id);
}

const replace = (id: number, body: object) => client.put(`/channels/${id}`, body);

describe("the endpoint of a channel's marketing templates", () => {
  it("is chosen, and goes back to auto where a replacement leaves it out", async () => {
    const { id, number, account, marketing_route: first } = await newAccount();
    const named = { name: "Sales", external_id: number, business_account_id: account };
    const routeAfter = async (more: object) =>
      (await replace(id, { ...named, ...more })).body.data.marketing_route;
    expect(first).toBe("auto");
    expect(await routeAfter({ marketing_route: "messages" })).toBe("messages");
    expect(await routeAfter({ marketing_route: "marketing_messages" })).toBe("marketing_messages");
    expect(await routeAfter({})).toBe("auto");
    const { status, body } = await replace(id, { ...named, marketing_route: "other" });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["marketing_route"]]);
    const created = await newMetaChannel(client, "whatsapp_cloud", { marketing_route: "messages" });
    expect(created.marketing_route).toBe("messages");
  });

  it("is none of a sandbox's, a gateway's or Instagram's", async () => {
    for (const input of [
      { platform: "whatsapp" },
      { platform: "instagram" },
      { platform: "whatsapp", provider: "webhook" },
    ]) {
      const body = { name: "No", ...input, marketing_route: "messages" };
      const { status, body: answer } = await client.post("/channels", body);
      expect([status, answer.errors.marketing_route]).toEqual([
        422,
        [expect.stringContaining("can't be used with provider")],
      ]);
    }
    const { id } = await newChannel(client, { marketing_route: "auto" });
    expect(await channelOf(id)).toMatchObject({ marketing_route: "auto", marketing_state: null });
    const own = { name: "No", marketing_route: "marketing_messages" };
    expect((await replace(id, own)).status).toBe(422);
  });

  it("is read with the channel's own token, and stays while WhatsApp does not say it", async () => {
    const { id, account, number } = await newAccount();
    const [onboarding, ruledOut] = [
      "marketing_messages_onboarding_status",
      "disable_marketing_messages_on_cloud_api",
    ];
    const stateAfter = async (marketing: object | null) => {
      await order(account, { marketing });
      return (await sync(id)).marketing_state;
    };
    expect(await stateAfter({ [onboarding]: "ELIGIBLE" })).toBeNull();
    expect(await stateAfter({ [onboarding]: "ONBOARDED" })).toBe("marketing_messages");
    for (const unread of [null, {}, { [onboarding]: { status: 7 }, [ruledOut]: "no" }])
      expect(await stateAfter(unread)).toBe("marketing_messages");
    expect(await stateAfter({ [onboarding]: "ELIGIBLE", [ruledOut]: false })).toBe("messages");
    expect(await stateAfter({ [ruledOut]: true })).toBe("marketing_messages");
    const asked = (await requestsTo(account)).find(({ path }) => path.includes(onboarding));
    expect(asked?.headers.authorization).toBe(`Bearer token-of-${number}`);
  });

  it("is forgotten with the account or the number, and with nothing else", async () => {
    const { id, account, number } = await newAccount();
    await order(account, { marketing: { marketing_messages_onboarding_status: "ONBOARDED" } });
    const stateAfter = async (more: object) => {
      await sync(id);
      const body = { name: "Sales", external_id: number, business_account_id: account, ...more };
      return (await replace(id, body)).body.data.marketing_state;
    };
    expect(await stateAfter({ name: "Other" })).toBe("marketing_messages");
    expect(await stateAfter({ external_id: `${number}1` })).toBeNull();
    await replace(id, { name: "Sales", external_id: number, business_account_id: account });
    expect(await stateAfter({ business_account_id: `${account}0` })).toBeNull();
  });

  it("is looked at again once the terms are accepted, also where a partner tells of it", async () => {
    const { account, ...channel } = await newAccount();
    const dueAfter = async (entry: string, value: object) => {
      await rowsOf("update channels set sync_at = ? where id = ?", 2 ** 50, channel.id);
      const change = {
        field: "account_update",
        value: { event: "MM_LITE_TERMS_SIGNED", ...value },
      };
      await deliver(channel, {
        object: "whatsapp_business_account",
        entry: [{ id: entry, time: Math.floor(Date.now() / 1000), changes: [change] }],
      });
      const due = "select sync_at <= ? as isDue from channels where id = ?";
      return (await rowsOf<{ isDue: number }>(due, Date.now(), channel.id))[0]?.isDue;
    };
    expect(await dueAfter(account, {})).toBe(1);
    expect(await dueAfter("77", { waba_info: { waba_id: account } })).toBe(1);
    for (const odd of [null, 7, { waba_id: {} }, { waba_id: "../me" }])
      expect(await dueAfter("77", { waba_info: odd })).toBe(0);
  });
});

describe("a template's time to live", () => {
  const bodyOf = (category: string | null, ttl_seconds?: unknown) => ({
    ...{ category, components: [{ type: "BODY", text: "Hello" }] },
    ...(ttl_seconds !== undefined && { ttl_seconds }),
  });
  const inputOf = (name: string, ...rest: Parameters<typeof bodyOf>) => ({
    ...{ name, language: "en" },
    ...bodyOf(...rest),
  });

  it.each([
    ["marketing", 43_200, 2_592_000],
    ["utility", 30, 43_200],
    ["authentication", 30, 900],
  ])("of %s lies between %i and %i seconds", async (category, least, most) => {
    const { id } = await newChannel(client);
    const make = (seconds: unknown) =>
      client.post(`/channels/${id}/templates`, inputOf(`t${unique()}`, category, seconds));
    for (const seconds of [least, most])
      expect((await make(seconds)).body.data.ttl_seconds).toBe(seconds);
    expect((await make(null)).body.data.ttl_seconds).toBeNull();
    for (const [seconds, why] of [
      [least - 1, `at least ${least}`],
      [most + 1, `greater than ${most}`],
      [least + 0.5, "integer"],
      [String(least), "integer"],
    ]) {
      const { status, body } = await make(seconds);
      expect([status, body.errors.ttl_seconds]).toEqual([
        422,
        [expect.stringContaining(String(why))],
      ]);
    }
  });

  it("needs a category", async () => {
    const { id } = await newChannel(client);
    const path = `/channels/${id}/templates`;
    const { status, body } = await client.post(path, inputOf("none", null, 3_600));
    expect([status, Object.keys(body.errors)]).toEqual([422, ["category"]]);
    const made: Template = (await client.post(path, inputOf("none", "utility"))).body.data;
    expect((await client.put(`${path}/${made.id}`, bodyOf(null, 60))).status).toBe(422);
  });

  it("stays where a replacement leaves it out, unless the category is another", async () => {
    const { id } = await newChannel(client);
    const path = `/channels/${id}/templates`;
    const made: Template = (await client.post(path, inputOf("kept", "utility", 60))).body.data;
    const after = async (...rest: Parameters<typeof bodyOf>) =>
      (await client.put(`${path}/${made.id}`, bodyOf(...rest))).body.data.ttl_seconds;
    expect(await after("utility")).toBe(60);
    expect(await after("utility", 90)).toBe(90);
    expect(await after("marketing")).toBeNull();
  });

  it("is asked of WhatsApp, and is what WhatsApp has", async () => {
    const atMeta = (name: string, message_send_ttl_seconds: unknown) => ({
      ...{ id: `${unique()}7`, name, language: "en", status: "APPROVED", category: "UTILITY" },
      ...{ components: [{ type: "BODY", text: "Hello" }], message_send_ttl_seconds },
    });
    const { id, account } = await newAccount();
    const path = `/channels/${id}/templates`;
    const made: Template = (await client.post(path, inputOf("asked", "utility", 60))).body.data;
    await client.post(path, inputOf("usual", "utility"));
    await rowsOf("update templates set status = 'approved' where id = ?", made.id);
    await client.put(`${path}/${made.id}`, bodyOf("utility", 90));
    const posts = (await requestsTo(account)).filter(({ method }) => method === "POST");
    expect(posts.map(({ body }) => body.message_send_ttl_seconds)).toEqual([60, undefined]);
    const [change] = await requestsTo(made.external_id ?? "");
    expect(change?.body).toMatchObject({ message_send_ttl_seconds: 90 });

    const odd = [null, -1, 0, 60.5, "60", {}];
    await order(account, {
      templates: [atMeta("set", 600), ...odd.map((value, at) => atMeta(`odd_${at}`, value))],
    });
    await sync(id);
    const list: Template[] = (await client.get(path)).body.data;
    expect(
      list.flatMap(({ name, ttl_seconds: ttl }) => (ttl === null ? [] : [[name, ttl]])),
    ).toEqual([["set", 600]]);
    expect(list).toHaveLength(1 + odd.length);
  });
});
