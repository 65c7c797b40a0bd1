import { beforeEach, expect, it } from "vitest";
import { type Client, newLead, newTag, newWorkspace } from "../support/api";
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
let received: (text: string) => Promise<unknown>;

beforeEach(async () => {
  client = clientAsleep(await newWorkspace());
  ({ meter, database } = metered(testEnv.DB));
  const channel = await newMetaChannel(client);
  const number = newNumber();
  await newLead(client, { phone: `+${number}` });
  const fetcher = serveWith(database, {
    MESSAGE_SENDER: OFFLINE_MESSAGE_SENDER,
    TRIGGER_WORKER: OFFLINE_TRIGGER_WORKER,
  });
  received = (text) => deliver(channel, whatsappBody(channel, textFrom(number, text)), { fetcher });
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

it("a message costs one row more where 500 triggers wait for it, and five that are read", async () => {
  const before = await countOf(() => received("Hello again"));
  for (let n = 0; n < 25; n++)
    await newTriggered(
      client,
      Array.from({ length: 20 }, (_, place) => keyword(`word${n}x${place}`)),
    );
  const after = await countOf(() => received("And again"));
  expect(after).toEqual({
    written: before.written + 1,
    read: expect.any(Number),
    trips: before.trips,
  });
  expect(after.read - before.read).toBeLessThanOrEqual(5);
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
