import { afterAll, assert, beforeAll, expect, it, vi } from "vitest";
import type { Channel } from "#features/messaging/channels/schema";
import {
  type Answer,
  type Client,
  call,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
  unique,
} from "../support/api";
import { click } from "../support/clicks";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { flowOf } from "../support/flow";
import { order, release, requestsTo } from "../support/graph";
import { newRecipient, type Recipient } from "../support/message-sender";
import { bindMessageSender } from "../support/message-sender-faults";
import { deliver, newMetaChannel, textFrom, whatsappBody } from "../support/messaging";
import { dump, registerDatabases } from "../support/moves";
import { secondRowsOf } from "../support/second-database";
import { feedAfter, listen } from "../support/streams";
import { bindWebhookSender, idsSentTo, newReceiver, type Receiver } from "../support/webhooks";

skipEventAudit();

const token = testEnv.OPERATOR_TOKEN;
const LEADS = 8;
const EVENTS = [
  "lead.created",
  "message.received",
  "message.sent",
  "link.clicked",
  "run.completed",
];

let client: Client;
let channel: Channel;
let receiver: Receiver;
let recipients: Recipient[];
let before: Awaited<ReturnType<typeof dump>>;
let binding: ReturnType<typeof setInterval>;

beforeAll(async () => {
  await registerDatabases();
  before = await dump();
  client = await newWorkspace();
  channel = await newMetaChannel(client);
  receiver = await newReceiver(client, { event_types: EVENTS });
  // An object may leave the memory while it waits, and come back without what the test has bound.
  const bind = () =>
    Promise.all([
      bindWebhookSender(receiver.id),
      bindMessageSender(channel.id, { SEND_TIMEOUT_MS: 120_000 }),
    ]);
  await bind();
  binding = setInterval(bind, 1_000);
  recipients = [];
  for (let n = 0; n < LEADS; n++) recipients.push(await newRecipient(client, channel));
});

afterAll(() => clearInterval(binding));

/** Waits for what objects do in their own time. */
const inTime = <T>(check: () => Promise<T>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 250 });

let refused = 0;

/** Repeats a request while it is answered 503, as clients and platforms do. */
async function persist(request: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await request();
    if (answer.status !== 503) return answer;
    refused++;
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    await scheduler.wait(400);
  }
}

async function post(path: string, json: object | undefined, ...expected: number[]) {
  const headers = { "Idempotency-Key": `key-${unique()}` };
  const answer = await persist(() => client.post(path, json, { headers }));
  assert(expected.includes(answer.status), `${path} answered ${answer.status}: ${answer.text}`);
  return answer.body.data;
}

const status = async (answer: Promise<Answer>) => (await answer).status;

let isOver = false;

