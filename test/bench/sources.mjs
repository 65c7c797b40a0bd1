import { serve } from "./serve.mjs";
import { killedInboxes } from "./source-crashes.mjs";
import { manyDeliveries } from "./source-deliveries.mjs";
import { doorCalls, doorTimes, formAnswers } from "./source-door.mjs";
import { floods } from "./source-floods.mjs";
import { moveWhileReceiving } from "./source-moves.mjs";
import { rowsOfItems } from "./source-rows.mjs";

/** The door of sources, and what becomes of what comes in by it. */
export async function sources() {
  await using bench = await serve("sources");
  const [service] = bench.services;
  const tables = [
    { title: "The door: ms until it has stored", rows: await doorTimes(service, bench.floor) },
    { title: "The door: calls", rows: await doorCalls(service) },
    { title: "A form: ms until it answers, by address", rows: await formAnswers(service) },
    { title: "What items cost D1", rows: await rowsOfItems(service) },
  ];
  const { rows, flow } = await floods(service);
  tables.push({ title: "The door at 8/s, ms, beside", rows });
  tables.push({ title: "The flood, as fast as it is stored", rows: flow });
  const { lists, bodies } = await manyDeliveries(service);
  tables.push({ title: "Lists of a million deliveries", rows: lists });
  tables.push({ title: "The bodies of a source while items are invalid", rows: bodies });
  return { tables: [...tables, ...(await moved()), ...(await killed())], notes: NOTES };
}

async function moved() {
  const { rows, found } = await moveWhileReceiving();
  return [
    { title: "The door at 20/s, ms, while the workspace is moved", rows },
    { title: "What is in the new database then", rows: found },
  ];
}

const killed = async () => [
  { title: "kill -9 while bookings come in, 200 items a second", rows: await killedInboxes() },
];

const NOTES = [
  "p50, p99: from when a call was due, beside the work on what came before: one thread does both here.",
  "worked after s: the work that was left when the last call was answered.",
  "rows each, read each: of one item among 100 that came by one call.",
  "refused: the answers to calls of the flood that were sent again after half a second.",
  "sent again: the calls that nobody answered, as workerd was dead.",
];
