import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { expect, it, vi } from "vitest";
import { wakeEventStreams } from "#features/events/stream/overdue";
import { readPage } from "#features/events/stream/store";
import {
  call,
  make,
  newLead,
  newScenario,
  newTag,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { testEnv } from "../support/env";
import { skipEventAudit } from "../support/event-audit";
import { eventually } from "../support/eventually";
import { metered } from "../support/meter";
import { rowsOf } from "../support/rows";
import { databaseOf, scopeOf } from "../support/scope";
import { askForStream, feedAfter, listen, streamOf } from "../support/streams";

// Events that tests insert themselves stand for no change.
skipEventAudit();

/** Inserts events straight into D1, a millisecond apart; the last happens `agoMs` before now. */
const seed = (workspaceId: number, count: number, agoMs = 0) =>
  rowsOf(
    `insert into events (workspace_id, id, type, data)
     select ?1, cast(?2 + value * 1000 as integer), 'tag.deleted', '{"tag_id":1}'
     from (with recursive n(value) as (select 1 union all select value + 1 from n where value < ?3)
           select value from n)`,
    workspaceId,
    (Date.now() - agoMs - count) * 1000,
    count,
  );

const registered = (workspaceId: number) =>
  rowsOf<{ next_event_id: number | null }>(
    "select next_event_id from event_streams where workspace_id = ?",
    workspaceId,
  );

it("sends each event as the feed has it, whoever writes it, to those who want its type", async () => {
  const [client, stranger] = [await newWorkspace(), await newWorkspace()];
  const [all, some, other] = [
    await listen(client),
    await listen(client, "?type[]=run.*&type[]=tag.deleted"),
    await listen(stranger),
  ];
  const scenario = await newScenario(client);
  const lead = await newLead(client);
  await make(client, `/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
  const tag = await newTag(client);
  await client.delete(`/tags/${tag.id}`);
  // The chunk worker deletes what the lead has: the run's end is an event of its own.
  await client.delete(`/leads/${lead.id}`);
  await eventually(async () => expect(all.ids).toEqual(await feedAfter(client, all.from!)));
  expect(all.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["lead.created", "run.started", "tag.deleted", "lead.deleted"]),
  );
  const { body } = await client.get(`/events/${all.ids.at(-1)}`);
  expect(all.events.at(-1)).toEqual(body.data);
  await eventually(async () =>
    expect(some.ids).toEqual(
      all.events.filter(({ type }) => /^run\.|^tag\.d/.test(type)).map(({ id }) => id),
    ),
  );
  expect(other.events).toEqual([]);
  all.socket.send("ping");
  await eventually(async () => expect(all.others).toEqual(["pong"]));
});

it("goes on after any event without a gap or a repetition, while others wait for nothing", async () => {
  const client = await newWorkspace();
  const { workspaceId } = client;
  await seed(workspaceId, 320, 1_000);
  const [first] = await feedAfter(client, 0);
  const [live, late] = await Promise.all([listen(client), listen(client, `?after=${first}`)]);
  expect(late.from).toBe(first);
  await newTag(client);
  await newLead(client);
  await live.received(1);
  const ids = await feedAfter(client, first!);
  expect(ids).toHaveLength(320);
  await late.received(320);
  expect(late.ids).toEqual(ids);
  expect(live.ids).toEqual(ids.slice(-1));
  late.socket.close();
  await newLead(client);
  const again = await listen(client, `?after=${late.ids.at(-1)}`);
  await again.received(1);
  expect(again.ids).toEqual(await feedAfter(client, late.ids.at(-1)!));
  // An event that there is not yet is taken for the newest.
  const early = await listen(client, `?after=${Number.MAX_SAFE_INTEGER}`);
  expect(early.from).toBe(again.ids.at(-1));
});

it("ends a stream that begins too long ago, or before too many events", async () => {
  const client = await newWorkspace();
  await seed(client.workspaceId, 10_001, 60_000);
  const [first] = await rowsOf<{ id: number }>(
    "select min(id) as id from events where workspace_id = ?",
    client.workspaceId,
  );
  const far = await listen(client, `?after=${first!.id - 1}`);
  expect(await far.ended()).toMatchObject({ code: 4410 });
  const near = await listen(client, `?after=${first!.id}`);
  expect(near.end).toBeUndefined();
  near.socket.close();
  const old = (Date.now() - 30 * 86_400_000 - 60_000) * 1000;
  expect(await (await listen(client, `?after=${old}`)).ended()).toMatchObject({ code: 4410 });
});

it("holds back a listener that owes acknowledgements, and cuts it off", async () => {
  const client = await newWorkspace();
  const [quick, slow, stuck] = [await listen(client), await listen(client), await listen(client)];
  slow.owes = true;
  stuck.owes = true;
  await seed(client.workspaceId, 230);
  const stream = streamOf(client);
  await stream.wake(client.workspaceId);
  await quick.received(230);
  await slow.received(100);
  await stuck.received(100);
  expect(slow.asked).toHaveLength(2);
  // The object's knowledge of its listeners outlives its sleep.
  await evictDurableObject(stream);
  slow.socket.send(JSON.stringify({ last_event_id: slow.asked[0].last_event_id, stream: "ack" }));
  await slow.received(150);
  slow.owes = false;
  slow.socket.send(JSON.stringify(slow.asked.at(-1)));
  await slow.received(230);
  expect(slow.ids).toEqual(quick.ids);
  expect(stuck.events).toHaveLength(100);
  vi.useFakeTimers({ now: Date.now() + 15_000, toFake: ["Date"] });
  await runInDurableObject(stream, (object) => object.alarm());
  expect(await stuck.ended()).toMatchObject({ code: 4408 });
  expect(stuck.events).toHaveLength(100);
  expect([quick.end, slow.end]).toEqual([undefined, undefined]);
});

it.each(["hello", "{}", "null", '{"stream":"ack","last_event_id":1}', "x".repeat(100_000)])(
  "ends a stream after a message that is not understood: %.20s",
  async (text) => {
    const client = await newWorkspace();
    const listener = await listen(client);
    listener.socket.send(text);
    expect(await listener.ended()).toMatchObject({ code: 4400 });
  },
);

it("ends the streams of a revoked token, even if whoever revokes it dies", async () => {
  const client = await newWorkspace();
  const [one, two] = [
    await make(client, "/tokens", { name: "One", abilities: ["events:read"] }),
    await make(client, "/tokens", { name: "Two", abilities: ["events:read"] }),
  ];
  const [kept, revoked, lost] = [await listen(client), await listen(one), await listen(two)];
  await client.delete(`/tokens/${one.id}`);
  await (testEnv.DIRECTORY ?? testEnv.DB)
    .prepare("delete from tokens where id = ?")
    .bind(two.id)
    .run();
  expect(await revoked.ended()).toMatchObject({ code: 4401 });
  expect(await lost.ended()).toMatchObject({ code: 4401 });
  expect(kept.end).toBeUndefined();
  expect((await askForStream(two.token)).status).toBe(401);
});

it("ends the streams of a token that expires, and of a suspended workspace", async () => {
  const client = await newWorkspace();
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const brief = await make(client, "/tokens", { name: "Brief", expires_at });
  const [kept, expired] = [await listen(client), await listen(brief)];
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ["Date"] });
  await runInDurableObject(streamOf(client), (object) => object.alarm());
  expect(await expired.ended()).toMatchObject({ code: 4401 });
  vi.useRealTimers();
  expect(kept.end).toBeUndefined();
  await call("POST", `/v1/workspaces/${client.workspaceId}/suspend`, {
    token: testEnv.OPERATOR_TOKEN,
    json: { reason: "Unpaid." },
  });
  expect(await kept.ended()).toMatchObject({ code: 4403 });
});

it("opens one stream by a ticket, soon after it was made, without a bearer", async () => {
  const client = await newWorkspace();
  const reader = await withAbilities(client, "events:read");
  const { body } = await reader.post("/stream/tickets");
  const { ticket, expires_at } = body.data;
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(31_000);
  const ask = (text: string) => askForStream(undefined, `?ticket=${text}&type[]=lead.*`);
  const answers = await Promise.all([ask(ticket), ask(ticket)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([101, 401]);
  for (const { webSocket } of answers) webSocket?.accept();
  for (const wrong of ["", "x", ticket.replace(/^./, "-"), ticket.replace(/\.[^.]+$/, ".zzzzzz")])
    expect((await ask(wrong)).status, wrong).toBe(401);
  const late = (await reader.post("/stream/tickets")).body.data;
  vi.useFakeTimers({ now: Date.parse(late.expires_at), toFake: ["Date"] });
  expect((await ask(late.ticket)).status).toBe(401);
  vi.useRealTimers();
  expect((await (await withAbilities(client, "leads:read")).post("/stream/tickets")).status).toBe(
    403,
  );
});

it("refuses a request that asks for no WebSocket", async () => {
  const client = await newWorkspace();
  for (const Upgrade of ["", "h2c"]) {
    const answer = await client.get("/stream", undefined, { headers: { Upgrade } });
    expect(answer).toMatchObject({
      status: 426,
      body: { message: "Upgrade required.", code: "upgrade_required" },
    });
    expect(answer.headers.get("Upgrade")).toBe("websocket");
  }
});

it("reads and writes little for an event, whatever the number of listeners", async () => {
  const client = await newWorkspace();
  const { workspaceId } = client;
  const { from } = await listen(client);
  await seed(workspaceId, 1);
  const { meter, database } = metered(testEnv.DB);
  const scope = scopeOf(workspaceId, { ...testEnv, DB: database });
  expect(await readPage(scope, from!, true)).toMatchObject({ events: [{}], isFull: false });
  expect(meter).toMatchObject({ trips: 1 });
  expect(meter.rowsRead).toBeLessThanOrEqual(8);
  expect(meter.rowsWritten).toBeLessThanOrEqual(2);
});

it("makes up for lost wake-ups, and forgets a workspace without listeners", async () => {
  const client = await newWorkspace();
  const { workspaceId } = client;
  const listener = await listen(client);
  await seed(workspaceId, 1, 31_000);
  expect(await registered(workspaceId)).toEqual([{ next_event_id: expect.any(Number) }]);
  await wakeEventStreams(testEnv, databaseOf(), 10);
  await listener.received(1);
  await eventually(async () =>
    expect(await registered(workspaceId)).toEqual([{ next_event_id: null }]),
  );
  listener.socket.close();
  await eventually(async () => {
    await newLead(client);
    expect(await registered(workspaceId)).toEqual([]);
  });
  const again = await listen(client);
  await newLead(client);
  await again.received(1);
});
