import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace, operate } from "./client.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { figuresOf, READS_PER_SECOND, readWhile, timesOf } from "./readers.mjs";
import { seedLeads, seedMessages } from "./seed.mjs";
import { serveTwo } from "./serve.mjs";

const [LEADS, MESSAGES] = [20_000, 100_000];
const [QUIET_MS, REST_MS, POLL_MS] = [10_000, 1_500, 250];
const MAX_MS = 900_000;

const READ_BARS = { failed: { exactly: 0 }, p95: { atMost: 200 } };

/**
 * Backs up a workspace of 100,000 messages, deletes it and restores it, while another reads in the
 * same database.
 */
export async function archive() {
  await using bench = await serveTwo("archive");
  const { service } = bench;
  const [db] = bench.databases;
  const { workspace } = await seedLeads({ db, service }, LEADS);
  await seedMessages(db, workspace.id, { leads: LEADS, messages: MESSAGES });
  const quiet = await newWorkspace(service);
  const lead = await quiet.create("/v1/leads", { first_name: "Ada" });
  const place = { service, quiet, lead };
  const path = `/v1/workspaces/${workspace.id}`;
  const rows = [];
  /** Reads beside an act of the operator's. Returns what `find` finds once it is over. */
  const beside = async (name, find, isOver) => {
    let found;
    const start = performance.now();
    const reads = await readWhile(place, async () => {
      found = await until(find, isOver);
    });
    const seconds = (performance.now() - start) / 1_000;
    const speed = found.rows && { "rows/s": found.rows / seconds };
    rows.push(withVerdict({ beside: name, seconds, ...speed, ...readsOf(reads) }, READ_BARS));
    return found;
  };

  await readWhile(place, () => wait(REST_MS));
  rows.push({ beside: "nothing", ...readsOf(await readWhile(place, () => wait(QUIET_MS))) });
  const { id } = await operate(service, "POST", `${path}/backups`);
  const backup = () => operate(service, "GET", `/v1/backups/${id}`);
  const made = await beside("its backup", backup, ({ state }) => state !== "running");
  if (made.state !== "finished") throw new Error(`The backup failed: ${made.reason}`);
  await operate(service, "POST", `${path}/suspend`, { reason: "It is deleted." });
  await operate(service, "DELETE", path);
  const receipt = () => operate(service, "GET", `${path}/removal`);
  await beside("its deletion", receipt, ({ finished_at }) => finished_at !== null);
  await operate(service, "POST", `/v1/backups/${id}/restore`);
  const restored = await beside("its restore", backup, ({ state }) => state !== "restoring");
  if (restored.reason !== null) throw new Error(`The restore failed: ${restored.reason}`);
  const messages = await db
    .prepare("select count(*) as n from messages where workspace_id = ?")
    .bind(workspace.id)
    .first("n");
  if (messages !== MESSAGES) throw new Error(`${messages} messages have come back`);
  return {
    tables: [
      {
        title: `${made.rows} rows of a workspace (${made.bytes} bytes), and GET /v1/leads/{lead} of another at ${READS_PER_SECOND}/s`,
        rows,
      },
    ],
    notes: [
      "its deletion: with the two minutes in which it waits for caches to expire. The restore verifies each row.",
    ],
  };
}

const readsOf = (reads) => ({ ...figuresOf(reads), p95: percentile(timesOf(reads), 0.95) });

async function until(find, isOver) {
  const start = performance.now();
  for (;;) {
    const found = await find();
    if (isOver(found)) return found;
    if (performance.now() - start > MAX_MS) throw new Error(`It goes on: ${JSON.stringify(found)}`);
    await wait(POLL_MS);
  }
}
