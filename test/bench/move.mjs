import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace, operate } from "./client.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { figuresOf, READS_PER_SECOND, readWhile, timesOf } from "./readers.mjs";
import { seedLeads, seedMessages } from "./seed.mjs";
import { serveTwo } from "./serve.mjs";

const LEADS = 20_000;
const MESSAGES = 100_000;
const [QUIET_MS, REST_MS, POLL_MS] = [10_000, 1_500, 50];
const MAX_MOVE_MS = 600_000;

const BARS = { "writes refused s": { atMost: 30 } };
const READ_BARS = { failed: { exactly: 0 }, p95: { atMost: 200 } };

/** Moves a workspace of 100,000 messages while another reads in the database that it leaves. */
export async function move() {
  await using bench = await serveTwo("move");
  const { service } = bench;
  const [db, other] = bench.databases;
  await operate(service, "POST", "/v1/databases", { name: "DB_1", is_open: false });
  const { workspace } = await seedLeads({ db, service }, LEADS);
  await seedMessages(db, workspace.id, { leads: LEADS, messages: MESSAGES });
  const quiet = await newWorkspace(service);
  const lead = await quiet.create("/v1/leads", { first_name: "Ada" });
  const place = { service, quiet, lead };

  await readWhile(place, () => wait(REST_MS));
  const before = await readWhile(place, () => wait(QUIET_MS));
  let moved;
  const start = performance.now();
  const during = await readWhile(place, async () => {
    moved = await makeMove(service, workspace.id);
  });
  const seconds = (performance.now() - start) / 1_000;
  if (moved.phase !== "finished") throw new Error(`The move is ${moved.phase}: ${moved.reason}`);
  const messages = await other
    .prepare("select count(*) as n from messages where workspace_id = ?")
    .bind(workspace.id)
    .first("n");
  if (messages !== MESSAGES) throw new Error(`${messages} messages have arrived`);
  const since = (from, to) => (Date.parse(moved[to]) - Date.parse(moved[from])) / 1_000;
  return {
    tables: [
      {
        title: `The move of a workspace with ${LEADS} leads and ${MESSAGES} messages`,
        rows: [
          withVerdict(
            {
              "rows copied": moved.rows_copied,
              corrected: moved.rows_corrected,
              "done in s": seconds,
              "copied in s": since("created_at", "frozen_at"),
              "copied rows/s": moved.rows_copied / since("created_at", "frozen_at"),
              "writes refused s": since("frozen_at", "thawed_at"),
              "removed in s": since("thawed_at", "finished_at"),
            },
            BARS,
          ),
        ],
      },
      { title: "Its phases", rows: moved.phases },
      {
        title: `GET /v1/leads/{lead} of another workspace at ${READS_PER_SECOND}/s`,
        rows: [
          { beside: "nothing", ...readsOf(before) },
          ...readsOfParts(during, moved),
          withVerdict({ beside: "the whole move", ...readsOf(during) }, READ_BARS),
        ],
      },
    ],
    notes: [
      "writes refused: from frozen_at to thawed_at, with the 10 seconds in which caches expire.",
    ],
  };
}

const readsOf = (reads) => ({ ...figuresOf(reads), p95: percentile(timesOf(reads), 0.95) });

/** The reads of each part of a move. */
function readsOfParts(reads, { frozen_at: frozenAt, thawed_at: thawedAt }) {
  const [frozen, thawed] = [frozenAt, thawedAt].map(
    (at) => Date.parse(at) - performance.timeOrigin,
  );
  const parts = {
    "its copying": ({ due }) => due < frozen,
    "its comparing and settling": ({ due }) => due >= frozen && due < thawed,
    "its removing": ({ due }) => due >= thawed,
  };
  return Object.entries(parts).map(([beside, isIn]) => ({
    beside,
    ...readsOf(reads.filter(isIn)),
  }));
}

/** Makes a move. Returns it with how long each of its phases took, as far as polls can tell. */
async function makeMove(service, id) {
  const start = performance.now();
  const path = `/v1/workspaces/${id}/move`;
  let made = await operate(service, "POST", path, { database: "DB_1" });
  const phases = new Map();
  let last = start;
  while (made.finished_at === null) {
    if (performance.now() - start > MAX_MOVE_MS) throw new Error(`The move is ${made.phase}`);
    await wait(POLL_MS);
    const { phase } = made;
    made = await operate(service, "GET", `/v1/moves/${made.id}`);
    const now = performance.now();
    phases.set(phase, (phases.get(phase) ?? 0) + (now - last) / 1_000);
    last = now;
  }
  return { ...made, phases: [...phases].map(([phase, seconds]) => ({ phase, seconds })) };
}
