import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { serveTwo } from "./serve.mjs";
import { calendlyItem, callDoor, newCalendly, untilWorked } from "./source-items.mjs";

/** Each block of people books, and moves its bookings with the next call. */
const [BLOCKS, PEOPLE] = [100, 100];
const ITEMS = 2 * BLOCKS * PEOPLE;
/** 200 items a second. */
const GAP_MS = 500;
const [KILLS, RETRY_MS, MAX_WAIT_MS] = [10, 250, 120_000];
/** Between the end of a restart and the next kill. */
const [MIN_LIFE_MS, MAX_LIFE_MS] = [2_000, 9_000];

/**
 * Kills workerd again and again while a source receives bookings, each of which moves once. Whoever
 * gets no answer sends again, as senders do.
 */
export async function killedInboxes() {
  await using bench = await serveTwo("source-crashes");
  const workspace = await newWorkspace(bench.service);
  const source = await newCalendly(workspace);
  const state = { origins: bench, isOver: false, again: 0 };
  const start = performance.now();
  const [kills] = await Promise.all([
    killAgain(bench, state),
    sendAll(source, state).finally(() => {
      state.isOver = true;
    }),
  ]);
  const seconds = (performance.now() - start) / 1_000;
  const [db] = state.origins.databases;
  await untilWorked(db, [source], ITEMS, { ms: MAX_WAIT_MS });
  const found = await db.prepare(FOUND).bind(source.id, workspace.id).first();
  const people = BLOCKS * PEOPLE;
  return [
    withVerdict(
      { killed: kills, "items/s": ITEMS / seconds, "sent again": state.again, ...found },
      {
        ...{ killed: { exactly: KILLS }, deliveries: { exactly: ITEMS }, undone: { exactly: 0 } },
        ...{ last: { exactly: ITEMS }, leads: { exactly: people }, people: { exactly: people } },
        ...{ bookings: { exactly: people }, "moved once": { exactly: people } },
      },
    ),
  ];
}

const FOUND = `
  select deliveries.*, leads.*, bookings.* from
    (select count(*) as deliveries, sum(status not in ('created', 'updated')) as undone,
       max(seq) as last from source_deliveries where source_id = ?1) as deliveries,
    (select count(*) as leads, count(distinct email) as people
     from leads where workspace_id = ?2) as leads,
    (select count(*) as bookings, sum(moves = 1) as "moved once"
     from bookings where workspace_id = ?2) as bookings`;

async function sendAll(source, state) {
  const start = performance.now();
  for (let call = 0; call < 2 * BLOCKS; call++) {
    await wait(Math.max(0, start + call * GAP_MS - performance.now()));
    await sendUntilStored(source, bodyOf(call), state);
  }
}

function bodyOf(call) {
  const [block, isMove] = [Math.floor(call / 2), call % 2 === 1];
  return Array.from({ length: PEOPLE }, (_, n) => {
    const person = block * PEOPLE + n;
    const [first, second] = [`a${person}`, `b${person}`];
    return isMove
      ? calendlyItem({ id: second, old: first, person, at: 1, startsIn: 60 })
      : calendlyItem({ id: first, person });
  });
}

async function sendUntilStored(source, body, state) {
  while ((await callDoor(state.origins.service, source.next(body))) !== 202) {
    state.again++;
    await wait(RETRY_MS);
  }
}

async function killAgain(bench, state) {
  let kills = 0;
  while (kills < KILLS && !state.isOver) {
    await wait(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
    state.origins = await bench.crash();
    kills++;
  }
  return kills;
}
