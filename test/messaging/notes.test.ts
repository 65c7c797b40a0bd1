import { describe, expect, it } from "vitest";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { messagesOf } from "../support/messaging";
import { rowsOf } from "../support/rows";

async function newTalk(client: Client) {
  const channel = await newChannel(client);
  const lead = await newLead(client);
  const { conversation_id: id } = await newInbound(client, channel.id, lead.id);
  const now = async () => (await client.get(`/conversations/${id}`)).body.data;
  return { id, lead, channel, now };
}

const eventsOf = async (client: Client) =>
  (await client.get("/events?type[]=conversation.*&type[]=message.*&order=asc")).body.data.map(
    ({ type, actor, data }: { type: string; actor: object; data: { message: unknown } }) => ({
      type,
      actor,
      message: data.message,
    }),
  );

describe("a note", () => {
  it("is listed with the messages of its conversation, which it leaves as it was", async () => {
    const client = await newWorkspace();
    const talk = await newTalk(client);
    await client.patch(`/conversations/${talk.id}`, { state: "closed" });
    const before = await talk.now();
    const usage = async () => (await client.get("/usage")).body.data;
    const used = await usage();
    const path = `/conversations/${talk.id}/notes`;
    const key = { headers: { "Idempotency-Key": "once" } };
    const [note, again] = [
      await client.post(path, { text: " Prefers calls " }, key),
      await client.post(path, { text: " Prefers calls " }, key),
    ];
    const { token } = (await client.get("/me")).body.data;
    expect(note.body.data).toMatchObject({
      direction: "internal",
      type: "note",
      text: "Prefers calls",
      status: "noted",
      author: { id: token.id, name: token.name },
      sent_at: null,
    });
    expect(again.body).toEqual(note.body);
    expect(await talk.now()).toEqual(before);
    expect((await messagesOf(client, talk.id)).map(({ type }) => type)).toEqual(["text", "note"]);
    const listed = async (query: string) =>
      (await client.get(`/messages?${query}`)).body.data.map(({ type }: { type: string }) => type);
    expect(await listed(`conversation_id=${talk.id}`)).toEqual(["text"]);
    expect(await listed("")).toEqual(["text"]);
    expect(await listed(`direction=internal&lead_id=${talk.lead.id}`)).toEqual(["note"]);
    const after = await usage();
    const { bytes, ...counts } = after.stored;
    expect(bytes).toBeGreaterThan(used.stored.bytes);
    expect(counts).toEqual({ ...counts, messages: used.stored.messages });
    expect(await rowsOf("select 1 from analyses where conversation_id = ?", talk.id)).toEqual([]);
    expect(await eventsOf(client)).toMatchObject([
      { type: "message.received" },
      { type: "conversation.updated" },
      {
        type: "conversation.note_added",
        actor: { type: "token", id: token.id },
        message: { id: note.body.data.id, text: "Prefers calls", direction: "internal" },
      },
    ]);
    const [bundle] = [await client.get(`/leads/${talk.lead.id}/bundle`)];
    expect(bundle.text).toContain("Prefers calls");
  });

  it("is neither sent nor reported on, and only a note can be deleted", async () => {
    const client = await newWorkspace();
    const talk = await newTalk(client);
    const note = await make(client, `/conversations/${talk.id}/notes`, { text: "Later" });
    const status = await client.post(`/messages/${note.id}/status`, { status: "sent" });
    expect(status.status).toBe(409);
    const [received] = await messagesOf(client, talk.id);
    expect((await client.delete(`/messages/${received!.id}`)).status).toBe(409);
    const reader = await withAbilities(client, "conversations:read");
    expect((await reader.delete(`/messages/${note.id}`)).status).toBe(403);
    expect((await reader.post(`/conversations/${talk.id}/notes`, { text: "No" })).status).toBe(403);
    const stranger = await newWorkspace();
    expect((await stranger.delete(`/messages/${note.id}`)).status).toBe(404);
    const foreign = await stranger.post(`/conversations/${talk.id}/notes`, { text: "No" });
    expect(foreign.status).toBe(404);
    const both = await Promise.all([1, 2].map(() => client.delete(`/messages/${note.id}`)));
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 404]);
    expect(await eventsOf(client)).toMatchObject([
      { type: "message.received" },
      { type: "conversation.note_added", message: null },
      { type: "conversation.note_deleted" },
    ]);
    const next = await make(client, `/conversations/${talk.id}/notes`, { text: "Again" });
    expect(next.id).toBeGreaterThan(note.id);
    for (const text of ["", "  ", 7, "x".repeat(4097)])
      expect((await client.post(`/conversations/${talk.id}/notes`, { text })).status).toBe(422);
    await client.delete(`/leads/${talk.lead.id}`);
    expect((await client.get(`/messages/${next.id}`)).status).toBe(404);
  });

  it("goes with its conversation when leads are joined, as its state does", async () => {
    const client = await newWorkspace();
    const channel = await newChannel(client);
    const [keep, gone] = [await newLead(client), await newLead(client)];
    const one = await newInbound(client, channel.id, keep.id);
    const other = await newInbound(client, channel.id, gone.id);
    await make(client, `/conversations/${other.conversation_id}/notes`, { text: "Same person" });
    await client.patch(`/conversations/${one.conversation_id}`, { state: "closed" });
    const { token } = (await client.get("/me")).body.data;
    await client.patch(`/conversations/${other.conversation_id}`, { assignee_id: token.id });
    const merged = await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
    expect(merged.status, merged.text).toBeLessThan(300);
    const { body } = await client.get("/conversations?order=activity");
    expect(body.data).toMatchObject([
      {
        id: one.conversation_id,
        state: "open",
        assignee: { id: token.id },
        unread_count: 2,
        messages_count: 2,
        last_message: { id: other.id },
      },
    ]);
    const types = (await messagesOf(client, one.conversation_id)).map(({ type }) => type);
    expect(types).toEqual(["text", "text", "note"]);
  });
});
