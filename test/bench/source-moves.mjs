import { setTimeout as wait } from "node:timers/promises";
import { operate } from "./client.mjs";
import { median, percentile, withVerdict } from "./figures.mjs";
import { seedLeads, seedMessages } from "./seed.mjs";
import { serveTwo } from "./serve.mjs";
import { callDoor, contact, newSource, untilWorked } from "./source-items.mjs";

const [LEADS, MESSAGES] = [5_000, 20_000];
/** Each source sends one item after the other, so that their order is known. */
const [SOURCES, GAP_MS] = [4, 200];
const [BEFORE_MS, AFTER_MS, POLL_MS, MAX_MOVE_MS] = [3_000, 3_000, 100, 300_000];

/** Moves a workspace while its sources receive. */
export async function moveWhileReceiving() {
  await using bench = await serveTwo("source-moves");
  const { service } = bench;
  const [db, other] = bench.databases;
  await operate(service, "POST", "/v1/databases", { name: "DB_1", is_open: false });
  const { workspace } = await seedLeads({ db, service }, LEADS);
  await seedMessages(db, workspace.id, { leads: LEADS, messages: MESSAGES });
  const sources = await Promise.all(Array.from({ length: SOURCES }, () => newSource(workspace)));
  const state = { isOver: false };
  const [made, ...calls] = await Promise.all([
    move(service, workspace.id).finally(() => {
      state.isOver = true;
    }),
    ...sources.map((source) => sendInTurn(service, source, state)),
  ]);
  const [frozen, thawed] = [made.frozen_at, made.thawed_at].map(Date.parse);
  await untilWorked(other, sources, calls.flat().length, { ms: MAX_MOVE_MS });
  const rows = partsOf(calls.flat(), frozen, thawed);
  const found = { calls: calls.flat().length, ...(await foundIn(db, other, sources)) };
  return { rows, found: [withVerdict(found, barsOf(found))] };
}

const barsOf = ({ calls }) => ({
  deliveries: { exactly: calls },
  "left behind": { exactly: 0 },
  "out of order": { exactly: 0 },
});

async function move(service, id) {
  await wait(BEFORE_MS);
  const start = performance.now();
  const path = `/v1/workspaces/${id}/move`;
  let made = await operate(service, "POST", path, { database: "DB_1" });
  while (made.finished_at === null) {
    if (performance.now() - start > MAX_MOVE_MS) throw new Error(`The move is ${made.phase}`);
    await wait(POLL_MS);
    made = await operate(service, "GET", `/v1/moves/${made.id}`);
  }
  if (made.phase !== "finished") throw new Error(`The move is ${made.phase}: ${made.reason}`);
  await wait(AFTER_MS);
  return made;
}

async function sendInTurn(service, source, state) {
  const calls = [];
  for (let n = 0; !state.isOver; n++) {
    const [at, sent] = [Date.now(), performance.now()];
    const status = await callDoor(service, source.next(contact(source.id * 1_000_000 + n)));
    calls.push({ at, status, ms: performance.now() - sent });
    await wait(GAP_MS);
  }
  return calls;
}

/** The answers of each part of the move. */
function partsOf(calls, frozen, thawed) {
  const parts = {
    "before, and while it copies": ({ at }) => at < frozen,
    "while writes are refused": ({ at }) => at >= frozen && at < thawed,
    "while it removes, and after": ({ at }) => at >= thawed,
  };
  return Object.entries(parts).map(([part, isIn]) => {
    const some = calls.filter(isIn);
    const times = some.map(({ ms }) => ms);
    const failed = some.filter(({ status }) => status !== 202).length;
    const row = { part, calls: some.length, failed, p50: median(times) };
    return withVerdict({ ...row, p99: percentile(times, 0.99) }, { failed: { exactly: 0 } });
  });
}

/** The deliveries in the new database, and those whose leads came in another order. */
async function foundIn(db, other, sources) {
  const ids = JSON.stringify(sources.map(({ id }) => id));
  const of = "source_deliveries where source_id in (select value from json_each(?))";
  const { n: left } = await db.prepare(`select count(*) as n from ${of}`).bind(ids).first();
  const { n, disorder } = await other
    .prepare(
      `select count(*) as n, sum(nth <> place) as disorder from (
         select deliveries.seq - 1 as place, cast(substr(ext_id, 2) as integer) % 1000000 as nth
         from (select * from ${of}) as deliveries left join leads on leads.id = lead_id)`,
    )
    .bind(ids)
    .first();
  return { deliveries: n, "left behind": left, "out of order": disorder };
}
