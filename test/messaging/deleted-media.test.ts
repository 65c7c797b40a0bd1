import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { cleanUp } from "#features/operations/chunks/clean-ups";
import { RemovalQueue } from "#features/operations/chunks/removals";
import { type Client, call, newWorkspace } from "../support/api";
import { holdChunkWorker } from "../support/chunks";
import { later } from "../support/clicks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import {
  fileOf,
  filesOf,
  newFileAtMeta,
  receiveFile,
  removeFiles,
  runMediaFetcher,
} from "../support/media";
import { databaseWith, down, onlyAt, unanswered } from "../support/message-sender-faults";
import { deliver, messageNow, newMetaChannel, newNumber, whatsappBody } from "../support/messaging";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";

skipEventAudit();

let client: Client;
let channel: Channel;

beforeAll(async () => {
  await holdChunkWorker();
});

/** A workspace with an image that a lead has sent. */
async function stored(file: Record<string, string> = {}) {
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  const { id } = await newFileAtMeta(fileOf("a picture"));
  const message = await receiveFile(client, channel, { id, ...file });
  await runMediaFetcher(client);
  const now = await messageNow(client, message);
  expect(now.media).toMatchObject({ state: "stored" });
  expect(await filesOf(client)).toHaveLength(1);
  return now;
}

async function removeBehind() {
  const queue = new RemovalQueue(testEnv, "DB");
  while (await queue.workNext());
  await removeFiles();
}

const isGone = async (url: string) => {
  expect((await call("GET", url)).status).toBe(404);
  await removeBehind();
  expect(await filesOf(client)).toEqual([]);
  expect(await rowsOf("select id from media where workspace_id = ?", client.workspaceId)).toEqual(
    [],
  );
  expect((await client.get("/usage")).body.data.stored.media_bytes).toBe(0);
};

const leadOf = async (conversation: number) =>
  (await client.get(`/conversations/${conversation}`)).body.data.lead_id;

describe("a file that a lead has sent", () => {
  it("goes with its lead, at once for readers", async () => {
    const { media, conversation_id } = await stored();
    await client.delete(`/leads/${await leadOf(conversation_id)}`);
    expect((await client.get(`/media/${media!.id}`)).status).toBe(404);
    await isGone(media!.url!);
  });

  it("goes when its sender deletes the message", async () => {
    const from = newNumber();
    const { media, external_id, id } = await stored({ from });
    const revoke = {
      messages: [
        {
          ...{ from, id: "wamid.revoke", timestamp: "1749416383", type: "revoke" },
          revoke: { original_message_id: external_id },
        },
      ],
    };
    expect((await deliver(channel, whatsappBody(channel, revoke))).status).toBe(200);
    expect((await messageNow(client, { id })).media).toBeNull();
    await isGone(media!.url!);
  });

  it.each(["retention_texts_days", "retention_media_days"])("goes by %s", async (setting) => {
    const message = await stored();
    await client.patch("/settings", { [setting]: 3 });
    await cleanUp(testEnv, databaseOf(), 50);
    expect((await messageNow(client, message)).media).not.toBeNull();
    await later(4 * 86_400_000, async () => {
      await cleanUp(testEnv, databaseOf(), 50);
      await removeBehind();
    });
    expect((await messageNow(client, message)).media).toBeNull();
    await isGone(message.media!.url!);
  });

  it("can be deleted by itself, and is not fetched again", async () => {
    const message = await stored();
    const { id, url } = message.media!;
    expect((await client.delete(`/media/${id}`)).body).toEqual({ success: true, deleted: 1 });
    expect((await client.delete(`/media/${id}`)).status).toBe(404);
    expect((await messageNow(client, message)).media).toBeNull();
    await isGone(url!);
    await runMediaFetcher(client);
    expect(await filesOf(client)).toEqual([]);
  });

  it.each([
    ["before its row is", 1, down],
    ["while its row stays", 2, down],
    ["when its row is", 2, unanswered],
  ] as const)("is gone though its remover dies %s", async (_, at, around) => {
    const { media } = await stored();
    await client.delete(`/media/${media!.id}`);
    await removeFiles({ DB: databaseWith(onlyAt(at, around)) }).catch(() => {});
    await isGone(media!.url!);
  });

  it("is not stored after all if it is deleted while it is fetched", async () => {
    client = await newWorkspace();
    channel = await newMetaChannel(client);
    const { id } = await newFileAtMeta(fileOf("late"));
    const message = await receiveFile(client, channel, { id });
    // As if it had been claimed, and its file were under way.
    await testEnv.DB.prepare("update media set attempts = 1, next_at = ? where workspace_id = ?")
      .bind(Date.now() + 100_000, client.workspaceId)
      .run();
    await testEnv.FILES.put(`media/${client.workspaceId}/${message.media!.id}`, "late");
    await client.delete(`/leads/${await leadOf(message.conversation_id)}`);
    await removeBehind();
    expect(await filesOf(client)).toHaveLength(1);
    await later(200_000, removeBehind);
    expect(await filesOf(client)).toEqual([]);
  });
});
