import { beforeAll, describe, expect, it } from "vitest";
import { databasesOf } from "#db/placement/databases";
import type { Channel } from "#features/messaging/channels/schema";
import { syncDueTemplates } from "#features/messaging/templates/overdue";
import type { Template } from "#features/messaging/templates/schema";
import { type Client, newChannel, newWorkspace, unique } from "../support/api";
import { testEnv } from "../support/env";
import { dataOf } from "../support/events";
import { order, requestsTo } from "../support/graph";
import { deliver, newMetaChannel } from "../support/messaging";
import { rowsOf } from "../support/rows";

let client: Client;
let stranger: Client;

beforeAll(async () => {
  [client, stranger] = [await newWorkspace(), await newWorkspace()];
});

const body = (text: string) => ({ type: "BODY", text });
const input = (name: string, components: object[] = [body("Hello {{1}}")]) => ({
  name,
  language: "en_US",
  category: "marketing",
  components,
});
const atMeta = (name: string, more: object = {}) => ({
  id: `${unique()}77`,
  status: "APPROVED",
  quality_score: { score: "GREEN" },
  rejected_reason: "NONE",
  ...input(name),
  ...more,
});

/** A channel of an account of its own, with these templates there. */
async function newAccount(
  templates: object[],
  by = client,
): Promise<Channel & { account: string }> {
  const account = `9${unique()}88`;
  const channel = await newMetaChannel(by, "whatsapp_cloud", { business_account_id: account });
  await order(account, { templates });
  await order(channel.external_id ?? "", {
    always: {
      do: "accept",
      answer: { quality_rating: "YELLOW", whatsapp_business_manager_messaging_limit: "TIER_2K" },
    },
  });
  return { ...channel, account };
}

const listOf = async (channelId: number): Promise<Template[]> =>
  (await client.get(`/channels/${channelId}/templates?per_page=100`)).body.data;
const namesOf = async (channelId: number) =>
  (await listOf(channelId)).map(({ name, status }) => `${name} ${status}`).toSorted();
const sync = async (channelId: number) => {
  await rowsOf("update channels set sync_tried_at = null where id = ?", channelId);
  return client.post(`/channels/${channelId}/templates/sync`);
};
const channelOf = async (id: number): Promise<Channel> =>
  (await client.get(`/channels/${id}`)).body.data;

