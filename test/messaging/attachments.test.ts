import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { ACCOUNT_ID, bodyOf, bodyWith, fromPerson, PERSON_ID } from "../fixtures/instagram";
import { type Client, call, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { fileOf, filesOf, newFile, removeFiles, runMediaFetcher, unwoken } from "../support/media";
import { deliver, messageNow, newMetaChannel } from "../support/messaging";

skipEventAudit();

let client: Client;
let channel: Channel;

beforeAll(async () => {
  await holdChunkWorker();
  client = await newWorkspace();
  channel = await newMetaChannel(client, "instagram", { external_id: ACCOUNT_ID });
});

const photo = (url: string) => ({ type: "image", payload: { url } });

/** A message with three photos, each of them a file of its own, before and after it is fetched. */
async function received(mid: string) {
  const urls: string[] = [];
  for (const n of [1, 2, 3]) urls.push((await newFile(fileOf(`picture ${n}`))).url);
  const message = { mid, text: "All of us", attachments: urls.map(photo) };
  const body = bodyOf({ message, timestamp: Date.now() });
  for (const _ of [1, 2]) await deliver(channel, body, { fetcher: unwoken });
  const [stored] = (await client.get("/messages")).body.data;
  await runMediaFetcher(client);
  return { before: stored, after: await messageNow(client, stored) };
}

describe("a message with several photos", () => {
  it("is one message, one reply, and has all of them", async () => {
    const { before, after } = await received("m_1");
    expect(before.attachments).toMatchObject(
      Array.from({ length: 3 }, () => ({ type: "image", media: { state: "pending" } })),
    );
    const [talk] = (await client.get("/conversations")).body.data;
    expect(talk).toMatchObject({ messages_count: 1, unread_count: 1 });
    expect(after.media).toEqual(after.attachments[0]!.media);
    const texts: string[] = [];
    for (const { media } of after.attachments) texts.push((await call("GET", media.url!)).text);
    expect(texts).toEqual(["picture 1", "picture 2", "picture 3"]);
    const [listed] = (await client.get(`/conversations/${talk.id}/messages`)).body.data;
    expect(listed.attachments.map(({ media }: { media: { id: number } }) => media.id)).toEqual(
      after.attachments.map(({ media }) => media.id),
    );
    expect((await client.get("/usage")).body.data.stored.media_bytes).toBe(27);
  });

  it("loses one of them alone, and all with the message", async () => {
    const { after } = await received("m_2");
    const [first, second, third] = after.attachments.map(({ media }) => media);
    await client.delete(`/media/${first!.id}`);
    const now = await messageNow(client, after);
    expect(now.attachments.map(({ media }) => media.id)).toEqual([second!.id, third!.id]);
    expect(now.media?.id).toBe(second!.id);
    const files = await filesOf(client);
    const deletion = { message: { mid: "m_2", is_deleted: true } };
    await deliver(channel, bodyOf(deletion), { fetcher: unwoken });
    expect(await messageNow(client, after)).toMatchObject({ media: null, attachments: [] });
    await removeFiles();
    expect(await filesOf(client)).toHaveLength(files.length - 3);
  });

  it("goes with its lead", async () => {
    await received("m_3");
    expect(await filesOf(client)).not.toEqual([]);
    for (const { id } of (await client.get("/leads")).body.data)
      await client.delete(`/leads/${id}`);
    const queue = new RemovalQueue(testEnv, "DB");
    while (await queue.workNext());
    await removeFiles();
    expect(await filesOf(client)).toEqual([]);
    expect((await client.get("/usage")).body.data.stored.media_bytes).toBe(0);
  });
});

describe("a postback without an id", () => {
  it("is a message, once for each tap", async () => {
    const tap = (timestamp: number, payload: string) =>
      fromPerson({ timestamp, postback: { title: "Get started", payload } });
    const body = bodyWith({ messaging: [tap(1_459_991_487_970, "START"), tap(5, "START")] });
    for (const _ of [1, 2]) await deliver(channel, body);
    await deliver(channel, bodyWith({ messaging: [tap(1_459_991_487_970, "HELP")] }));
    const ids = (await client.get("/messages")).body.data.map(
      (message: { external_id: string }) => message.external_id,
    );
    expect(ids).toEqual([
      `postback:${PERSON_ID}:1459991487970:HELP`,
      `postback:${PERSON_ID}:5000:START`,
      `postback:${PERSON_ID}:1459991487970:START`,
    ]);
    expect((await client.get("/leads")).body.data).toHaveLength(1);
  });
});
