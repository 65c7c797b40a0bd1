import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { ask, operate } from "./client.mjs";
import { seedLeads, seedMessages } from "./seed.mjs";
import { serveTwo } from "./serve.mjs";

const [LEADS, MESSAGES] = [2_000, 5_000];
const PHASES = ["copying", "freezing", "comparing", "settling", "removing"];
/** The number of times in a phase, if it lasts. */
const KILLS = 3;
/** A phase may be over before it is seen: the workspace moves to and fro until all were. */
const TARGETS = ["DB_1", "DB", "DB_1", "DB", "DB_1", "DB"];
const [POLL_MS, PAUSE_MS, CRON_MS, MAX_MS] = [5, 300, 2_000, 300_000];
const LISTS = ["leads", "conversations", "tags", "events"];

/**
 * Kills workerd in each phase of a move, starts it again, and compares what the API tells before
 * and after.
 */
export async function crashes() {
  await using bench = await serveTwo("crashes");
  const [db] = bench.databases;
  await operate(bench.service, "POST", "/v1/databases", { name: "DB_1", is_open: false });
  const { workspace } = await seedLeads({ db, service: bench.service }, LEADS);
  await seedMessages(db, workspace.id, { leads: LEADS, messages: MESSAGES });
  const before = await told(bench.service, workspace);
  const { kills, moves, origins } = await moveAndKill(bench, workspace);
  const after = await told(origins.service, workspace);
  const different = LISTS.filter((list) => before[list].hash !== after[list].hash);
  if (different.length > 0) throw new Error(`Not the same after the move: ${different}`);
  return {
    tables: [
      {
        title: `kill -9 in the phases of a move of ${LEADS} leads and ${MESSAGES} messages`,
        rows: Object.entries(kills).map(([phase, killed]) => ({ phase, killed })),
      },
      {
        title: "What the API tells before and after: the same",
        rows: LISTS.map((list) => ({ list, rows: after[list].rows })),
      },
    ],
    notes: [
      `The workspace moved ${moves} times, until each phase was met.`,
      "The cron, which wakes objects that have lost their alarm, runs every 2 seconds.",
    ],
  };
}

/** Moves the workspace until workerd was killed in each phase. */
async function moveAndKill(bench, workspace) {
  const kills = Object.fromEntries(PHASES.map((phase) => [phase, 0]));
  let origins = bench;
  for (const [nth, database] of TARGETS.entries()) {
    const path = `/v1/workspaces/${workspace.id}/move`;
    const { id } = await operate(origins.service, "POST", path, { database });
    origins = await killAgain(bench, origins, id, kills);
    if (Object.values(kills).every((killed) => killed > 0))
      return { kills, moves: nth + 1, origins };
  }
  throw new Error(`Not each phase was seen: ${JSON.stringify(kills)}`);
}

/** Kills workerd some times in each phase, until the move is finished. Returns the new origins. */
async function killAgain(bench, first, id, kills) {
  const start = performance.now();
  let origins = first;
  for (let lastCron = start; ; ) {
    const move = await operate(origins.service, "GET", `/v1/moves/${id}`);
    if (move.phase === "finished") return origins;
    if (move.finished_at !== null || performance.now() - start > MAX_MS)
      throw new Error(`The move is ${move.phase}: ${move.reason}`);
    if (kills[move.phase] < KILLS) {
      // The first time at once: a phase may be short.
      await wait(kills[move.phase]++ * PAUSE_MS * Math.random());
      origins = await bench.crash();
    }
    if (performance.now() - lastCron > CRON_MS) {
      await ask(origins.scheduler, { path: "/cron", method: "POST" });
      lastCron = performance.now();
    }
    await wait(POLL_MS);
  }
}

/** The number of rows in the lists of a workspace, and the hash of all their pages. */
async function told(origin, { headers }) {
  const told = {};
  for (const list of LISTS) told[list] = await walk(origin, headers, list);
  return told;
}

async function walk(origin, headers, list) {
  const hash = createHash("sha256");
  let rows = 0;
  for (let cursor = ""; cursor !== null; ) {
    const path = `/v1/${list}?per_page=100${cursor && `&cursor=${cursor}`}`;
    const { status, json } = await ask(origin, { path, headers });
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    rows += json.data.length;
    hash.update(JSON.stringify(json.data));
    cursor = json.meta.next_cursor ?? null;
  }
  return { rows, hash: hash.digest("hex") };
}
