import { beforeAll, describe, expect, it } from "vitest";
import { messageExamples } from "#features/messaging/outbound/examples";
import {
  type Client,
  make,
  newChannel,
  newLead,
  newShortLink,
  newWorkspace,
  newWriter,
  withAbilities,
} from "../support/api";
import { uploaded } from "../support/media";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";

let client: Client;
let channel: { id: number };

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
});

const files = ["video", "audio", "document", "sticker"].map((type) => ({
  type,
  media: { url: "https://example.com/{{first_name|you}}" },
}));
const MESSAGES: { type: string }[] = [
  ...messageExamples.map((message) => ({ type: "text", ...message })),
  ...files,
];

const newReply = (input: object = {}) =>
  make(client, "/canned-replies", { shortcut: `s${Math.random()}`, text: "Hello", ...input });

const shortcutsOf = async (query: string): Promise<string[]> =>
  (await client.get(`/canned-replies?${query}`)).body.data.map(
    ({ shortcut }: { shortcut: string }) => shortcut,
  );

describe("canned replies", () => {
  it("are created, read, replaced and deleted", async () => {
    const input = { shortcut: "Öffnung", text: "Hi {{first_name|there}}", platform: "whatsapp" };
    const created = await client.post("/canned-replies", input);
    expect(created.status).toBe(201);
    const path = `/canned-replies/${created.body.data.id}`;
    expect((await client.get(path)).body.data).toEqual({
      ...input,
      type: "text",
      id: created.body.data.id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const replaced = await client.put(path, { shortcut: "open", text: "Nine to six" });
    expect(replaced.body.data).toMatchObject({ shortcut: "open", platform: null });
    expect((await client.delete(path)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.delete(path)).status).toBe(404);
    expect((await client.put(path, input)).status).toBe(404);
  });

  it("have shortcuts that differ by more than case and accents, also if two are created at once", async () => {
    const two = await Promise.all(
      ["Été", "ete"].map((shortcut) => client.post("/canned-replies", { shortcut, text: "Hi" })),
    );
    expect(two.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    const refused = two.find(({ status }) => status === 422);
    expect(refused?.body.errors.shortcut).toEqual(["The shortcut has already been taken."]);
    const other = await newReply();
    const taken = await client.put(`/canned-replies/${other.id}`, { shortcut: "ETE", text: "Hi" });
    expect(taken.body.errors).toHaveProperty("shortcut");
  });

  it("refuse placeholders that are not closed, and what a message refuses", async () => {
    const errorsOf = async (input: object) =>
      Object.keys((await client.post("/canned-replies", { shortcut: "x", ...input })).body.errors);
    expect(await errorsOf({ text: "Hi {{first_name" })).toEqual(["text"]);
    expect(await errorsOf({ text: " " })).toEqual(["text"]);
    expect(await errorsOf({ text: "a".repeat(4_097) })).toEqual(["text"]);
    expect(await errorsOf({ text: "Hi", platform: "telegram" })).toEqual(["platform"]);
    const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const flow = { flow_id: "1", cta: "Open", screen: "A", data: { deep } };
    expect(await errorsOf({ type: "flow", text: "Hi", flow })).toEqual(["flow"]);
  });

  it("are found by a part of shortcut or text, and by platform, in one round trip", async () => {
    await newReply({ shortcut: "prix", text: "Le tarif est à 100 %", platform: "whatsapp" });
    await newReply({ shortcut: "TARIFS", text: "100 euros", platform: "instagram" });
    expect(await shortcutsOf("text=tarif")).toEqual(["TARIFS", "prix"]);
    expect(await shortcutsOf("text=A%20100%20%25")).toEqual(["prix"]);
    await newReply({ shortcut: "rdv", text: "C’est quand\u00a0?" });
    expect(await shortcutsOf("text=c%27est%20quand%20%3F")).toEqual(["rdv"]);
    const buttons = [{ title: "Le forfait {{plan}}" }];
    await newReply({ shortcut: "offre", type: "buttons", text: "Lequel ?", buttons });
    expect(await shortcutsOf("text=FORFAIT")).toEqual(["offre"]);
    expect(await shortcutsOf("text=tarif&platform=instagram")).toEqual(["TARIFS"]);
    const meter = await meterOf((fetcher) =>
      client.get("/canned-replies?text=tarif", undefined, { fetcher }),
    );
    expect(meter.trips).toBe(1);
  });

  it("are previewed for a lead as the message that they become", async () => {
    const lead = await newWriter(client, channel.id);
    await client.patch(`/leads/${lead.id}`, { first_name: "Ada" });
    const link = await newShortLink(client);
    const reply = await newReply({
      text: `Hi {{first_name}}, {{nothing|see}} ${link.template_variable_url}`,
    });
    const before = await rowsOf("select count(*) as n from messages");
    const { status, body } = await client.post(`/canned-replies/${reply.id}/preview`, {
      lead_id: lead.id,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      text: `Hi Ada, see ${link.template_variable_url}/preview`,
      channel_id: channel.id,
      refusal: null,
    });
    expect(await rowsOf("select count(*) as n from messages")).toEqual(before);
    const sent = await client.post(`/leads/${lead.id}/messages`, { text: reply.text });
    expect(sent.body.data.text).toMatch(/^Hi Ada, see http/);
    const preview = (input: object) => client.post(`/canned-replies/${reply.id}/preview`, input);
    const stranger = await newLead(await newWorkspace());
    expect((await preview({ lead_id: stranger.id })).body.errors).toHaveProperty("lead_id");
    expect((await preview({})).body.errors).toHaveProperty("lead_id");
    expect((await client.post("/canned-replies/1/preview", {})).status).toBe(404);
  });

  it("are of any type that a message can be, and previewed and sent as that", async () => {
    const lead = await newWriter(client, channel.id);
    await client.patch(`/leads/${lead.id}`, { first_name: "Ada" });
    for (const message of MESSAGES) {
      const { type } = message;
      const reply = await newReply({ text: null, ...message });
      const { body } = await client.post(`/canned-replies/${reply.id}/preview`, {
        lead_id: lead.id,
      });
      expect(body.data, type).toMatchObject({ type, refusal: null });
      expect(JSON.stringify(body.data), type).not.toContain("{{");
      const { shortcut, platform, id, created_at, updated_at, ...sent } = reply;
      const { status } = await client.post(`/leads/${lead.id}/messages`, sent);
      expect([type, status]).toEqual([type, 201]);
      const again = await client.put(`/canned-replies/${id}`, reply);
      expect(again.body.data).toEqual({ ...reply, updated_at: expect.any(String) });
    }
  });

  it("refuse what names a message, and what the platform that they are for does not send", async () => {
    const errorsOf = async (input: object) => {
      const { body } = await client.post("/canned-replies", { shortcut: "x", ...input });
      return Object.keys(body.errors);
    };
    expect(await errorsOf({ text: "Hi", reply_to: 1 })).toEqual(["reply_to"]);
    const reaction = { message_id: 1, emoji: "❤️" };
    expect(await errorsOf({ type: "reaction", reaction })).toEqual(["type", "reaction"]);
    expect(await errorsOf({ type: "comment_reply", text: "Hi" })).toEqual(["type"]);
    const location = { type: "location", location: { latitude: 1, longitude: 2 } };
    expect(await errorsOf({ ...location, platform: "instagram" })).toEqual(["type"]);
    const input = { shortcut: "x", ...location, platform: "instagram" };
    const [offered] = (await client.post("/canned-replies", input)).body.errors.type;
    expect(offered).toMatch(/cards, image.+document\.$/);
    expect(await errorsOf({ type: "buttons", text: "Hi" })).toEqual(["buttons"]);
    const button = { title: "{{first_name", url: "https://example.com/" };
    const link = { type: "link_button", text: "Hi", link_buttons: [button] };
    expect(await errorsOf(link)).toEqual(["link_buttons.0.title"]);
    const picture = { type: "image", media: { id: (await uploaded(client, "image/png")).id } };
    expect(await errorsOf({ ...picture, type: "video" })).toEqual(["media.id"]);
    expect(await errorsOf({ type: "image", media: { id: 9_999_999 } })).toEqual(["media.id"]);
    const data = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [n, "x".repeat(700)]));
    const flow = { flow_id: "1", cta: "Open", screen: "A", data };
    expect(await errorsOf({ type: "flow", text: "Hi", flow })).toContain("flow");
  });

  it("belong to their workspace and need the abilities of conversations", async () => {
    const reply = await newReply();
    const stranger = await newWorkspace();
    for (const verb of ["get", "delete"] as const)
      expect((await stranger[verb](`/canned-replies/${reply.id}`)).status).toBe(404);
    const reader = await withAbilities(client, "conversations:read");
    expect((await reader.get(`/canned-replies/${reply.id}`)).status).toBe(200);
    expect((await reader.delete(`/canned-replies/${reply.id}`)).status).toBe(403);
  });

  it("are 500 at most", async () => {
    const full = await newWorkspace();
    await rowsOf(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 500)
       insert into canned_replies
         (workspace_id, shortcut, shortcut_key, text, search, created_at, updated_at)
       select ?, n, n, 'x', 'x', 1, 1 from numbers`,
      full.workspaceId,
    );
    const { status, body } = await full.post("/canned-replies", { shortcut: "new", text: "Hi" });
    expect([status, body.message]).toEqual([409, "A workspace has at most 500 canned replies."]);
  });
});
