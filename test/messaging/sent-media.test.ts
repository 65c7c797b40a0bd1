import { beforeAll, describe, expect, it } from "vitest";
import { type Client, call, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { requestsTo } from "../support/graph";
import {
  bindMediaFetcher,
  fileOf,
  newFile,
  runMediaFetcher,
  unwoken,
  uploaded,
} from "../support/media";
import {
  newChannelAndRecipient,
  newGatewayChannel,
  newRecipient,
  queueWithoutWakeUp,
  runMessageSender,
} from "../support/message-sender";
import { messageNow } from "../support/messaging";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

describe("an uploaded file", () => {
  it.each([
    ["image", "image/png", { text: "Our school" }],
    ["video", "video/mp4", {}],
    ["audio", "audio/ogg", {}],
    ["sticker", "image/webp", {}],
    ["document", "application/pdf", { text: "Signed" }],
  ])("is sent on WhatsApp as %s, by a URL of ours", async (type, mimeType, more) => {
    const { id } = await uploaded(client, mimeType, "?filename=Plan.pdf");
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const input = { channel_id: channel.id, type, media: { id }, ...more };
    const queued = await queueWithoutWakeUp(client, leadId, { text: undefined, ...input });
    expect(queued).toMatchObject({ media: { id, state: "stored" }, payload: { media: { id } } });
    await runMessageSender(channel.id);
    expect(await messageNow(client, queued)).toMatchObject({ status: "sent", media: { id } });
    const [request] = await requestsTo(key);
    const { link, ...others } = request!.body[type];
    expect(link).toMatch(/^https:\/\/sho\.rt\/v1\/media-files\/[\w.-]+\/Plan\.pdf$/);
    expect(others).toEqual({
      ...("text" in more && { caption: more.text }),
      ...(type === "document" && { filename: "Plan.pdf" }),
    });
    const file = await call("GET", link);
    expect([file.status, file.text]).toEqual([200, "a file"]);
    expect(file.headers.get("Content-Type")).toBe(mimeType);
  });

  it("is sent on Instagram and by a gateway", async () => {
    const { id } = await uploaded(client, "image/png");
    const isOurs = expect.stringMatching(/^https:\/\/sho\.rt\/v1\/media-files\//);
    const image = { text: undefined, type: "image", media: { id } };
    const instagram = await newChannelAndRecipient(client, "instagram");
    const { id: channel_id } = instagram.channel;
    await queueWithoutWakeUp(client, instagram.leadId, { channel_id, ...image });
    await runMessageSender(channel_id);
    const token = `token-of-${instagram.key}`;
    expect((await requestsTo(token))[0]!.body.message).toEqual({
      attachment: { type: "image", payload: { url: isOurs } },
      metadata: expect.stringMatching(/^msg_\d+$/),
    });
    const gateway = await newGatewayChannel(client);
    const { leadId } = await newRecipient(client, gateway.channel);
    await queueWithoutWakeUp(client, leadId, { channel_id: gateway.channel.id, ...image });
    await runMessageSender(gateway.channel.id);
    const [request] = await requestsTo(gateway.key);
    const url = request!.body.data.media.url.replace(/^http:\/\/localhost:8787/, "https://sho.rt");
    expect(request!.body.data.media).toEqual({ url: expect.any(String) });
    expect(url).toEqual(isOurs);
  });

  it("stands on cards and above link buttons, or is refused by its name", async () => {
    const [image, video] = [
      await uploaded(client, "image/png"),
      await uploaded(client, "video/mp4"),
    ];
    const link = { title: "Look", url: "https://example.com/dates" };
    const card = (media: object) => ({ title: "Design", media, buttons: [link] });
    const above = (media?: object) => ({
      ...{ type: "link_button", text: "Six places", link_buttons: [link], media },
    });
    const cards = (media: object, text?: string) => ({
      ...{ type: "cards", text, cards: [card(media), card(media)] },
    });
    const [whatsapp, instagram] = [
      await newChannelAndRecipient(client),
      await newChannelAndRecipient(client, "instagram"),
    ];
    type To = typeof whatsapp;
    const queue = ({ channel, leadId }: To, input: object) =>
      queueWithoutWakeUp(client, leadId, { channel_id: channel.id, text: undefined, ...input });
    const refused = async ({ channel, leadId }: To, input: object) => {
      const body = { channel_id: channel.id, ...input };
      return Object.keys((await client.post(`/leads/${leadId}/messages`, body)).body.errors);
    };
    for (const input of [above({ id: image.id }), above({ id: video.id, type: "video" })])
      await queue(whatsapp, input);
    await queue(whatsapp, cards({ id: image.id }, "Two courses"));
    await queue(instagram, cards({ id: image.id }));
    for (const { channel } of [whatsapp, instagram]) await runMessageSender(channel.id);
    const ours = expect.stringMatching(/^https:\/\/sho\.rt\/v1\/media-files\//);
    const header = (type: string) => ({ type, [type]: { link: ours } });
    const sent = (await requestsTo(whatsapp.key)).map(({ body }) => body.interactive);
    expect(sent).toMatchObject([
      { type: "cta_url", header: header("image") },
      { type: "cta_url", header: header("video") },
      { type: "carousel", action: { cards: [1, 2].map(() => ({ header: header("image") })) } },
    ]);
    const [request] = await requestsTo(`token-of-${instagram.key}`);
    expect(request!.body.message.attachment.payload).toMatchObject({
      elements: [1, 2].map(() => ({ image_url: ours })),
    });
    expect(await refused(whatsapp, above({ id: video.id }))).toEqual(["media.id"]);
    expect(await refused(whatsapp, cards({ id: video.id }, "Two"))).toEqual([
      ...["cards.0.media.id", "cards.1.media.id"],
    ]);
    expect(await refused(instagram, above({ id: image.id }))).toEqual(["media"]);
    const film = { id: video.id, type: "video" };
    expect(await refused(instagram, cards(film))).toEqual([
      ...["cards.0.media.type", "cards.1.media.type"],
    ]);
  });

  it("that is deleted before it is sent fails the message", async () => {
    const { id } = await uploaded(client, "image/png");
    const { channel, key, leadId } = await newChannelAndRecipient(client);
    const input = { channel_id: channel.id, text: undefined, type: "image", media: { id } };
    const queued = await queueWithoutWakeUp(client, leadId, input);
    await client.delete(`/media/${id}`);
    await runMessageSender(channel.id);
    expect(await messageNow(client, queued)).toMatchObject({
      status: "failed",
      error: { reason: "rejected", message: "The file was deleted." },
      media: null,
    });
    expect(await requestsTo(key)).toEqual([]);
  });

  it("of another workspace, of another kind or unknown is refused", async () => {
    const stranger = await newWorkspace();
    const { leadId, channel } = await newChannelAndRecipient(client);
    const cases: [type: string, id: number, path: string][] = [
      ["image", (await uploaded(stranger, "image/png")).id, "media.id"],
      ["image", (await uploaded(client, "video/mp4")).id, "media.id"],
      ["sticker", (await uploaded(client, "image/png")).id, "media.id"],
      ["image", 4_000_000_000, "media.id"],
    ];
    for (const [type, id, path] of cases) {
      const input = { channel_id: channel.id, type, media: { id } };
      const { status, body } = await client.post(`/leads/${leadId}/messages`, input);
      expect([status, Object.keys(body.errors)]).toEqual([422, [path]]);
    }
    const both = { id: cases[1]![1], url: "https://example.com/a.mp4" };
    for (const [media, field] of [
      [both, "id"],
      [{}, "url"],
      [{ filename: "a" }, "url"],
    ] as const)
      expect(
        (await client.post(`/leads/${leadId}/messages`, { type: "video", media })).body.errors,
      ).toHaveProperty([`media.${field}`]);
    const asDocument = { channel_id: channel.id, type: "document", media: { id: cases[1]![1] } };
    expect((await client.post(`/leads/${leadId}/messages`, asDocument)).status).toBe(201);
  });

  it("can be sent by a scenario's node", async () => {
    const { id } = await uploaded(client, "image/png");
    const nodes = [
      { id: "a", type: "start" },
      { id: "b", type: "message", data: { type: "image", media: { id } } },
    ];
    const { body } = await client.post("/scenarios", {
      ...{ name: "File", platform: "whatsapp", nodes },
      edges: [{ id: "e", source: "a", target: "b" }],
    });
    expect(body.warnings.filter(({ path = "" }) => path.startsWith("data.media"))).toEqual([]);
  });
});

describe("a file that a gateway or the sandbox passes on", () => {
  it("is fetched by its URL", async () => {
    const channel = await newChannel(client);
    const lead = await newLead(client);
    await bindMediaFetcher(client, { SHORT_URL_BASE: "http://localhost:8787" });
    const { url } = await newFile(fileOf("hello", "audio/ogg; codecs=opus"));
    const input = { lead_id: lead.id, type: "audio", media: { url, filename: "memo.ogg" } };
    const { status, body } = await client.post(`/channels/${channel.id}/inbound`, input, {
      fetcher: (request) => unwoken(request, { SHORT_URL_BASE: "http://localhost:8787" }),
    });
    expect([status, body.data.media.state]).toEqual([201, "pending"]);
    await runMediaFetcher(client);
    expect((await messageNow(client, body.data)).media).toMatchObject({
      ...{ state: "stored", kind: "audio", mime_type: "audio/ogg", size: 5 },
      filename: "memo.ogg",
    });
  });

  it("is refused from hosts that nobody may have us call, and for other types", async () => {
    const channel = await newChannel(client);
    const { id } = await newLead(client);
    const post = (input: object) =>
      client.post(`/channels/${channel.id}/inbound`, { lead_id: id, type: "image", ...input });
    for (const url of ["http://10.0.0.1/a", "https://db.internal/a", "http://127.0.0.1/a"])
      expect((await post({ media: { url } })).body.errors).toEqual({
        "media.url": [
          "The media.url field must be the https URL of a public host, on port 443 or 8443.",
        ],
      });
    const media = { url: "https://example.com/a" };
    expect((await post({ type: "text", text: "a", media })).body.errors).toEqual({
      media: ["The media field can't be used with the type text."],
    });
    expect((await newInbound(client, channel.id, id)).media).toBeNull();
  });
});