describe("templates that are described here", () => {
  it("are created, listed, replaced and deleted, with their parameters by name and example", async () => {
    const { id: channel } = await newChannel(client);
    const path = `/channels/${channel}/templates`;
    const components = [
      { type: "header", format: "IMAGE" },
      {
        ...body("Hi {{name}}, {{ city }} calls {{name}}"),
        example: {
          body_text_named_params: [{ param_name: "city", example: "Lyon" }],
        },
      },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "No" },
          { type: "URL", text: "Go", url: "https://example.com/{{1}}", example: ["abc"] },
          { type: "COPY_CODE", example: "X1" },
        ],
      },
    ];
    const made: Template = (await client.post(path, input("spring", components))).body.data;
    expect(made).toMatchObject({
      status: "local",
      name: "spring",
      external_id: null,
      quality: null,
    });
    expect(made.parameters).toEqual([
      { place: "header", card: null, index: null, name: "1", kind: "image", example: null },
      { place: "body", card: null, index: null, name: "name", kind: "text", example: null },
      { place: "body", card: null, index: null, name: "city", kind: "text", example: "Lyon" },
      { place: "button", card: null, index: 1, name: "1", kind: "text", example: "abc" },
      { place: "button", card: null, index: 2, name: "1", kind: "coupon_code", example: "X1" },
    ]);
    expect((await client.post(path, input("spring"))).body.errors).toHaveProperty("name");
    const [one, two] = await Promise.all([1, 2].map(() => client.post(path, input("at_once"))));
    expect([one!.status, two!.status].toSorted()).toEqual([201, 422]);
    const own = `${path}/${made.id}`;
    const replaced = await client.put(own, { components: [body("Bye")] });
    expect(replaced.body.data).toMatchObject({ id: made.id, parameters: [], category: null });
    expect((await client.get(own)).body.data).toEqual(replaced.body.data);
    expect(await namesOf(channel)).toEqual(["at_once local", "spring local"]);
    for (const method of ["get", "delete"] as const)
      expect((await stranger[method](own)).status).toBe(404);
    expect((await stranger.put(own, { components: [body("Bye")] })).status).toBe(404);
    expect((await stranger.get(path)).status).toBe(404);
    expect((await stranger.post(path, input("mine"))).status).toBe(404);
    const other = await newChannel(client);
    expect((await client.get(`/channels/${other.id}/templates/${made.id}`)).status).toBe(404);
    expect((await client.delete(own)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.delete(own)).status).toBe(404);
    expect((await client.post(`${path}/sync`)).status).toBe(409);
  });

  it("are refused beyond WhatsApp's bounds, with what is too much", async () => {
    const { id: channel } = await newChannel(client);
    const make = (...more: object[]) =>
      client.post(`/channels/${channel}/templates`, input("bounded", [body("Hello"), ...more]));
    const buttons = (...list: object[]) => ({ type: "BUTTONS", buttons: list });
    const url = { type: "URL", text: "Go", url: "https://example.com" };
    /** It can't be made a text. */
    const odd = { toString: 1 };
    const [phone, code] = [
      { type: "PHONE_NUMBER", text: "Call", phone_number: "+33639980000" },
      { type: "COPY_CODE", example: "SAVE20" },
    ];
    const reply = { type: "QUICK_REPLY", text: "é".repeat(25) };
    const image = { type: "HEADER", format: "IMAGE", example: { header_handle: ["4::aW"] } };
    const card = (...list: object[]) => ({ components: [image, buttons(...list)] });
    const carousel = (...cards: object[]) => ({ type: "CAROUSEL", cards });
    const offer = (text: string) => ({
      type: "LIMITED_TIME_OFFER",
      limited_time_offer: { text, has_expiration: true },
    });
    for (const [components, fields] of [
      [[{ type: "HEADER", format: "TEXT", text: "x".repeat(61) }], ["components.1.text"]],
      [[{ type: "footer", text: "x".repeat(61) }], ["components.1.text"]],
      [[buttons({ ...reply, text: "x".repeat(26) })], ["components.1.buttons.0.text"]],
      [[buttons(...Array(11).fill(reply))], ["components.1.buttons"]],
      [
        [buttons(url, url, phone, url, phone)],
        [3, 4].map((at) => `components.1.buttons.${at}.type`),
      ],
      [
        [
          buttons(
            { ...url, url: `https://${"x".repeat(2000)}` },
            { ...phone, phone_number: "1".repeat(21) },
          ),
        ],
        ["components.1.buttons.0.url", "components.1.buttons.1.phone_number"],
      ],
      [[buttons({ ...code, example: "x".repeat(16) })], ["components.1.buttons.0.example"]],
      [[offer("x".repeat(17))], ["components.1.limited_time_offer.text"]],
      [[{ type: "CAROUSEL" }], ["components.1.cards"]],
      [[carousel(...Array(5_000).fill(card()))], ["components"]],
      [[buttons({ type: odd, text: "x".repeat(26) })], ["components.1.buttons.0.text"]],
      [
        [carousel({ components: [{ type: "HEADER", format: odd }] }, {})],
        ["components.1.cards.1.components"],
      ],
      [[carousel(card(url))], ["components.1.cards"]],
      [[carousel(...Array(11).fill(card(url)))], ["components.1.cards"]],
      [[carousel(card(url), card(reply))], ["components.1.cards.1.components"]],
      [
        [carousel(card(url), card({ ...url, text: "x".repeat(26) }))],
        ["components.1.cards.1.components.1.buttons.0.text"],
      ],
    ] as const) {
      const { status, body: answer } = await make(...components);
      expect([status, Object.keys(answer.errors)]).toEqual([422, fields]);
    }
    expect(await namesOf(channel)).toEqual([]);
    const most = buttons(url, url, phone, code, ...Array(6).fill(reply));
    const made = await make(image, { type: "FOOTER", text: "x".repeat(60) }, most);
    expect(made.status, made.text).toBe(201);
    expect(made.body.data.components.at(-1)).toEqual(most);
    const promotion = input("offer", [body("Hi"), offer("x".repeat(16)), buttons(code, url)]);
    const other = { ...promotion, category: "utility" };
    const refused = await client.post(`/channels/${channel}/templates`, other);
    expect(Object.keys(refused.body.errors)).toEqual(["category"]);
    expect((await client.post(`/channels/${channel}/templates`, promotion)).status).toBe(201);
  });

  it("are refused on Instagram, over the cap, and with what WhatsApp could not have", async () => {
    const instagram = await newChannel(client, { platform: "instagram" });
    const make = (channel: number, json: object) =>
      client.post(`/channels/${channel}/templates`, json);
    expect((await make(instagram.id, input("no"))).status).toBe(409);
    const { id } = await newChannel(client);
    for (const wrong of [
      { name: "Wrong Name" },
      { language: "english" },
      { components: [{ type: "FOOTER", text: "x" }] },
      { components: [body("x".repeat(1025))] },
    ])
      expect((await make(id, { ...input("ok"), ...wrong })).status, JSON.stringify(wrong)).toBe(
        422,
      );
    await rowsOf(
      `insert into templates (channel_id, workspace_id, id, name, language, status, created_at, updated_at)
       select ?1, ?2, value, 'n' || value, 'en', 'local', 1, 1
       from json_each((select json_group_array(n) from (
         with recursive r(n) as (select 1 union all select n + 1 from r where n < 1000) select n from r)))`,
      id,
      client.workspaceId,
    );
    expect((await make(id, input("one_more"))).status).toBe(409);
  });
});

