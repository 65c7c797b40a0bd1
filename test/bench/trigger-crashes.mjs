import { setTimeout as wait } from "node:timers/promises";
import { ask } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { openWindows } from "./flow.mjs";
import { wakeTriggerWorker } from "./schedulers.mjs";
import { seedLeads } from "./seed.mjs";
import { serveTwo } from "./serve.mjs";
import { newSandbox, newStarter, seedFacts, seedSpeech } from "./starters.mjs";

/** Half of them messages, half of them facts. */
export const CAUSES = 1_000;
const KILLS = 10;
const MAX_LIFE_MS = 200;
const [POLL_MS, MAX_MS] = [100, 300_000];

/**
 * Kills workerd again and again while triggers start runs: before the first claim, with every
 * wake-up lost, and then at random times.
 */
export async function killed() {
  await using bench = await serveTwo("trigger-crashes");
  const [db] = bench.databases;
  const { workspace } = await seedLeads({ db, service: bench.service }, CAUSES / 2);
  const { id: channelId } = await newSandbox(workspace);
  await openWindows(db, workspace.id, channelId);
  const tag = await workspace.create("/v1/tags", { label: "Starts" });
  await newStarter(workspace, [{ id: "word", type: "keyword", data: { words: ["begin"] } }]);
  await newStarter(workspace, [{ id: "tag", type: "tag_added", data: { tag_ids: [tag.id] } }]);
  await seedSpeech(db, workspace.id, channelId, "Please begin", CAUSES / 2);
  await seedFacts(db, workspace.id, tag.id, CAUSES / 2);

  const decided = [];
  let origins = bench;
  for (let kill = 0; kill < KILLS; kill++) {
    if (kill > 0) {
      await wakeTriggerWorker(origins.scheduler, workspace);
      await wait(Math.random() * MAX_LIFE_MS);
    }
    origins = await bench.crash();
    decided.push(await runsIn(origins));
    if (decided.at(-1) >= CAUSES) break;
  }
  const start = performance.now();
  // No wake-up but that of the cron.
  while ((await runsIn(origins)) < CAUSES && performance.now() - start < MAX_MS) {
    await ask(origins.scheduler, { path: "/cron", method: "POST" });
    await wait(POLL_MS);
  }
  const { runs, twice } = await origins.databases[0]
    .prepare(
      `select sum(n) as runs, ifnull(sum(n > 1), 0) as twice
       from (select count(*) as n from runs group by scenario_id, lead_id)`,
    )
    .first();
  const row = { causes: CAUSES, kills: decided.length, runs, twice };
  return {
    decided,
    row: withVerdict(row, { runs: { exactly: CAUSES }, twice: { exactly: 0 } }),
  };
}

const runsIn = ({ databases: [db] }) => db.prepare("select count(*) as n from runs").first("n");
