import { setTimeout as wait } from "node:timers/promises";
import { withVerdict } from "./figures.mjs";
import { untilNone } from "./flow.mjs";
import { count, figuresOf, wakeRunScheduler } from "./schedulers.mjs";

const WAITING = 100_000;
const STILL_MS = 5_000;

/** The cost of 100,000 runs of eleven workspaces that wait for a day. */
export async function waitingRuns({ scheduler, db, workspace }) {
  // The runs that were removed are hidden at once, and deleted in chunks.
  await untilNone(db, "select 1 from removals");
  const [now, day] = [Date.now(), 86_400_000];
  await db.batch([
    db
      .prepare(
        `insert into scenarios (workspace_id, name, platform, is_active, version, created_at, updated_at)
         select workspaces.id, 'Waiting', 'whatsapp', 1, 1, ?1, ?1 from workspaces cross join json_each('[1,2,3,4,5]')`,
      )
      .bind(now),
    db
      .prepare(
        `insert into runs (workspace_id, scenario_id, lead_id, version, state, node_id, waiting_for, waiting_until, next_at, visits, enrolled_at, created_at, updated_at)
         select leads.workspace_id, scenarios.id, leads.id, 1, 'waiting', 'pause', 'time', ?2, ?2, 1, ?1, ?1, ?1
         from leads cross join scenarios on scenarios.workspace_id = leads.workspace_id and scenarios.name = 'Waiting'`,
      )
      .bind(now, now + day),
  ]);
  const seeded = await db
    .prepare("select count(*) as n from runs where next_at > ?")
    .bind(now)
    .first("n");
  if (seeded !== WAITING) throw new Error(`${seeded} runs are waiting`);
  await count(scheduler, true);
  await wakeRunScheduler(scheduler, workspace);
  while ((await figuresOf(scheduler)).alarms === 0) await wait(10);
  const wake = await figuresOf(scheduler);
  await count(scheduler, true);
  await wait(STILL_MS);
  const still = await figuresOf(scheduler);
  const cron = await (await fetch(`${scheduler}/cron`, { method: "POST" })).json();
  const asked = ({ trips, rowsRead }) => ({ trips, "rows read": rowsRead });
  return [
    withVerdict(
      { what: `${STILL_MS / 1000} s of waiting`, alarms: still.alarms, ...asked(still) },
      { alarms: { exactly: 0 }, trips: { exactly: 0 } },
    ),
    withVerdict(
      { what: "their scheduler is woken", alarms: wake.alarms, ...asked(wake) },
      { trips: { atMost: 1 }, "rows read": { atMost: 30 } },
    ),
    withVerdict(
      { what: "the cron of a minute", ...asked(cron) },
      { trips: { atMost: 5 }, "rows read": { atMost: 100 } },
    ),
  ];
}