describe("templates that are synced", () => {
  it("are those of the account, with the number's quality and limit", async () => {
    const many = Array.from({ length: 130 }, (_, index) => atMeta(`t${index}`));
    const channel = await newAccount([
      ...many,
      atMeta("bad", { status: "REJECTED", rejected_reason: "INVALID_FORMAT" }),
      atMeta("odd", { status: "NEW_STATUS", components: "?" }),
      { name: 7 },
    ]);
    const { body: synced } = await sync(channel.id);
    expect(synced.data).toMatchObject({ templates_count: 132, templates_error: null });
    expect(await channelOf(channel.id)).toMatchObject({
      quality: "yellow",
      messaging_limit: 2000,
      templates_synced_at: synced.data.templates_synced_at,
    });
    const [odd, bad] = await listOf(channel.id);
    expect(odd).toMatchObject({
      name: "odd",
      status: "unknown",
      components: null,
      quality: "green",
    });
    expect(bad).toMatchObject({ status: "rejected", reason: "INVALID_FORMAT" });
    const again = await client.post(`/channels/${channel.id}/templates/sync`);
    expect([again.status, again.headers.get("Retry-After")]).toEqual([429, "60"]);
    const requests = await requestsTo(channel.account);
    expect(requests.map(({ path }) => path.split("?")[0])).toHaveLength(4);
    expect(
      requests.every(
        ({ headers }) => headers.authorization === `Bearer token-of-${channel.external_id}`,
      ),
    ).toBe(true);
  });

  it("go when they are gone, save those that are new here, and not when the sync fails", async () => {
    const channel = await newAccount([atMeta("stays"), atMeta("goes")]);
    await sync(channel.id);
    const made = await client.post(`/channels/${channel.id}/templates`, input("asked"));
    expect(made.body.data).toMatchObject({ status: "pending", external_id: expect.any(String) });
    await order(channel.account, { queue: [{ do: "error", code: 190, status: 401 }] });
    const failed = await sync(channel.id);
    expect(failed.body.data.templates_error).toContain("190");
    expect(await namesOf(channel.id)).toEqual(["asked pending", "goes approved", "stays approved"]);
    await order(channel.account, { templates: [atMeta("stays", { status: "PAUSED" })] });
    // One that has come since the sync began is not deleted by it.
    await rowsOf(
      "update templates set updated_at = ? where channel_id = ? and name = 'asked'",
      Date.now() + 60_000,
      channel.id,
    );
    await Promise.all([sync(channel.id), sync(channel.id)]);
    expect(await namesOf(channel.id)).toEqual(["asked pending", "stays paused"]);
    expect(await dataOf(client, "template.updated", "order=asc")).toMatchObject([
      { channel_id: channel.id, name: "stays", status: "paused", previous_status: "approved" },
    ]);
    const before = await rowsOf("select * from templates where channel_id = ?", channel.id);
    await order(channel.account, { templates: [] });
    await order(channel.account, { queue: [{ do: "cut" }] });
    expect((await sync(channel.id)).body.data.templates_error).toBe(
      "WhatsApp's answer can't be read.",
    );
    expect(await rowsOf("select * from templates where channel_id = ?", channel.id)).toEqual(
      before,
    );
  });

  it("are created, changed and deleted at WhatsApp", async () => {
    const channel = await newAccount([]);
    const path = `/channels/${channel.id}/templates`;
    const { id, external_id } = (await client.post(path, input("hello"))).body.data;
    await rowsOf("update templates set status = 'approved' where id = ?", id);
    const changed = await client.put(`${path}/${id}`, { components: [body("Hi {{name}}")] });
    expect(changed.body.data.status).toBe("pending");
    const [edit] = await requestsTo(external_id);
    expect(edit?.body).toMatchObject({ parameter_format: "NAMED", components: [{ type: "BODY" }] });
    await order(channel.account, {
      queue: [{ do: "error", code: 100, details: "Too many buttons" }],
    });
    const refused = await client.post(path, input("other"));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "WhatsApp refuses this: Too many buttons",
    ]);
    await order(channel.account, { queue: [{ do: "status", status: 503 }] });
    expect((await client.post(path, input("other"))).status).toBe(503);
    await client.delete(`${path}/${id}`);
    const asked = await requestsTo(channel.account);
    expect(asked.at(-1)).toMatchObject({ method: "DELETE" });
    expect(asked.at(-1)?.path).toContain(`hsm_id=${external_id}`);
    expect(await listOf(channel.id)).toEqual([]);
  });

  it("are synced by themselves when they are due, and written only if they have changed", async () => {
    const channel = await newAccount([atMeta("hourly")]);
    const due = () => syncDueTemplates(testEnv, databasesOf(testEnv).open("DB"), 50);
    await due();
    expect(await namesOf(channel.id)).toEqual(["hourly approved"]);
    const at = "select sync_at as at, sync_tried_at as tried from channels where id = ?";
    const [next] = await rowsOf<{ at: number; tried: number }>(at, channel.id);
    expect(next!.at - next!.tried).toBe(3_600_000);
    const rows = "select * from templates where channel_id = ?";
    const before = await rowsOf(rows, channel.id);
    await rowsOf("update channels set sync_at = 1, sync_tried_at = 1 where id = ?", channel.id);
    await due();
    expect(await rowsOf(rows, channel.id)).toEqual(before);
    expect(await rowsOf(at, channel.id)).not.toEqual([next]);
  });
});

