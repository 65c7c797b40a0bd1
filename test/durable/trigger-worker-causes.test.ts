import { beforeEach, expect, it } from "vitest";
import { directions, messageOrigins, messageTypeNames, startingTypes } from "#domain/messaging";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { rowsOf } from "../support/rows";
import {
  clientAsleep,
  decideDue,
  newTriggered,
  outcomesIn,
  startsIn,
} from "../support/trigger-worker";
import { atCall } from "../support/trigger-worker-faults";

// The flood is events alone.
skipEventAudit();

let client: Client;
let channelId: number;
beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  channelId = (await newChannel(client)).id;
});

const anything = { id: "any", type: "any_message", data: { again: "always" } };

/** Messages of leads have no origin, unless they are the past of an account. */
const KINDS = messageTypeNames.flatMap((type) =>
  directions.flatMap((direction) =>
    [null, ...messageOrigins]
      .filter((origin) => direction !== "inbound" || origin === null || origin === "history")
      .map((origin) => ({ type, direction, origin })),
  ),
);
const isLive = ({ direction, origin }: (typeof KINDS)[number]) =>
  direction === "inbound" && origin === null;

const startsRuns = (type: string) => startingTypes.some((one) => one === type);

it("only what leads themselves write starts something", async () => {
  await newTriggered(client, [{ id: "ad", type: "ad_click", data: {} }]);
  const newTalk = async () =>
    (await newInbound(client, channelId, (await newLead(client)).id)).conversation_id;
  // Messages that start nothing share a conversation with others of their origin.
  const shared = new Map<string, number>();
  const conversations: number[] = [];
  for (const kind of KINDS) {
    const like = `${kind.direction} ${kind.origin}`;
    const talk = (isLive(kind) ? undefined : shared.get(like)) ?? (await newTalk());
    shared.set(like, talk);
    conversations.push(talk);
  }
  await decideDue(client);
  await testEnv.DB.prepare("delete from runs where workspace_id = ?")
    .bind(client.workspaceId)
    .run();
  const [{ last }] = (await rowsOf<{ last: number }>("select max(id) as last from messages")) as [
    { last: number },
  ];
  await testEnv.DB.batch(
    KINDS.map(({ type, direction, origin }, index) =>
      testEnv.DB.prepare(
        `insert into messages (id, workspace_id, conversation_id, channel_id, direction, type,
           text, payload, status, origin, sent_at, created_at)
         values (?, ?, ?, ?, ?, ?, 'Hi', '{"referral":{"ad_id":"7"}}', ?, ?, ?9, ?9)`,
      ).bind(
        last + 1 + index,
        client.workspaceId,
        conversations[index],
        channelId,
        direction,
        type,
        { inbound: "received", outbound: "sent", internal: "noted" }[direction],
        origin,
        Date.now(),
      ),
    ),
  );
  await decideDue(client);
  const started = await rowsOf<{ type: string; direction: string }>(
    `select type, direction from runs join messages on messages.id = cause ->> 'message_id'
     where runs.workspace_id = ? order by messages.id`,
    client.workspaceId,
  );
  expect(started).toEqual(
    KINDS.filter((kind) => isLive(kind) && startsRuns(kind.type)).map(({ type, direction }) => ({
      type,
      direction,
    })),
  );
});

it("a reaction is no first message", async () => {
  const lead = await newLead(client);
  const { conversation_id: talk } = await newInbound(client, channelId, lead.id);
  // As if nobody had written yet.
  await rowsOf(
    "update conversations set last_inbound_at = null, last_reply_id = null where id = ?",
    talk,
  );
  await newTriggered(client, [{ id: "first", type: "first_message", data: {} }]);
  await rowsOf(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text,
       status, sent_at, created_at)
     values (?, ?, ?, 'inbound', 'reaction', '+1', 'received', ?4, ?4)`,
    ...[client.workspaceId, talk, channelId, Date.now()],
  );
  for (const text of ["Hello", "Hello again"]) {
    await newInbound(client, channelId, lead.id, { text });
    await decideDue(client);
  }
  expect(await outcomesIn(client)).toEqual([["started", "first started"]]);
});

it("what a quiet import does starts nothing", async () => {
  const tag = await newTag(client);
  await newTriggered(client, [{ id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } }]);
  const leads = [await newLead(client), await newLead(client)];
  for (const [index, actor] of ["q7", "i7"].entries())
    await testEnv.DB.prepare(
      "insert into lead_tags (lead_id, tag_id, added_by, created_at) values (?, ?, ?, 1)",
    )
      .bind(leads[index]!.id, tag.id, actor)
      .run();
  await decideDue(client);
  expect((await startsIn(client)).map(({ lead }) => lead)).toEqual([leads[1]!.id]);
});

it("what leads write is decided in front of a flood of facts", async () => {
  const tag = await newTag(client);
  await newTriggered(client, [anything]);
  await newTriggered(client, [{ id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } }]);
  const lead = await newLead(client);
  await testEnv.DB.batch(
    Array.from({ length: 350 }, () =>
      testEnv.DB.prepare(
        `insert into new_events (workspace_id, type, lead_id, data, actor)
         values (?, 'lead.tag_added', ?, json_object('tag_id', ?), 't1')`,
      ).bind(client.workspaceId, lead.id, tag.id),
    ),
  );
  const { id: writer } = await newLead(client);
  await newInbound(client, channelId, writer, { text: "Hello" });
  let started: number[] = [];
  // The third call is the second commit.
  await atCall(client, 3, async (call) => {
    started = (await startsIn(client)).map(({ lead }) => lead);
    return call();
  });
  await decideDue(client);
  expect(started).toContain(writer);
  expect(
    await rowsOf(
      "select next_event_id as next from trigger_cursors where workspace_id = ?",
      client.workspaceId,
    ),
  ).toEqual([{ next: null }, { next: null }]);
});

it("what takes much time is decided in parts", async () => {
  await newTriggered(client, [anything]);
  // Of 10 scenarios, as much as the patterns of a workspace may weigh.
  const patterns = ["a", "b", "c", "d", "e"].map((letter) => `(\\w+${letter}?){1,30}[?]`);
  for (let n = 0; n < 10; n++)
    await newTriggered(client, [{ id: "heavy", type: "keyword", data: { patterns } }]);
  const leads: number[] = [];
  for (let n = 0; n < 6; n++) {
    const lead = await newLead(client);
    // All that a lead says at once is one cause.
    for (let m = 0; m < 5; m++)
      await newInbound(client, channelId, lead.id, { text: "z".repeat(1_000) });
    leads.push(lead.id);
  }
  let first: unknown[] = [];
  // The third call is the second commit.
  await atCall(client, 3, async (call) => {
    first = await startsIn(client);
    return call();
  });
  await decideDue(client);
  expect(first.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(6);
  expect((await startsIn(client)).map(({ lead }) => lead)).toEqual(leads);
});
