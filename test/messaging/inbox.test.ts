import { beforeAll, describe, expect, it } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import { endSnoozes } from "#features/messaging/conversations/overdue";
import type { Conversation } from "#features/messaging/conversations/schema";
import {
  type Client,
  make,
  newChannel,
  newInbound,
  newLead,
  newMessage,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { requestsTo } from "../support/graph";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";
import { seedConversations, seedLeads, seedMessages } from "../support/seed";

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const listed = async (client: Client, query = ""): Promise<Conversation[]> =>
  (await client.get(`/conversations?order=activity${query}`)).body.data;
const idsBy = async (client: Client, query = "") =>
  (await listed(client, query)).map(({ id }) => id);
const conversationNow = async (client: Client, id: number): Promise<Conversation> =>
  (await client.get(`/conversations/${id}`)).body.data;

/** The data of the newest events of a kind about conversations, the oldest first. */
const eventsOf = async (client: Client, type: string) =>
  (await client.get(`/events?type[]=${type}&order=asc&per_page=100`)).body.data.map(
    ({ data, actor }: { data: { lead: unknown }; actor: { type: string } }) => ({
      ...data,
      by: actor.type,
    }),
  );

describe("the inbox", () => {
  let client: Client;
  let channel: Channel;
  let other: Channel;
  let token: { id: number; name: string };
  let tag: number;
  /** Four conversations, in the order in which they were opened. */
  let ids: number[];
  let leads: number[];

  beforeAll(async () => {
    client = await newWorkspace();
    [channel, other] = [await newChannel(client), await newChannel(client)];
    const { id, name } = await make(client, "/tokens", {
      name: "Camille",
      abilities: ["conversations:read", "conversations:write"],
    });
    token = { id, name };
    tag = (await newTag(client)).id;
    leads = [];
    ids = [];
    for (const place of [0, 1, 2, 3]) {
      const tagged = place === 1 ? { tag_ids: [tag] } : {};
      const lead = await newLead(client, { first_name: `Lead ${place}`, ...tagged });
      const on = place === 3 ? other : channel;
      const at = place === 0 ? inHours(-30) : inHours(-1);
      const first = await newInbound(client, on.id, lead.id, { at, text: "é".repeat(300) });
      leads.push(lead.id);
      ids.push(first.conversation_id);
    }
  });

  it("shows each conversation with its last message, lead and unread messages", async () => {
    const [, one] = ids;
    await newInbound(client, channel.id, leads[1]!, { text: "Are you there?" });
    expect(await idsBy(client)).toEqual([one, ids[3], ids[2], ids[0]]);
    const [first, second] = await listed(client);
    expect(first).toMatchObject({
      lead: { id: leads[1], first_name: "Lead 1", phone: expect.any(String), email: null },
      last_message: { direction: "inbound", text: "Are you there?", status: "received" },
      unread_count: 2,
      state: "open",
      assignee: null,
      window: { is_open: true },
    });
    expect(second!.last_message!.text).toBe("é".repeat(200));
    const message = await newMessage(client, ids[0]!, {
      type: "template",
      text: undefined,
      template: { name: "revive", language: "en" },
    });
    expect((await listed(client))[0]).toMatchObject({
      id: ids[0],
      last_message: { id: message.id, direction: "outbound", type: "template" },
      unread_count: 1,
    });
    const limited = await withAbilities(client, "conversations:read");
    expect((await listed(limited)).map(({ lead }) => lead)).toEqual([null, null, null, null]);
    for (const order of ["activity", "created"])
      expect((await limited.get(`/conversations?order=${order}&tag_ids[]=${tag}`)).status).toBe(
        403,
      );
  });

  it("assigns, closes and snoozes, tells the feed, and opens by a message of the lead", async () => {
    const [one, two, three] = ids as [number, number, number];
    const patch = (id: number, input: object) => client.patch(`/conversations/${id}`, input);
    const assigned = await patch(one, { assignee_id: token.id });
    expect(assigned.body.data).toMatchObject({ assignee: token, state: "open" });
    await patch(one, { assignee_id: token.id });
    const until = inHours(2);
    await patch(two, { state: "snoozed", snoozed_until: until });
    const closed = await patch(three, { state: "closed", assignee_id: token.id });
    expect(closed.body.data).toMatchObject({ state: "closed", assignee: token });
    expect((await patch(three, {})).body.data).toEqual(closed.body.data);
    expect(await idsBy(client, "&state=closed")).toEqual([three]);
    expect(await idsBy(client, "&state=snoozed")).toEqual([two]);
    expect((await idsBy(client, "&state=open")).toSorted()).toEqual([one, ids[3]].toSorted());
    expect(await idsBy(client, `&assignee_id=${token.id}&state=open`)).toEqual([one]);
    expect((await idsBy(client, "&is_assigned=1")).toSorted()).toEqual([one, three].toSorted());
    expect((await idsBy(client, "&is_assigned=0")).toSorted()).toEqual([two, ids[3]].toSorted());
    expect(await idsBy(client, `&tag_ids[]=${tag}`)).toEqual([two]);
    expect(await idsBy(client, `&channel_id=${other.id}`)).toEqual([ids[3]]);
    expect(await idsBy(client, `&lead_id=${leads[2]}`)).toEqual([three]);
    expect(await idsBy(client, "&is_window_open=0")).toEqual([one]);
    expect(await idsBy(client, "&last_message_direction=outbound")).toEqual([one]);
    const byCreation = await client.get("/conversations?state=closed&is_unread=1");
    expect(byCreation.body.data).toEqual([await conversationNow(client, three)]);

    await newInbound(client, channel.id, leads[2]!);
    await newInbound(client, channel.id, leads[1]!);
    expect(await conversationNow(client, three)).toMatchObject({ state: "open", assignee: token });
    expect(await conversationNow(client, two)).toMatchObject({
      state: "open",
      snoozed_until: null,
    });
    const about = (id: number, changed: string[], more: object) =>
      expect.objectContaining({ conversation_id: id, changed, ...more });
    expect(await eventsOf(client, "conversation.updated")).toEqual([
      about(one, ["assignee"], { assignee: token, by: "token" }),
      about(two, ["state"], { state: "snoozed", snoozed_until: until, assignee: null }),
      about(three, ["state", "assignee"], { state: "closed", assignee: token }),
      about(three, ["state"], { state: "open", assignee: token }),
      about(two, ["state"], { state: "open", snoozed_until: null }),
    ]);
  });

  it("is open again once its snooze is over", async () => {
    const [, two] = ids as [number, number];
    await client.patch(`/conversations/${two}`, { state: "snoozed", snoozed_until: inHours(1) });
    const hour = 3_600_000;
    await endSnoozes(databaseOf(), Date.now() + hour / 2);
    expect(await conversationNow(client, two)).toMatchObject({ state: "snoozed" });
    await endSnoozes(databaseOf(), Date.now() + hour);
    expect(await conversationNow(client, two)).toMatchObject({
      state: "open",
      snoozed_until: null,
    });
    expect(await idsBy(client, "&state=snoozed")).toEqual([]);
    expect(await idsBy(client, "&state=open")).toContain(two);
    const [latest] = (await client.get("/events?type[]=conversation.updated")).body.data;
    expect(latest).toMatchObject({
      actor: { type: "service" },
      data: { conversation_id: two, changed: ["state"], state: "open" },
    });
  });

  it("refuses assignees who are none, and what makes no sense", async () => {
    const [one] = ids;
    const stranger = await newWorkspace();
    const strange = (await stranger.get("/me")).body.data.token.id;
    const reader = await make(client, "/tokens", {
      name: "Reader",
      abilities: ["conversations:read"],
    });
    const faults: [object, string][] = [
      [{ assignee_id: strange }, "assignee_id"],
      [{ assignee_id: reader.id }, "assignee_id"],
      [{ assignee_id: strange, state: "away" }, "assignee_id state"],
      [{ state: "snoozed" }, "snoozed_until"],
      [{ state: "snoozed", snoozed_until: inHours(-1) }, "snoozed_until"],
      [{ snoozed_until: inHours(1) }, "snoozed_until"],
    ];
    for (const [input, fields] of faults) {
      const { status, body } = await client.patch(`/conversations/${one}`, input);
      expect([status, Object.keys(body.errors).toSorted().join(" ")]).toEqual([422, fields]);
    }
    const names = async (who: Client) =>
      (await who.get("/assignees")).body.data.map(({ name }: { name: string }) => name);
    expect(await names(client)).toContain("Camille");
    expect(await names(client)).not.toContain("Reader");
    expect(await names(stranger)).toEqual(["First token"]);
    for (const act of ["read", "typing"])
      expect((await stranger.post(`/conversations/${one}/${act}`)).status).toBe(404);
    expect((await stranger.patch(`/conversations/${one}`, { state: "closed" })).status).toBe(404);
    expect(await listed(stranger)).toEqual([]);
    await client.delete(`/tokens/${token.id}`);
    expect(await conversationNow(client, one!)).toMatchObject({ assignee: token });
    const gone = await client.patch(`/conversations/${one}`, { assignee_id: token.id });
    expect(gone.status).toBe(422);
    const unassigned = await client.patch(`/conversations/${one}`, { assignee_id: null });
    expect(unassigned.body.data.assignee).toBeNull();
  });

  it("has cursors of its own", async () => {
    const next = async (order: string) => {
      const { body } = await client.get(`/conversations?per_page=10&order=${order}`);
      return body.meta.next_cursor;
    };
    expect(await next("activity")).toBeNull();
    const moving = btoa('[5,"next",7]').replaceAll("=", "");
    const fixed = btoa('[5,"next"]').replaceAll("=", "");
    for (const query of [
      `order=created&cursor=${moving}`,
      `cursor=${moving}`,
      `order=activity&cursor=${fixed}`,
      `order=activity&cursor=${btoa('[5,"prev",7]').replaceAll("=", "")}`,
    ])
      expect((await client.get(`/conversations?${query}`)).status, query).toBe(422);
    expect((await client.get(`/messages?cursor=${moving}`)).status).toBe(422);
  });
});

describe("reading", () => {
  it.each(["whatsapp_cloud", "instagram"] as const)(
    "is told to the platform by %s once, as is typing",
    async (provider) => {
      const client = await newWorkspace();
      const account = await newMetaChannel(client, provider);
      const token = `token-of-${account.external_id}`;
      const key = provider === "instagram" ? token : account.external_id!;
      const number = newNumber();
      const lead = await newLead(client, { phone: `+${number}` });
      let wamid = "";
      if (provider === "instagram") {
        const now = Date.now();
        const message = { mid: `mid.${now}`, text: "Hello" };
        const from = { sender: { id: number }, recipient: { id: account.external_id } };
        await deliver(account, {
          object: "instagram",
          entry: [
            {
              id: account.external_id,
              time: now,
              messaging: [{ ...from, timestamp: now, message }],
            },
          ],
        });
      } else {
        const value = textFrom(number, "Hello");
        wamid = value.messages[0]!.id;
        await deliver(account, whatsappBody(account, value));
      }
      const [talk] = await listed(client);
      expect(talk!.unread_count).toBe(1);
      if (provider !== "instagram") expect(talk!.lead_id).toBe(lead.id);
      const path = `/conversations/${talk!.id}`;
      const both = await Promise.all([client.post(`${path}/read`), client.post(`${path}/read`)]);
      expect(both.map(({ body }) => body.data.unread_count)).toEqual([0, 0]);
      expect(await idsBy(client, "&is_unread=1")).toEqual([]);
      expect((await client.post(`${path}/typing`)).status).toBe(202);
      const read = { messaging_product: "whatsapp", status: "read", message_id: wamid };
      const expected: object[] =
        provider === "instagram"
          ? ["mark_seen", "typing_on"].map((sender_action) => ({
              recipient: { id: number },
              sender_action,
            }))
          : [read, { ...read, typing_indicator: { type: "text" } }];
      // Both are sent behind their answers.
      await eventually(async () => {
        const bodies = (await requestsTo(key)).map(({ body }) => body);
        expect(bodies).toHaveLength(2);
        expect(bodies).toEqual(expect.arrayContaining(expected));
      });
      expect(await eventsOf(client, "conversation.updated")).toMatchObject([
        { changed: ["read"], unread_count: 0, by: "token" },
      ]);
    },
  );
});

describe("a walk through the inbox", () => {
  const COUNT = 400;

  it("shows each conversation once while messages come in, with bounded reads", async () => {
    const client = await newWorkspace();
    const channel = await newChannel(client);
    await seedLeads(client.workspaceId, COUNT);
    await seedConversations(channel.id, COUNT);
    await seedMessages(channel.id, { direction: "'inbound'", status: "'received'" });
    await rowsOf(
      `update conversations set state = iif(id % 5 = 0, 'closed', 'open'),
         assignee_id = id % 4, assignee_name = 'Somebody'
       where channel_id = ?`,
      channel.id,
    );
    const all = await rowsOf<{ id: number }>(
      "select id from conversations where channel_id = ?",
      channel.id,
    );
    const ids = all.map(({ id }) => id);
    const first = await meterOf((fetcher) =>
      client.get("/conversations?order=activity", undefined, { fetcher }),
    );
    expect(first.trips).toBe(1);
    expect(first.rowsRead).toBeLessThanOrEqual(300);
    for (const filter of ["state=open", "state=closed&assignee_id=2", "is_unread=1"]) {
      const { rowsRead } = await meterOf((fetcher) =>
        client.get(`/conversations?order=activity&${filter}`, undefined, { fetcher }),
      );
      expect(rowsRead, filter).toBeLessThanOrEqual(300);
    }
    // A small generator, so that a failure can be seen again.
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const write = (count: number) =>
      testEnv.DB.batch(
        Array.from({ length: count }, () =>
          testEnv.DB.prepare(
            `insert into messages (workspace_id, conversation_id, channel_id, direction, type,
               text, status, sent_at, created_at)
             select workspace_id, id, channel_id, 'inbound', 'text', 'Hello', 'received', 1, 1
             from conversations where id = ?`,
          ).bind(ids[random(ids.length)]),
        ),
      );
    const seen: number[] = [];
    let [cursor, most]: [string | null, number] = ["", 0];
    for (let pages = 0; cursor !== null && pages < 200; pages++) {
      const from: string = cursor && `&cursor=${cursor}`;
      const meter = await meterOf(async (fetcher) => {
        const { body } = await client.get(
          `/conversations?order=activity&per_page=25${from}`,
          undefined,
          { fetcher },
        );
        expect(body.links.prev).toBeNull();
        seen.push(...body.data.map(({ id }: Conversation) => id));
        cursor = body.meta.next_cursor;
      });
      most = Math.max(most, meter.rowsRead);
      if (pages < 12) await write([5, 120, 1_200][pages % 3]!);
    }
    expect(seen.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(most).toBeLessThanOrEqual(5_000);
  });
});
