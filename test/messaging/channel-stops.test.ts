import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { unscopedBatch } from "#db/batch";
import { stopChannels } from "#features/messaging/channels/stop";
import { type Client, metaAccount, newChannel, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { databaseOf } from "../support/scope";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

/** Inserts a message that the channel has not finished sending, straight into D1. */
async function newMessage(channelId: number, status = "queued") {
  const lead = await newLead(client);
  const due = ["queued", "sending"].includes(status) ? 1 : null;
  const [, { results }] = (await testEnv.DB.batch<{ id: number }>([
    testEnv.DB.prepare(
      "insert into conversations (workspace_id, lead_id, platform, channel_id, created_at, updated_at) values (?, ?, 'whatsapp', ?, 0, 0)",
    ).bind(client.workspaceId, lead.id, channelId),
    testEnv.DB.prepare(
      `insert into messages (workspace_id, conversation_id, channel_id, direction, type, status, next_attempt_at, created_at)
       select workspace_id, id, channel_id, 'outbound', 'text', ?, ?, 0 from conversations where lead_id = ? returning id`,
    ).bind(status, due, lead.id),
  ])) as [unknown, { results: { id: number }[] }];
  return results[0]!.id;
}

async function messageOf(id: number) {
  const row = await testEnv.DB.prepare(
    "select status, error, next_attempt_at from messages where id = ?",
  )
    .bind(id)
    .first<{ status: string; error: string | null; next_attempt_at: number | null }>();
  return { ...row, error: row!.error && JSON.parse(row!.error) };
}

const failed = (reason: string, message: string) => ({
  status: "failed",
  error: { reason, code: null, message, retry_at: null },
  next_attempt_at: null,
});
const stopped = failed("channel_stopped", "The channel is stopped.");
const untouched = (status: string) => ({
  status,
  error: null,
  next_attempt_at: ["queued", "sending"].includes(status) ? 1 : null,
});

describe("a channel that is stopped", () => {
  it("has only its unsent messages failed", async () => {
    const [channel, other] = [await newChannel(client), await newChannel(client)];
    const statuses = ["queued", "sending", "sent", "unknown"];
    const ids = await Promise.all(statuses.map((status) => newMessage(channel.id, status)));
    const elsewhere = await newMessage(other.id);
    const { data } = (await client.put(`/channels/${channel.id}`, { name: "C", is_active: false }))
      .body;
    expect(data).toMatchObject({
      status: "stopped",
      stop_reason: "by_request",
      stop_detail: null,
      stopped_at: expect.any(String),
    });
    expect(data).toMatchObject({ name: "C", is_default: true });
    expect(await Promise.all(ids.map(messageOf))).toEqual([
      stopped,
      ...statuses.slice(1).map(untouched),
    ]);
    expect(await messageOf(elsewhere)).toEqual(untouched("queued"));
  });

  it("can be stopped by a request", async () => {
    const made = await newChannel(client, { is_active: false });
    expect(made).toMatchObject({
      status: "stopped",
      stop_reason: "by_request",
      stopped_at: expect.any(String),
      is_default: true,
    });
  });

  it("by a provider's refusal stays stopped until a replacement connects it again", async () => {
    const { id } = await newChannel(client, { provider: "whatsapp_cloud", ...metaAccount() });
    const waiting = await newMessage(id);
    const writer = { db: databaseOf(), actor: "p" as const };
    const stop = (detail: string) => {
      const stopped = stopChannels(writer, sql`${id}`, "unauthorized", detail);
      return unscopedBatch({ db: databaseOf() }, { stopped });
    };
    await stop("The session has expired.");
    const { data } = (await client.get(`/channels/${id}`)).body;
    expect(data).toMatchObject({
      status: "stopped",
      stop_reason: "unauthorized",
      stop_detail: "The session has expired.",
    });
    expect(await messageOf(waiting)).toEqual(stopped);
    await stop("Again.");
    const still = await client.put(`/channels/${id}`, {
      name: "C",
      external_id: "1",
      is_active: false,
    });
    const { status, stop_reason, stop_detail, stopped_at } = data;
    expect(still.body.data).toMatchObject({ status, stop_reason, stop_detail, stopped_at });
    const again = await client.put(`/channels/${id}`, {
      name: "C",
      external_id: "1",
      credentials: { access_token: "fresh-token" },
    });
    expect(again.body.data).toMatchObject({
      status: "active",
      stop_reason: null,
      stop_detail: null,
      stopped_at: null,
    });
  });
});

describe("a channel that is deleted", () => {
  it("has only its unsent messages failed", async () => {
    const [channel, other] = [await newChannel(client), await newChannel(client)];
    const [queued, sending, elsewhere] = [
      await newMessage(channel.id),
      await newMessage(channel.id, "sending"),
      await newMessage(other.id),
    ];
    await client.delete(`/channels/${channel.id}`);
    expect(await messageOf(queued)).toEqual(failed("no_channel", "The channel was deleted."));
    expect(await messageOf(sending)).toEqual(untouched("sending"));
    expect(await messageOf(elsewhere)).toEqual(untouched("queued"));
  });

  it("must belong to the workspace: others' messages stay", async () => {
    const { id } = await newChannel(client);
    const queued = await newMessage(id);
    const stranger = await newWorkspace();
    expect((await stranger.delete(`/channels/${id}`)).status).toBe(404);
    expect((await stranger.put(`/channels/${id}`, { name: "C", is_active: false })).status).toBe(
      404,
    );
    expect(await messageOf(queued)).toEqual(untouched("queued"));
  });
});
