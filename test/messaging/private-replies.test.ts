import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { blockReasonTexts } from "#domain/block-reasons";
import type { Platform } from "#domain/platforms";
import { LIVE_REPLY_MS, PRIVATE_REPLIES_PER_HOUR, PRIVATE_REPLY_MS } from "#domain/private-replies";
import type { Message } from "#features/messaging/messages/schema";
import { hourOf } from "#features/messaging/outbound/worker/allowance";
import { previewUrl } from "#features/messaging/preferences/token";
import { HOUR_MS } from "#lib/time";
import { type Client, newLead, newScenario, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { newComment } from "../support/comments";
import { testEnv } from "../support/env";
import { type Order, order, requestsTo } from "../support/graph";
import { newGatewayChannel, runMessageSender } from "../support/message-sender";
import {
  deliver,
  messageNow,
  messageSenderOf,
  newMetaChannel,
  newWamid,
} from "../support/messaging";
import { rowsOf } from "../support/rows";
import { settle } from "../support/run-scheduler";
import { seedRun } from "../support/runs";
import { simulate, wayOf } from "../support/simulation";
import { clientAsleep } from "../support/trigger-worker";

type Channel = { id: number; external_id: string | null; platform: Platform };

const BUTTONS = { type: "buttons", text: "Which one?", buttons: [{ id: "a", title: "This" }] };

async function newAccount() {
  const client = await newWorkspace();
  const channel: Channel = await newMetaChannel(client, "instagram");
  return { client, channel, key: `token-of-${channel.external_id}` };
}

/** A lead who has written a comment, and nothing else. */
async function newCommenter(
  client: Client,
  { id }: Channel,
  more: { at?: number; isLive?: boolean } = {},
) {
  const author = String(Date.now()) + Math.floor(Math.random() * 1e6);
  const lead = await newLead(client, { phone: null });
  await rowsOf(
    `insert into lead_identities (workspace_id, kind, value, lead_id, channel_id, created_at,
       updated_at) values (?, 'instagram_id', ?, ?, ?, 1, 1) returning lead_id`,
    ...[client.workspaceId, author, lead.id, id],
  );
  const external = `c${author}`;
  const comment = await newComment(client, id, { lead: lead.id, external, author, ...more });
  return { lead, comment, author, external };
}

/** The lead has last written at a time. Returns the id of the conversation. */
async function openWindow(client: Client, channel: Channel, lead: { id: number }, at: number) {
  const [talk] = await rowsOf<{ id: number }>(
    `insert into conversations (workspace_id, lead_id, platform, channel_id, last_inbound_at,
       created_at, updated_at) values (?, ?, 'instagram', ?, ?, 1, 1)
     on conflict do update set last_inbound_at = excluded.last_inbound_at returning id`,
    ...[client.workspaceId, lead.id, channel.id, at],
  );
  return talk!.id;
}

const reply = (client: Client, lead: { id: number }, comment: number, more: object = {}) =>
  client.post(`/leads/${lead.id}/messages`, { text: "Here it is", comment_id: comment, ...more });

const bodiesOf = async (key: string) =>
  (await requestsTo(key)).filter(({ sent }) => sent).map(({ path, body }) => ({ path, body }));

it("answers a comment by message, once, and learns who has got it", async () => {
  const { client, channel, key } = await newAccount();
  const { lead, comment, external } = await newCommenter(client, channel);
  await order(key, { commenters: { [external]: "4711" } });
  const first = await reply(client, lead, comment, BUTTONS);
  expect(first.body.data).toMatchObject({ status: "queued", comment_id: comment, error: null });
  const second = await reply(client, lead, comment);
  expect(second.body.data).toMatchObject({
    status: "failed",
    error: { reason: "private_reply_spent" },
  });
  await runMessageSender(channel.id);
  expect((await messageNow(client, first.body.data)).status).toBe("sent");
  expect(await bodiesOf(key)).toEqual([
    {
      path: expect.stringMatching(/\/me\/messages$/),
      body: {
        recipient: { comment_id: external },
        message: {
          attachment: {
            type: "template",
            payload: {
              template_type: "button",
              text: "Which one?",
              buttons: [{ type: "postback", title: "This", payload: "a" }],
            },
          },
        },
      },
    },
  ]);
  const ids = await rowsOf<{ value: string }>(
    "select value from lead_identities where lead_id = ? order by created_at desc",
    lead.id,
  );
  expect(ids.map(({ value }) => value)).toContain("4711");
});

it("writes as usual while the window is open, and spends nothing", async () => {
  const { client, channel, key } = await newAccount();
  const { lead, comment, author } = await newCommenter(client, channel);
  await openWindow(client, channel, lead, Date.now());
  const { body } = await reply(client, lead, comment, BUTTONS);
  expect(body.data).toMatchObject({ status: "queued", comment_id: null });
  await runMessageSender(channel.id);
  expect((await bodiesOf(key)).map(({ body }) => body.recipient)).toEqual([{ id: author }]);
});

it("replies under a comment, for all to read, as often as asked and without links of a person", async () => {
  const { client, channel, key } = await newAccount();
  const { lead, comment, external } = await newCommenter(client, channel, { at: 1 });
  // The page of each lead, in the text of whoever knows its placeholder's URL.
  const page = previewUrl(testEnv.SHORT_URL_BASE);
  const text = `Thanks {{first_name}}, look {{preferences_url|below}} ${page}`;
  for (let time = 0; time < 2; time++) {
    const { body } = await reply(client, lead, comment, { type: "comment_reply", text });
    expect(body.data).toMatchObject({ type: "comment_reply", status: "queued" });
  }
  await runMessageSender(channel.id);
  const path = expect.stringMatching(new RegExp(`/${external}/replies$`));
  const message = `Thanks ${lead.first_name}, look below ${page}`;
  expect(await bodiesOf(key)).toEqual(Array(2).fill({ path, body: { message } }));
});

it("holds no message back by a reply under a comment that is tried again", async () => {
  const { client, channel, key } = await newAccount();
  const { lead, comment } = await newCommenter(client, channel);
  await order(key, { queue: [{ do: "error", code: 80_002 }] });
  const under = await reply(client, lead, comment, { type: "comment_reply", text: "Look" });
  await reply(client, lead, comment);
  await runMessageSender(channel.id);
  expect((await bodiesOf(key)).map(({ body }) => body.message)).toEqual([{ text: "Here it is" }]);
  expect((await messageNow(client, under.body.data)).status).toBe("queued");
  await later(2 * HOUR_MS, () => runMessageSender(channel.id));
  expect((await messageNow(client, under.body.data)).status).toBe("sent");
});

it("refuses what answers no comment of the lead", async () => {
  const { client, channel } = await newAccount();
  const { lead, comment } = await newCommenter(client, channel);
  const other = await newCommenter(client, channel);
  const cases: [body: object, errors: object][] = [
    [{ comment_id: other.comment }, { comment_id: expect.anything() }],
    [{ comment_id: 999_999_999 }, { comment_id: expect.anything() }],
    [{ type: "comment_reply", comment_id: null }, { comment_id: expect.anything() }],
    [{ type: "request_phone" }, { comment_id: expect.anything() }],
    [{ ...BUTTONS, text: "x".repeat(641) }, { text: expect.anything() }],
  ];
  for (const [body, errors] of cases) {
    const { status, body: answer } = await reply(client, lead, comment, body);
    expect({ status, body, errors: answer.errors }).toEqual({ status: 422, body, errors });
  }
});

it("quotes no message besides: a private reply would leave the quote out", async () => {
  const { client, channel } = await newAccount();
  const { lead, comment } = await newCommenter(client, channel);
  const talk = await openWindow(client, channel, lead, 1);
  const [message] = await rowsOf<{ id: number }>(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text,
       status, external_id, sent_at, created_at)
     values (?, ?, ?, 'inbound', 'text', 'Hi', 'received', 'mid.quoted', 1, 1) returning id`,
    ...[client.workspaceId, talk, channel.id],
  );
  await rowsOf("update conversations set last_inbound_at = 1 where id = ? returning id", talk);
  const quoting = { reply_to: message!.id };
  const { status, body } = await reply(client, lead, comment, quoting);
  expect([status, body.errors]).toEqual([422, { reply_to: expect.anything() }]);
  await openWindow(client, channel, lead, Date.now());
  expect((await reply(client, lead, comment, quoting)).body.data.status).toBe("queued");
});

it("is late after 7 days", async () => {
  const { client, channel, key } = await newAccount();
  const ages = [PRIVATE_REPLY_MS - 60_000, PRIVATE_REPLY_MS + 60_000];
  const reasons = [];
  for (const age of ages) {
    const { lead, comment } = await newCommenter(client, channel, { at: Date.now() - age });
    const { body } = await reply(client, lead, comment);
    reasons.push(body.data.error?.reason ?? null);
  }
  await runMessageSender(channel.id);
  expect(reasons).toEqual([null, "private_reply_late"]);
  expect(await bodiesOf(key)).toHaveLength(1);
});

it.each<[name: string, order: Order, status: string, next: string]>([
  ["a refused one frees", { do: "error", code: 100 }, "failed", "queued"],
  ["an unknown one does not free", { do: "reset" }, "unknown", "failed"],
])("%s the comment", async (_, reaction, status, next) => {
  const { client, channel, key } = await newAccount();
  // Nobody knows when a broadcast ends, and with it the time to answer: Meta is asked.
  const live = { isLive: true, at: Date.now() - 2 * LIVE_REPLY_MS };
  const { lead, comment } = await newCommenter(client, channel, live);
  await order(key, { queue: [reaction] });
  const { body } = await reply(client, lead, comment);
  await runMessageSender(channel.id);
  expect((await messageNow(client, body.data)).status).toBe(status);
  expect((await reply(client, lead, comment)).body.data.status).toBe(next);
});

it.each([
  ["in private", { text: "Here it is" }],
  ["in public", { type: "comment_reply", text: "In your messages" }],
])("%s is never repeated where the sender dies before the answer", async (_, content) => {
  const { client, channel, key } = await newAccount();
  const { lead, comment } = await newCommenter(client, channel);
  await order(key, { queue: [{ do: "silence" }] });
  const { body } = await reply(client, lead, comment, content);
  const run = runMessageSender(channel.id).catch(() => {});
  while ((await bodiesOf(key)).length === 0) await scheduler.wait(5);
  await abortAllDurableObjects();
  await run;
  await runMessageSender(channel.id);
  await later(HOUR_MS, () => runMessageSender(channel.id));
  expect((await messageNow(client, body.data)).status).toBe("unknown");
  expect(await bodiesOf(key)).toHaveLength(1);
});

it("that was sent, whatever Meta answered, is unknown when it is tried again", async () => {
  const { client, channel, key } = await newAccount();
  const { lead, comment } = await newCommenter(client, channel);
  await order(key, { queue: [{ do: "status", status: 500, sent: true }] });
  const { body } = await reply(client, lead, comment);
  await runMessageSender(channel.id);
  await rowsOf("update messages set next_attempt_at = 1 where id = ? returning id", body.data.id);
  await runMessageSender(channel.id);
  expect(await bodiesOf(key)).toHaveLength(1);
  expect(await messageNow(client, body.data)).toMatchObject({ status: "unknown", error: null });
  expect((await reply(client, lead, comment)).body.data.error.reason).toBe("private_reply_spent");
});

it("goes out once, across three scenarios and the API at once", async () => {
  const { client, channel, key } = await newAccount();
  const { lead, comment } = await newCommenter(client, channel);
  const nodes = [
    { id: "m", type: "message", data: { text: "Here it is" } },
    { id: "no", type: "exit" },
  ];
  const edges = [{ source: "m", target: "no", source_handle: "failed" }];
  const scenarios = await Promise.all(
    [1, 2, 3].map((n) =>
      newScenario(client, { name: `S${n}`, platform: "instagram", is_active: true, nodes, edges }),
    ),
  );
  const cause = JSON.stringify({
    type: "keyword",
    trigger_id: "t",
    event_id: 1,
    comment_id: comment,
  });
  for (const scenario of scenarios)
    await seedRun(client, scenario, lead, {
      ...{ state: "pending", node_id: null, waiting_for: null, visits: 0, next_at: 1 },
      ...{ cause, channel_id: channel.id },
    });
  const [answers] = await Promise.all([
    Promise.all([1, 2, 3].map(() => reply(client, lead, comment))),
    settle(client),
  ]);
  await settle(client);
  await runMessageSender(channel.id);
  await settle(client);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await bodiesOf(key)).toHaveLength(1);
  const ends = await rowsOf<{ reason: string }>(
    "select end_reason as reason from runs where workspace_id = ?",
    client.workspaceId,
  );
  // One of the four has sent it: where it was the API, all runs have left by `failed`.
  const failed = ends.filter(({ reason }) => reason === "exit_node").length;
  const ofApi = answers.filter(({ body }) => body.data.status === "queued").length;
  expect(failed + (1 - ofApi)).toBe(3);
});

it("is what the explanation of a run says, until it is spent", async () => {
  const { client, channel } = await newAccount();
  const { lead, comment } = await newCommenter(client, channel);
  const nodes = [{ id: "m", type: "message", data: { text: "Here it is" } }];
  const scenario = await newScenario(client, { platform: "instagram", is_active: true, nodes });
  const run = await seedRun(client, scenario, lead, {
    ...{ state: "pending", node_id: null, waiting_for: null, visits: 0, next_at: Date.now() + 9e6 },
    cause: JSON.stringify({ type: "comment", trigger_id: "t", event_id: 1, comment_id: comment }),
    channel_id: channel.id,
  });
  type Gates = { gate: string; passed: boolean; detail: string }[];
  const windowOf = async () => {
    const { gates }: { gates: Gates } = (await client.get(`/runs/${run.id}/explain`)).body.data;
    return gates.find(({ gate }) => gate === "window");
  };
  const free = { passed: true, detail: expect.stringContaining("answers a comment in private") };
  expect(await windowOf()).toMatchObject(free);
  const { body } = await reply(client, lead, comment);
  expect(await windowOf()).toMatchObject({
    ...{ passed: false, detail: blockReasonTexts.private_reply_spent },
  });
  // The message on its way is the one that the comment may have.
  await rowsOf("update messages set run_id = ? where id = ?", run.id, body.data.id);
  expect(await windowOf()).toMatchObject(free);
});

it("waits for the next hour once 750 have gone out, unless or until the lead has written", async () => {
  const { client, channel, key } = await newAccount();
  const now = Date.now();
  await runInDurableObject(messageSenderOf(channel.id), (_, { storage }) =>
    storage.kv.put("privateReplies", {
      sent: { [hourOf(now)]: PRIVATE_REPLIES_PER_HOUR - 1 },
      planned: {},
    }),
  );
  const [messages, authors] = [[], []] as [Message[], string[]];
  for (let count = 0; count < 2; count++) {
    const { lead, comment, author } = await newCommenter(client, channel);
    messages.push((await reply(client, lead, comment)).body.data);
    authors.push(author);
  }
  const { lead, comment, author } = await newCommenter(client, channel);
  await reply(client, lead, comment);
  await openWindow(client, channel, lead, Date.now());
  await runMessageSender(channel.id);
  expect((await bodiesOf(key)).map(({ body }) => body.recipient)).toEqual([
    { comment_id: expect.anything() },
    { id: author },
  ]);
  expect(await Promise.all(messages.map((one) => messageNow(client, one)))).toMatchObject([
    { status: "sent" },
    {
      status: "queued",
      error: {
        reason: "messaging_limit",
        retry_at: new Date((hourOf(now) + 1) * HOUR_MS).toISOString(),
      },
    },
  ]);
  const [sender, recipient] = [{ id: authors[1] }, { id: channel.external_id }];
  const told = { sender, recipient, timestamp: now, message: { mid: newWamid(), text: "Hello?" } };
  await deliver(channel, { entry: [{ id: channel.external_id, messaging: [told] }] });
  await runMessageSender(channel.id);
  expect(await messageNow(client, messages[1]!)).toMatchObject({ status: "sent", error: null });
  expect((await bodiesOf(key)).at(-1)?.body.recipient).toEqual(sender);
});

it("names the comment to a gateway", async () => {
  const client = await newWorkspace();
  const { channel, key } = await newGatewayChannel(client);
  await rowsOf("update channels set platform = 'instagram' where id = ? returning id", channel.id);
  const { lead, comment, external } = await newCommenter(client, channel);
  await reply(client, lead, comment);
  await runMessageSender(channel.id);
  expect((await bodiesOf(key)).map(({ body }) => body.data.comment)).toEqual([
    { external_id: external, media_id: "post" },
  ]);
});

it("is what a simulation of a start by comment says", async () => {
  const { client, channel, key } = await newAccount();
  const asleep = clientAsleep(client);
  const nodes = [
    { id: "in", type: "start" },
    { id: "under", type: "comment_reply", data: { texts: ["See your messages"] } },
    { id: "m", type: "message", data: { text: "Here it is" } },
    { id: "again", type: "message", data: { text: "And this" } },
  ];
  const edges = ["in>under", "under>m", "m>again"].map((edge) => {
    const [source = "", target = ""] = edge.split(">");
    return { source, target };
  });
  const triggers = [{ id: "reel", type: "comment", data: {} }];
  const scenario = await newScenario(asleep, {
    ...{ platform: "instagram", is_active: true, nodes, edges, triggers },
  });
  const simulated = await simulate(asleep, scenario, {
    ...{ lead: { first_name: "Ada", last_inbound_at: "2020-01-01T00:00:00Z" } },
    started_by: { type: "comment", text: "Price?" },
    start_at: new Date().toISOString(),
  });
  expect(simulated.end_reason).toBe("private_reply_spent");
  const { lead, comment } = await newCommenter(asleep, channel);
  const run = await seedRun(asleep, scenario, lead, {
    ...{ state: "pending", node_id: null, waiting_for: null, visits: 0, next_at: 1 },
    cause: JSON.stringify({
      type: "comment",
      trigger_id: "reel",
      event_id: 1,
      comment_id: comment,
    }),
    channel_id: channel.id,
  });
  await settle(asleep);
  await runMessageSender(channel.id);
  const visits = await rowsOf<{ way: string }>(
    "select node_id || ' ' || outcome as way from run_steps where run_id = ? order by visit",
    run.id,
  );
  expect(visits.map(({ way }) => way)).toEqual(wayOf(simulated));
  expect((await bodiesOf(key)).map(({ body }) => body.message)).toEqual([
    "See your messages",
    { text: "Here it is" },
  ]);
});