/** Does something again and again until the work is over. Returns what each time has returned. */
async function over<T>(everyMs: number, act: (nth: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (!isOver) {
    results.push(await act(results.length));
    await scheduler.wait(everyMs);
  }
  return results;
}

/** All that the workspace's callers do at once. */
function work(linkUrl: string, sendUrl: string, others: Recipient[]) {
  const next = (nth: number) => others[nth % others.length]!;
  return {
    leads: over(500, async () => (await post("/leads", { first_name: "Ada" }, 201)).id),
    texts: over(600, async (nth) => {
      const { leadId, number } = next(nth);
      await post(`/leads/${leadId}/messages`, { text: `No. ${nth}` }, 201);
      return `${number} No. ${nth}`;
    }),
    clicks: over(300, () => status(click(linkUrl))),
    recipientClicks: over(500, () => status(click(sendUrl))),
    heard: over(600, async (nth) => {
      const value = textFrom(next(nth).number, `Reply ${nth}`);
      expect(await status(persist(() => deliver(channel, whatsappBody(channel, value))))).toBe(200);
      return value.messages[0]!.id;
    }),
    analyses: over(2_000, async (nth) => {
      // Nobody may have said anything new.
      const requested = await post(`/leads/${next(nth).leadId}/analyze`, undefined, 200, 202);
      return requested.map(({ id }: { id: number }) => id);
    }),
    reads: over(600, () => status(client.get(`/leads/${others[0]!.leadId}`))),
  };
}

const rowsOf = <Row = Record<string, unknown>>(query: string) =>
  secondRowsOf<Row>(query, client.workspaceId);

/** The values of a column of the second database, where `?` is the workspace. */
const valuesOf = async (query: string) =>
  (await rowsOf(query)).map((row) => Object.values(row)[0] as string | number);

/** The requests to the platform: to whom, and the text. */
const asked = async () =>
  (await requestsTo(channel.external_id!)).map(({ body }) => `${body.to} ${body.text.body}`);

/** A delay, a text, a longer delay: so that some steps of its runs fall into each phase. */
const newFlow = async (tagId: number) =>
  newScenario(client, {
    is_active: true,
    ...flowOf(
      {
        one: ["message", { text: "One" }],
        rest: ["delay", { seconds: 3 }],
        two: ["message", { text: "Two" }],
        sleep: ["delay", { seconds: 6 }],
        three: ["message", { text: "Three" }],
        tag: ["add_tag", { tag_ids: [tagId] }],
      },
      "one > rest > two > sleep > three > tag",
    ),
  });

async function all<T extends Record<string, Promise<unknown>>>(works: T) {
  const done = await Promise.all(
    Object.entries(works).map(async ([name, one]) => [name, await one]),
  );
  return Object.fromEntries(done) as { [Name in keyof T]: Awaited<T[Name]> };
}

it("loses nothing and sends nothing twice, whoever is at work while it moves", async () => {
  const [tag, link] = [await newTag(client), await newShortLink(client)];
  const { url } = await newLinkSend(client, link.id, recipients[0]!.leadId);
  const { id: scenarioId } = await newFlow(tag.id);
  const [others, slow] = [recipients.slice(0, -1), recipients.at(-1)!];
  // The platform answers once nothing can be written.
  await order(channel.external_id!, { recipients: { [slow.number]: { do: "hold" } } });
  await post(`/leads/${slow.leadId}/messages`, { text: "Held" }, 201);
  await inTime(async () => expect(await asked()).toContain(`${slow.number} Held`));

  const listener = await listen(client);
  const working = work(link.template_variable_url, url, others);
  for (const { leadId } of others)
    await post(`/scenarios/${scenarioId}/leads`, { lead_id: leadId }, 201);
  const path = `/v1/workspaces/${client.workspaceId}/move`;
  const { body } = await call("POST", path, { token, json: { database: "DB_1" } });
  const moveNow = async () => (await call("GET", `/v1/moves/${body.data.id}`, { token })).body.data;
  await inTime(async () => expect((await moveNow()).phase).toBe("settling"));
  await release(channel.external_id!);
  await inTime(async () => expect(await moveNow()).toMatchObject({ phase: "finished" }));
  isOver = true;
  const done = await all(working);
  expect(refused).toBeGreaterThan(0);
  for (const answers of [done.clicks, done.recipientClicks])
    expect(new Set(answers)).toEqual(new Set([302]));
  expect(new Set(done.reads)).toEqual(new Set([200]));

  // The objects go on by themselves.
  const waiting = `select id from runs where workspace_id = ?1 and ended_at is null
    union all select id from messages where workspace_id = ?1 and status in ('queued', 'sending')
    union all select id from analyses where workspace_id = ?1 and finished_at is null`;
  await inTime(async () => expect(await rowsOf(waiting)).toEqual([]));
  const stepped = others.flatMap(({ number }) =>
    ["One", "Two", "Three"].map((text) => `${number} ${text}`),
  );
  const wanted = [...stepped, ...done.texts, `${slow.number} Held`].toSorted();
  expect((await asked()).toSorted()).toEqual(wanted);
  const outbound = "select status from messages where workspace_id = ? and direction = 'outbound'";
  expect(await valuesOf(outbound)).toEqual(wanted.map(() => "sent"));
  expect(await valuesOf("select state from runs where workspace_id = ?")).toEqual(
    others.map(() => "completed"),
  );

  const made = await valuesOf("select id from leads where workspace_id = ? order by id");
  expect(made).toEqual(
    [...recipients.map(({ leadId }) => leadId), ...done.leads].toSorted((a, b) => a - b),
  );
  const heard = await valuesOf(
    "select external_id from messages where workspace_id = ? and direction = 'inbound'",
  );
  expect(heard.toSorted()).toEqual(done.heard.toSorted());
  const analysed = await valuesOf(
    "select id from analyses where workspace_id = ? and status = 'completed'",
  );
  expect(analysed).toEqual(expect.arrayContaining(done.analyses.flat()));

  await inTime(async () => {
    const { body: shown } = await client.get(`/short-links/${link.id}`);
    expect(shown.data.base_clicks_count).toBe(done.clicks.length);
    const clicks = "select count(*) from link_clicks where workspace_id = ?";
    expect(await valuesOf(clicks)).toEqual([done.recipientClicks.length]);
  });
  await inTime(async () => {
    const told = new Set(await idsSentTo(receiver.key));
    const types = JSON.stringify(EVENTS);
    const events = `select id from events where workspace_id = ?
      and type in (select value from json_each('${types}'))`;
    expect((await valuesOf(events)).filter((id) => !told.has(Number(id)))).toEqual([]);
  });
  // The stream has gone on, too.
  await inTime(async () => expect(listener.ids).toEqual(await feedAfter(client, listener.from!)));
  expect(listener.end).toBeUndefined();
  const left = (await dump()).DB;
  expect(left).toEqual(before.DB);
});
