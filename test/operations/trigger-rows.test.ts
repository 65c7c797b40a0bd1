import { beforeEach, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
import { atTime } from "../support/clicks";
import { testEnv } from "../support/env";
import { deliver, newMetaChannel, newNumber, textFrom, whatsappBody } from "../support/messaging";
import { type Meter, metered, serveWith } from "../support/meter";
import { OFFLINE_MESSAGE_SENDER, OFFLINE_TRIGGER_WORKER } from "../support/offline-workers";
import { clientAsleep, decideDue, newTriggered, startedBy } from "../support/trigger-worker";
import { bindTriggerWorker } from "../support/trigger-worker-faults";

// The rows that D1 writes and reads where a workspace has triggers.

let client: Client;
let meter: Meter;
let database: D1Database;
let fetcher: ReturnType<typeof serveWith>;
let received: (text: string) => Promise<unknown>;

beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  ({ meter, database } = metered(testEnv.DB));
  const channel = await newMetaChannel(client);
  const number = newNumber();
  await newLead(client, { phone: `+${number}` });
  fetcher = serveWith(database, {
    MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
    TRIGGER_WORKER: OFFLINE_TRIGGER_WORKER,
  });
  // Each a second after the one before: it moves the date of the lead's last message.
  let second = Math.floor(Date.now() / 1000) - 60;
  received = (text) => {
    const message = textFrom(number, text, { timestamp: String(second++) });
    return deliver(channel, whatsappBody(channel, message), { fetcher });
  };
  await received("Hello");
});

/** The rows and round trips of D1 during `act`. */
async function countOf(act: () => Promise<unknown>) {
  const before = { ...meter };
  await act();
  return {
    written: meter.rowsWritten - before.rowsWritten,
    read: meter.rowsRead - before.rowsRead,
    trips: meter.trips - before.trips,
  };
}

const keyword = (word: string) => ({ id: word, type: "keyword", data: { words: [word] } });

/** Switches on 500 triggers. */
async function newTriggers() {
  for (let n = 0; n < 25; n++)
    await newTriggered(
      client,
      Array.from({ length: 20 }, (_, place) => keyword(`word${n}x${place}`)),
    );
}

it("500 triggers cost a message a row and two that are read, a tag three that are read", async () => {
  await newTriggered(client, []);
  const tag_ids = [(await newTag(client)).id];
  const counts = async () => {
    const { id } = await newLead(client);
    return [
      await countOf(() => received("Hello again")),
      await countOf(() => client.post(`/leads/${id}/tags`, { tag_ids }, { fetcher })),
    ];
  };
  const before = await counts();
  await newTriggers();
  const after = await counts();
  const more = after.map((one, index) => ({
    written: one.written - before[index]!.written,
    trips: one.trips - before[index]!.trips,
  }));
  expect(more).toEqual([
    { written: 1, trips: 0 },
    { written: 0, trips: 0 },
  ]);
  expect(after[0]!.read - before[0]!.read).toBeLessThanOrEqual(2);
  expect(after[1]!.read - before[1]!.read).toBeLessThanOrEqual(3);
});

it("a claim reads the settings of 500 triggers once, until they change", async () => {
  await newTriggers();
  await bindTriggerWorker(client, { DB: database });
  const reads = async () => {
    await received("Hm");
    return (await countOf(() => decideDue(client))).read;
  };
  expect(await reads()).toBeGreaterThan(500);
  expect(await reads()).toBeLessThan(200);
  await newTriggered(client, [keyword("more")], { is_active: false });
  expect(await reads()).toBeGreaterThan(500);
});

it("a thousand messages of a lead at once are read once each, and start one run", async () => {
  await newTriggered(client, [
    { id: "any", type: "any_message", data: { again: "always" } },
    keyword("GUIDE"),
  ]);
  await bindTriggerWorker(client, { DB: database, TRIGGER_SETTLE_MS: 2_000 });
  await received("Hello");
  await received("GUIDE");
  await testEnv.DB.prepare(
    `insert into messages (workspace_id, conversation_id, channel_id, direction, type, text,
       status, sent_at, created_at)
     select workspace_id, conversation_id, channel_id, 'inbound', 'text', 'Hi', 'received',
       sent_at, created_at
     from messages cross join json_each(?2)
     where messages.id = (select max(id) from messages where workspace_id = ?1)`,
  )
    .bind(client.workspaceId, JSON.stringify(Array.from({ length: 1_000 })))
    .run();
  const { read } = await countOf(() => atTime(Date.now() + 4_000, () => decideDue(client)));
  expect(await startedBy(client)).toEqual(["GUIDE"]);
  expect(read).toBeLessThan(40_000);
});

it("a start writes 17 rows, a refusal 4, an equal one 3, and what fits nothing 1 a batch", async () => {
  const tag = await newTag(client);
  await newTriggered(client, [keyword("GUIDE"), keyword("PRICE")]);
  await newTriggered(client, [
    { id: "tag", type: "tag_added", data: { tag_ids: [tag.id], again: "never" } },
  ]);
  await bindTriggerWorker(client, { DB: database });
  const writes = async (text: string) => {
    await received(text);
    return (await countOf(() => decideDue(client))).written;
  };
  const rows = [
    await writes("GUIDE"),
    await writes("PRICE"),
    await writes("PRICE"),
    await writes("Hm"),
  ];
  expect(await startedBy(client)).toEqual(["GUIDE"]);
  expect(rows).toEqual([17, 4, 3, 1]);
});
