import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { untilNone } from "./flow.mjs";
import { wakeTriggerWorker } from "./schedulers.mjs";
import { newSandbox, newStarter } from "./starters.mjs";
import { until } from "./wait.mjs";

const LEADS = 10_000;
const MAX_PER_HOUR = 1_500;
const HOUR_MS = 3_600_000;
const SOURCE = "import";

/** Imports leads, quietly and not, where a trigger names imports. */
export async function importing({ service, db, scheduler }) {
  const workspace = await newWorkspace(service);
  await newSandbox(workspace);
  await newStarter(workspace, [
    {
      ...{ id: "imported", type: "lead_created" },
      data: { sources: [SOURCE], max_per_hour: MAX_PER_HOUR },
    },
  ]);
  const place = { service, db, scheduler, workspace };
  const quiet = await imported(place, "quiet", { notify: false });
  const loud = await imported(place, "loud", { notify: true });
  return [
    withVerdict({ import: "quiet", leads: LEADS, ...quiet }, NOTHING),
    withVerdict(
      { import: "loud", leads: LEADS, ...loud, ...(await hoursPass(place)) },
      {
        ...{ started: { exactly: MAX_PER_HOUR }, "put off": { exactly: LEADS - MAX_PER_HOUR } },
        ...{ "in an hour": { atMost: MAX_PER_HOUR }, "in the end": { exactly: LEADS } },
      },
    ),
  ];
}

const NOTHING = { started: { exactly: 0 }, "put off": { exactly: 0 } };

/** Imports a file, and lets what it causes be decided. */
async function imported(place, name, options) {
  const { service, db, workspace } = place;
  const rows = Array.from({ length: LEADS }, (_, n) => `${name}-${n},Person ${n}\r\n`);
  const sent = await fetch(`${service}/v1/imports?name=${name}.csv`, {
    ...{ method: "POST", body: `ext_id,first_name\r\n${rows.join("")}` },
    headers: { Authorization: workspace.headers.Authorization },
  });
  const { data } = await sent.json();
  const path = `/v1/imports/${data.id}`;
  await workspace.call("POST", `${path}/start`, {
    ...{ mode: "upsert", mapping: { ext_id: "ext_id", first_name: "first_name" } },
    ...options,
  });
  const stateNow = async () => (await workspace.call("GET", path)).data.state;
  await until(`the ${name} import is over`, async () => (await stateNow()) === "completed");
  await decided(place);
  const of = (query) => db.prepare(query).bind(workspace.id).first("n");
  return {
    started: await of(RUNS),
    "put off": await of("select count(*) as n from trigger_times where workspace_id = ?"),
  };
}

const RUNS = "select count(*) as n from runs where workspace_id = ?";

async function decided({ db, scheduler, workspace }) {
  await wakeTriggerWorker(scheduler, workspace);
  await untilNone(
    db,
    "select 1 from trigger_cursors where workspace_id = ? and next_event_id is not null",
    workspace.id,
  );
  await untilNone(
    ...[db, "select 1 from trigger_times where workspace_id = ? and due_at <= ?"],
    ...[workspace.id, Date.now()],
  );
}

/** Lets the hours pass for which starts are put off: the most of them in one, and all together. */
async function hoursPass(place) {
  const { db, workspace } = place;
  const count = () => db.prepare(RUNS).bind(workspace.id).first("n");
  let most = await count();
  let hours = 1;
  for (let left = LEADS - most; left > 0; hours++) {
    const before = await count();
    await db
      .prepare("update trigger_times set due_at = due_at - ? where workspace_id = ?")
      .bind(HOUR_MS, workspace.id)
      .run();
    await decided(place);
    // The last of them may just be under way.
    await wait(1_000);
    const after = await count();
    most = Math.max(most, after - before);
    left = after > before ? LEADS - after : 0;
  }
  return { hours, "in an hour": most, "in the end": await count() };
}
