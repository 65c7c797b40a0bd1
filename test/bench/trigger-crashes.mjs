import { setTimeout as wait } from "node:timers/promises";
import { ask } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { openWindows } from "./flow.mjs";
import { standsStill, wakeTriggerWorker } from "./schedulers.mjs";
import { seedLeads } from "./seed.mjs";
import { serveTwo } from "./serve.mjs";
import { newSandbox, newStarter, seedFacts, seedSpeech } from "./starters.mjs";
import { until, within } from "./wait.mjs";

/** Half of them messages, half of them facts. */
export const CAUSES = 1_000;
/** Where the worker stands still when it is killed. Its first batch claims, its second commits. */
const PLACES = {
  "before the claim": { nth: 1, when: "before" },
  "after the claim": { nth: 1, when: "after" },
  "before the commit": { nth: 2, when: "before" },
  "after the commit, unanswered": { nth: 2, when: "after" },
};
/** Calls of D1 take longer while workerd is killed at random, so that some are under way. */
const SLOW = { ms: 50 };
const [RANDOM_KILLS, MIN_LIFE_MS, MAX_LIFE_MS] = [5, 100, 700];
/** The time that messages settle for, and some more. */
const SETTLE_MS = 2_500;
/** The cron comes each minute: what it finds is to be started before the next one. */
const MAX_MS = 60_000;

/**
 * Kills workerd again and again while triggers start runs: at each place where the worker may die,
 * by no wake-up but the cron's, and then at random while two objects are at work.
 */
export async function killed() {
  await using bench = await serveTwo("trigger-crashes");
  const workspace = await seed(bench);
  await wait(SETTLE_MS);
  const rows = [];
  const places = Object.entries(PLACES);
  let origins = await bench.crash({ STILL: places[0][1] });
  for (const [index, [place]] of places.entries()) {
    await cron(origins);
    await until(`the worker stands still ${place}`, () => standsStill(origins.scheduler), LATE);
    origins = await bench.crash({ STILL: places[index + 1]?.[1] ?? SLOW });
    const runs = await runsIn(origins);
    const hasCommitted = index === places.length - 1;
    const bar = hasCommitted ? { atLeast: 1 } : { exactly: 0 };
    rows.push(withVerdict({ killed: place, runs }, { runs: bar }));
  }
  for (let kill = 0; kill < RANDOM_KILLS; kill++) {
    for (const name of [workspace.id, "other"])
      await wakeTriggerWorker(origins.scheduler, workspace, name);
    await wait(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
    origins = await bench.crash({ STILL: SLOW });
    rows.push({ killed: "at random, two at work", runs: await runsIn(origins) });
  }
  rows.push(await whatIsLeft(origins));
  return rows;
}

const LATE = { ms: MAX_MS, pollMs: 50 };

/** A workspace in which all causes wait. Rows that SQL inserts wake nobody. */
async function seed({ databases: [db], service }) {
  const { workspace } = await seedLeads({ db, service }, CAUSES / 2);
  const { id: channelId } = await newSandbox(workspace);
  await openWindows(db, workspace.id, channelId);
  const tag = await workspace.create("/v1/tags", { label: "Starts" });
  await newStarter(workspace, [{ id: "word", type: "keyword", data: { words: ["begin"] } }]);
  await newStarter(workspace, [{ id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } }]);
  await seedSpeech(db, workspace.id, channelId, "Please begin", CAUSES / 2);
  await seedFacts(db, workspace.id, tag.id, CAUSES / 2);
  return workspace;
}

/** Has the cron alone start what is left. */
async function whatIsLeft(origins) {
  const [db] = origins.databases;
  const start = performance.now();
  try {
    const isDone = async () => (await runsIn(origins)) >= CAUSES;
    await cron(origins);
    await until(`${CAUSES} runs`, isDone, LATE);
  } catch (error) {
    throw new Error(`${error.message}, but ${await stateOf(db)}`);
  }
  const seconds = (performance.now() - start) / 1_000;
  const { runs, twice } = await db
    .prepare(
      `select sum(n) as runs, ifnull(sum(n > 1), 0) as twice
       from (select count(*) as n from runs group by scenario_id, lead_id)`,
    )
    .first();
  return withVerdict(
    { killed: "no more, and woken by the cron", runs, twice, seconds },
    { runs: { exactly: CAUSES }, twice: { exactly: 0 }, seconds: { atMost: 60 } },
  );
}

const cron = ({ scheduler }) =>
  within(MAX_MS, "the cron", ask(scheduler, { path: "/cron", method: "POST" }));

const runsIn = ({ databases: [db] }) =>
  within(MAX_MS, "a count of runs", db.prepare("select count(*) as n from runs").first("n"));

/** The work that is done so far, for an error. */
async function stateOf(db) {
  const [cursors, outcomes] = await db.batch([
    db.prepare("select lane, position, next_event_id from trigger_cursors"),
    db.prepare("select lane, outcome, count(*) as n from trigger_evaluations group by 1, 2"),
  ]);
  return JSON.stringify([cursors.results, outcomes.results]);
}
