import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import type { MediaFetcher } from "#features/messaging/media/worker/object";
import { wakeMediaFetchers } from "#features/messaging/media/worker/overdue";
import type { Message } from "#features/messaging/messages/schema";
import { type Client, call, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { order, release, requestsTo } from "../support/graph";
import {
  bindMediaFetcher,
  fileOf,
  filesOf,
  mediaFetcherOf,
  newFile,
  newFileAtMeta,
  receiveFile,
  runMediaFetcher,
  unwoken,
  uploaded,
} from "../support/media";
import { databaseWith, down, onlyAt, unanswered } from "../support/message-sender-faults";
import { deliver, messageNow, newMetaChannel, newWamid } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";

let client: Client;
let channel: Channel;

beforeAll(async () => {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
});

const download = (medium: Message["media"], range?: string) =>
  call("GET", medium!.url!, { ...(range && { headers: { Range: range } }) });

/** Receives an image and fetches it. Returns the message before and after. */
async function received(file: Record<string, string>) {
  const before = await receiveFile(client, channel, file);
  await runMediaFetcher(client);
  return { before, after: await messageNow(client, before) };
}

describe("a file that a lead has sent", () => {
  it("is fetched with the channel's token, and shown by a URL of ours", async () => {
    const { id, name } = await newFileAtMeta(fileOf("the bytes of a picture"));
    const { before, after } = await received({ id, mime_type: "image/jpeg" });
    expect(before.media).toMatchObject({ state: "pending", kind: "image", url: null, size: null });
    expect(after.media).toMatchObject({
      ...{ id: before.media!.id, state: "stored", failure: null, kind: "image" },
      ...{ mime_type: "image/jpeg", size: 22, filename: null },
    });
    expect((await client.get(`/media/${after.media!.id}`)).body.data).toMatchObject({
      id: after.media!.id,
      size: 22,
    });
    for (const key of [id, name])
      expect((await requestsTo(key)).map(({ headers }) => headers.authorization)).toEqual([
        `Bearer token-of-${channel.external_id}`,
      ]);
    const file = await download(after.media);
    expect([file.status, file.text]).toEqual([200, "the bytes of a picture"]);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": "22",
      "content-disposition": `inline; filename="image-${after.media!.id}.jpg"`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(await download(after.media, "bytes=4-8")).toMatchObject({ status: 206, text: "bytes" });
    expect(await filesOf(client)).toContain(`media/${client.workspaceId}/${after.media!.id}`);
    await later(3_602_000, async () => {
      expect((await download(after.media)).status).toBe(403);
    });
  });

  it("can't run on our origin, whatever it is called", async () => {
    const { id } = await newFileAtMeta(fileOf("<script>alert(1)</script>", "text/html"));
    const filename = '../x"\r\n\u202Eé.html';
    const { after } = await received({ type: "document", id, filename });
    expect(after.media).toMatchObject({ state: "stored", mime_type: "text/html" });
    const { headers } = await download(after.media);
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; filename="[\w.-]+\.html"$/);
    expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("Content-Type")).toBe("application/octet-stream");
  });

  it.each([
    ...["text/javascript", "application/javascript", "text/css", "application/json"],
    ...["image/svg+xml", "audio/x+xml", "video/svg+xml", "application/xhtml+xml"],
  ])("is bytes to be saved, and nothing that a page could load, if it is %s", async (type) => {
    const { headers } = await download(await uploaded(client, type));
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": expect.stringMatching(/^attachment; /),
      "x-content-type-options": "nosniff",
    });
  });

  it.each([
    ["video/mp4", "inline"],
    ["application/pdf", "attachment"],
    ["text/plain", "attachment"],
  ])("keeps its type, which platforms ask for, if it is %s", async (type, disposition) => {
    const { headers } = await download(await uploaded(client, type));
    expect(headers.get("Content-Type")).toMatch(new RegExp(`^${type}`));
    expect(headers.get("Content-Disposition")).toMatch(new RegExp(`^${disposition}; `));
  });

  it("is nobody's by another URL, nor another workspace's", async () => {
    const { id } = await newFileAtMeta(fileOf("a"));
    const { media } = (await received({ id })).after;
    const [signature = "", name = ""] = media!.url!.split("/").slice(-2);
    const [mac, workspace, medium, until] = signature.split(".");
    const other = (Number.parseInt(medium!, 36) - 1).toString(36);
    for (const wrong of [
      media!.url!.replace(name, "other.jpg"),
      media!.url!.replace(signature, `${mac}.${workspace}.${other}.${until}`),
      media!.url!.replace(signature, `${mac}.${workspace}.${medium}.zzzzzzz`),
      media!.url!.replace(
        signature,
        `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      ),
      media!.url!.replace(signature, `${mac}.${until}`),
    ])
      expect([wrong, (await call("GET", wrong)).status]).toEqual([wrong, 403]);
    const stranger = await newWorkspace();
    expect((await stranger.get(`/media/${media!.id}`)).status).toBe(404);
    expect((await stranger.delete(`/media/${media!.id}`)).status).toBe(404);
  });

  it("is stored once, however often its message is delivered", async () => {
    const { id, name } = await newFileAtMeta(fileOf("once"));
    const file = { id, wamid: newWamid(), from: "16505550001" };
    const { after } = await received(file);
    expect((await received(file)).after.media!.id).toBe(after.media!.id);
    expect(await requestsTo(name)).toHaveLength(1);
  });

  it.each([
    ["larger than it may be", fileOf("x".repeat(512_001), "image/webp"), "too_large"],
    ["larger than it says", fileOf("x", "image/webp", { "Content-Length": "900000" }), "too_large"],
    ["of another type", fileOf("<svg/>", "image/svg+xml"), "wrong_type"],
    ["of no type", { do: "status", status: 200, body: "x" }, "wrong_type"],
    ["gone", { do: "status", status: 404 }, "not_found"],
    ["elsewhere", { do: "redirect", to: "http://10.0.0.1/secret" }, "not_allowed"],
    ["nowhere", { do: "status", status: 302 }, "refused"],
  ] as const)("fails if it is %s", async (_, answer, failure) => {
    const { id } = await newFileAtMeta(answer);
    const { after } = await received({ type: "sticker", id });
    expect(after.media).toMatchObject({ state: "failed", failure, url: null, size: null });
    expect(await filesOf(client)).not.toContain(`media/${client.workspaceId}/${after.media!.id}`);
  });

  it("fails if Meta does not know it", async () => {
    const id = `gone${crypto.randomUUID()}`;
    await order(id, { always: { do: "error", code: 100, subcode: 33 } });
    expect((await received({ id })).after.media).toMatchObject({
      state: "failed",
      failure: "not_found",
    });
  });

  it.each([
    ["cut off", { do: "cut" }],
    ["reset", { do: "reset" }],
    ["unavailable", { do: "status", status: 503 }],
    ["refused", { do: "status", status: 401 }],
  ] as const)("is tried again later if it is %s", async (what, first) => {
    const { id } = await newFileAtMeta(fileOf("whole", "application/pdf"), [first]);
    const { before, after } = await received({ type: "document", id });
    const failure = what === "refused" ? "refused" : "unreachable";
    expect(after.media).toMatchObject({ state: "pending", failure, url: null });
    await later(13_000, () => runMediaFetcher(client));
    const stored = (await messageNow(client, before)).media;
    expect(stored).toMatchObject({ state: "stored", failure: null, size: 5 });
    expect((await download(stored)).text).toBe("whole");
  });

  it("fails for good after the last try", async () => {
    const { id, name } = await newFileAtMeta({ do: "status", status: 500 });
    const { before } = await received({ id });
    for (const seconds of [13, 100, 1_000, 6_000, 40_000, 100_000])
      await later(seconds * 1_000, () => runMediaFetcher(client));
    expect((await messageNow(client, before)).media).toMatchObject({
      state: "failed",
      failure: "unreachable",
    });
    expect(await requestsTo(name)).toHaveLength(7);
  });

  it("comes in parts if it is large and of unknown length", async () => {
    const large = "0123456789abcdef".repeat(400_000);
    const { id } = await newFileAtMeta(fileOf(large, "application/pdf"));
    const { after } = await received({ type: "document", id, filename: "offer.pdf" });
    expect(after.media).toMatchObject({ state: "stored", size: 6_400_000, filename: "offer.pdf" });
    expect((await download(after.media)).text === large).toBe(true);
  });

  it.each([
    ["before it is claimed", 1, down],
    ["after it was claimed", 1, unanswered],
    ["after it is in R2", 2, down],
    ["once it is stated", 2, unanswered],
  ] as const)("is stored once if its fetcher dies %s", async (_, at, around) => {
    const own = await newWorkspace();
    const { id, name } = await newFileAtMeta(fileOf("kept"));
    const message = await receiveFile(own, await newMetaChannel(own), { id });
    await bindMediaFetcher(own, { DB: databaseWith(onlyAt(at, around)) });
    await runMediaFetcher(own).catch(() => {});
    await later(200_000, () => runMediaFetcher(own));
    const { media } = await messageNow(own, message);
    expect(media).toMatchObject({ state: "stored", size: 4, mime_type: "image/jpeg" });
    expect(await filesOf(own)).toEqual([`media/${own.workspaceId}/${media!.id}`]);
    expect((await requestsTo(name)).length).toBe(1);
    expect((await own.get("/usage")).body.data.stored.media_bytes).toBe(4);
  });

  it("is fetched though its wake-up was lost", async () => {
    const own = await newWorkspace();
    const { id } = await newFileAtMeta(fileOf("kept"));
    const message = await receiveFile(own, await newMetaChannel(own), { id });
    await later(31_000, async () => {
      await wakeMediaFetchers(testEnv, databaseOf(), 300);
      await runDurableObjectAlarm(mediaFetcherOf(own));
    });
    expect((await messageNow(own, message)).media).toMatchObject({ state: "stored" });
  });

  it("does not wait for another that is slow", async () => {
    const own = await newWorkspace();
    const number = await newMetaChannel(own);
    const slow = await newFileAtMeta({ do: "hold" });
    const quick = await newFileAtMeta(fileOf("quick"));
    const input = { type: "document", filename: "a.json" };
    const held = await receiveFile(own, number, { ...input, id: slow.id });
    const running = runMediaFetcher(own);
    await eventually(async () => expect(await requestsTo(slow.name)).toHaveLength(1));
    const message = await receiveFile(own, number, { id: quick.id });
    await runInDurableObject(mediaFetcherOf(own), (fetcher: MediaFetcher) =>
      fetcher.wake(own.workspaceId),
    );
    await eventually(async () =>
      expect((await messageNow(own, message)).media).toMatchObject({ state: "stored" }),
    );
    expect((await messageNow(own, held)).media).toMatchObject({ state: "pending" });
    await release(slow.name);
    await running;
    expect((await messageNow(own, held)).media).toMatchObject({ state: "stored" });
  });

  it("comes from Instagram by its URL, without a token", async () => {
    const own = await newWorkspace();
    const account = await newMetaChannel(own, "instagram");
    const { url, name } = await newFile(fileOf("a selfie", "image/webp"));
    const mid = crypto.randomUUID();
    const event = {
      ...{ sender: { id: "5678" }, recipient: { id: account.external_id }, timestamp: Date.now() },
      message: { mid, attachments: [{ type: "image", payload: { url } }] },
    };
    const entry = [{ id: account.external_id, time: Date.now(), messaging: [event] }];
    await deliver(account, { object: "instagram", entry }, { fetcher: unwoken });
    await runMediaFetcher(own);
    const [row] = await rowsOf<{ id: number }>(
      "select id from messages where external_id = ?",
      mid,
    );
    expect((await messageNow(own, row!)).media).toMatchObject({
      ...{ state: "stored", kind: "image", mime_type: "image/webp", size: 8 },
    });
    expect((await requestsTo(name))[0]!.headers).not.toHaveProperty("authorization");
  });

  it("is not fetched for a workspace that has enough", async () => {
    const own = await newWorkspace();
    await testEnv.DB.prepare("update workspaces set quotas = '{\"media_bytes\":0}' where id = ?")
      .bind(own.workspaceId)
      .run();
    const { id, name } = await newFileAtMeta(fileOf("kept"));
    const message = await receiveFile(own, await newMetaChannel(own), { id });
    await runMediaFetcher(own);
    expect((await messageNow(own, message)).media).toMatchObject({
      state: "failed",
      failure: "quota_reached",
    });
    expect(await requestsTo(name)).toEqual([]);
  });
});