describe("platform webhooks about an account", () => {
  const about = (account: string, field: string, value: object, time = Date.now()) => ({
    object: "whatsapp_business_account",
    entry: [{ id: account, time: Math.floor(time / 1000), changes: [{ field, value }] }],
  });
  const ofTemplate = (name: string, more: object) => ({
    message_template_id: 806_312_974_732_579,
    message_template_name: name,
    message_template_language: "en-US",
    ...more,
  });

  it("change the status and the quality of its templates, the latest last", async () => {
    const channel = await newAccount([atMeta("a"), atMeta("b")]);
    const foreign = await newAccount([atMeta("a")], stranger);
    await sync(channel.id);
    await rowsOf("update templates set status_at = 1 where channel_id = ?", channel.id);
    const status = (name: string, event: string, time?: number, more: object = {}) =>
      about(
        channel.account,
        "message_template_status_update",
        ofTemplate(name, { event, reason: "NONE", ...more }),
        time,
      );
    const paused = { other_info: { title: "FIRST_PAUSE", description: "People block it." } };
    await deliver(channel, status("a", "PAUSED", Date.now(), paused));
    await deliver(channel, status("a", "APPROVED", Date.now() - 60_000));
    await deliver(
      channel,
      about(
        channel.account,
        "message_template_quality_update",
        ofTemplate("b", { previous_quality_score: "GREEN", new_quality_score: "RED" }),
      ),
    );
    await deliver(
      channel,
      about(
        foreign.account,
        "message_template_status_update",
        ofTemplate("a", { event: "DISABLED" }),
      ),
    );
    const [b, a] = (await listOf(channel.id)).toSorted((x, y) => y.name.localeCompare(x.name));
    expect(a).toMatchObject({ status: "paused", reason: "People block it.", quality: "green" });
    expect(b).toMatchObject({ status: "approved", quality: "red" });
    const events = await dataOf(client, "template.updated");
    expect(events.filter(({ channel_id }) => channel_id === channel.id)).toMatchObject([
      { name: "a", status: "paused", previous_status: "approved", reason: "People block it." },
      { name: "b", quality: "red", previous_quality: "green", status: "approved" },
    ]);
  });

  it("take each of Meta's statuses for what it says, or have WhatsApp asked", async () => {
    const channel = await newAccount([atMeta("a", { quality_score: { score: "UNKNOWN" } })]);
    await sync(channel.id);
    await rowsOf("update templates set status_at = 1 where channel_id = ?", channel.id);
    const after = async (event: string) => {
      const value = ofTemplate("a", { event });
      await deliver(channel, about(channel.account, "message_template_status_update", value));
      return (await listOf(channel.id))[0]?.status;
    };
    expect(await after("FLAGGED")).toBe("flagged");
    // WhatsApp's own list has no such status.
    await sync(channel.id);
    expect(await after("LOCKED")).toBe("flagged");
    const [{ sync_at: at } = { sync_at: Number.NaN }] = await rowsOf<{ sync_at: number }>(
      "select sync_at from channels where id = ?",
      channel.id,
    );
    expect(at).toBeLessThanOrEqual(Date.now());
    expect(await after("REINSTATED")).toBe("approved");
    expect(await after("PAUSED")).toBe("paused");
    expect(await after("UNARCHIVED")).toBe("paused");
    expect(await after("FLAGGED")).toBe("flagged");
    const rows = "select * from templates where channel_id = ?";
    const before = await rowsOf(rows, channel.id);
    await sync(channel.id);
    expect(await rowsOf(rows, channel.id)).toEqual(before);
    await order(channel.account, { templates: [atMeta("a")] });
    await sync(channel.id);
    expect((await listOf(channel.id))[0]).toMatchObject({ status: "approved", quality: "green" });
  });

  it("change a category at once, and not before its time", async () => {
    const channel = await newAccount([atMeta("a", { id: "9771", category: "UTILITY" })]);
    await sync(channel.id);
    await rowsOf("update templates set status_at = 1 where channel_id = ?", channel.id);
    const after = async (value: object) => {
      const named = { message_template_name: "a", previous_category: "MARKETING", ...value };
      await deliver(channel, about(channel.account, "template_category_update", named));
      return (await listOf(channel.id))[0]?.category;
    };
    const [byId, byLanguage] = [{ message_template_id: 9771 }, ofTemplate("a", {})];
    const impending = { new_category: "MARKETING", correct_category: "AUTHENTICATION" };
    expect(await after({ ...byLanguage, ...impending })).toBe("utility");
    expect(await after({ ...byId, new_category: "MARKETING" })).toBe("marketing");
    expect(await after({ ...byLanguage, new_category: "UTILITY" })).toBe("utility");
    for (const odd of ["NEW", null, 7, {}])
      expect(await after({ ...byId, new_category: odd })).toBe("utility");
    const other = { message_template_id: 9772, new_category: "MARKETING" };
    expect(await after(other)).toBe("utility");
  });

  it("have the number looked at again soon, and are read whatever they hold", async () => {
    const channel = await newAccount([]);
    await sync(channel.id);
    const value = {
      display_phone_number: "15550783881",
      event: "DOWNGRADE",
      current_limit: "TIER_250",
    };
    await deliver(channel, about(channel.account, "phone_number_quality_update", value));
    const [{ sync_at: at } = { sync_at: Number.NaN }] = await rowsOf<{ sync_at: number }>(
      "select sync_at from channels where id = ?",
      channel.id,
    );
    expect(at).toBeLessThanOrEqual(Date.now());
    for (const hostile of [null, 7, [], { event: {} }, ofTemplate("\u0000", { event: "PAUSED" })])
      for (const field of ["message_template_status_update", "message_template_quality_update"])
        await deliver(channel, about(channel.account, field, hostile as object));
  });
});
