import { meterWarm } from "./client.mjs";
import { childrenCpuMs } from "./cpu.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { newFlow, openWindows, seedRuns, untilNone } from "./flow.mjs";
import { count, figuresOf, wakeRunScheduler } from "./schedulers.mjs";
import { seedLeads } from "./seed.mjs";
import { serve } from "./serve.mjs";
import { waitingRuns } from "./waiting-runs.mjs";

const LEADS = 10_000;
const STEPS = 5;
/** The duration of the delay and of the wait for a reply, for which an idle scheduler sleeps. */
const WAIT_SECONDS = 1;
/** The bars: 2,000 steps a second, and at most 0.05 D1 calls for each. */
const SPEED = { "per second": { atLeast: 2_000 }, "steps a trip": { atLeast: 20 } };
const EVENLY = { count: 2_000, gapMs: 2.5 };

const NODES = 50;

/** Scenarios of a workspace of 10,000 leads, through the sandbox. */
export async function scenarios() {
  await using bench = await serve("scenarios");
  const [service] = bench.services;
  const { workspace, idOf } = await seedLeads(service, LEADS);
  const sandbox = await workspace.create("/v1/channels", {
    platform: "whatsapp",
    name: "Sandbox",
    is_default: true,
  });
  await openWindows(service.db, workspace.id, sandbox.id);
  const place = {
    ...service,
    workspace,
    idOf,
    wakeMessageSender: () => workspace.create(`/v1/leads/${idOf(0)}/messages`, { text: "Hello" }),
  };
  return {
    tables: [
      { title: "Five steps of 10,000 leads", rows: await flights(place) },
      { title: "Many at once", rows: await manyAtOnce(place) },
      { title: "100,000 waiting runs", rows: await waitingRuns(place) },
      { title: "Statistics of a year", rows: [await statistics(place)] },
    ],
    notes: [
      "s: from when the runs are due until all have ended; awake: how long of it the scheduler was at work; per second: steps while it was.",
      "trips, rows: what the scheduler asks of D1, rows by step; CPU: of the whole workerd, by step, until all is sent.",
      "late: by how many ms steps come after they were due. Where 10,000 are due at once, that is how long they queue.",
    ],
  };
}

const PENDING = "select 1 from messages where next_attempt_at is not null";

async function flights(place) {
  const alone = await fly(place, "the scheduler alone", { wakesSenders: false }, SPEED);
  const start = performance.now();
  await place.wakeMessageSender();
  await untilNone(place.db, PENDING);
  const sandbox = {
    what: "the sandbox alone",
    "sent per second": (LEADS * 1000) / (performance.now() - start),
  };
  return [
    alone,
    sandbox,
    await fly(place, "the sandbox sends meanwhile", {}, SPEED),
    await fly(place, "each run waits until its message is sent", { fails: true }, SPEED),
    await fly(place, "2,000 steps a second, evenly due", EVENLY, {}),
  ];
}

/** Makes runs due, and measures until all have ended and their messages are delivered. */
async function fly(
  { scheduler, db, workspace },
  what,
  { count: runs = LEADS, gapMs, fails, wakesSenders = true },
  bars,
) {
  const { id: tagId } = await workspace.create("/v1/tags", { label: what });
  const scenario = await newFlow(workspace, tagId, { seconds: WAIT_SECONDS, fails });
  await count(scheduler, wakesSenders);
  const start = performance.now();
  const since = () => (performance.now() - start) / 1000;
  await seedRuns(db, scenario, { count: runs, dueAt: Date.now(), gapMs });
  const cpuBefore = childrenCpuMs();
  await wakeRunScheduler(scheduler, workspace);
  await untilNone(db, "select 1 from runs where scenario_id = ? and ended_at is null", scenario.id);
  const s = since();
  const { awakeMs, trips, rowsRead, rowsWritten } = await figuresOf(scheduler);
  if (wakesSenders) await untilNone(db, PENDING);
  const cpu = (childrenCpuMs() - cpuBefore) * 1000;
  const { steps, late } = await stepsOf(db, scenario);
  const awake = awakeMs / 1000;
  return withVerdict(
    {
      ...{ what, steps, s, awake },
      ...(!gapMs && { "per second": steps / awake }),
      ...{
        "steps a trip": steps / trips,
        "CPU µs": cpu / steps,
        "rows read": rowsRead / steps,
        "rows written": rowsWritten / steps,
      },
      ...{ "late p50": percentile(late, 0.5), "late p99": percentile(late, 0.99) },
      ...(wakesSenders && !gapMs && { "sent per second": runs / since() }),
    },
    { steps: { exactly: runs * STEPS }, ...bars },
  );
}

/**
 * The number of steps of a scenario's runs, and the delays of those that were due at a known time.
 */
async function stepsOf(db, { id }) {
  const ofRuns =
    "from runs cross join run_steps on run_steps.run_id = runs.id where scenario_id = ?1";
  const due = "lag(entered_at, 1, enrolled_at - ?2) over (partition by run_id order by visit) + ?2";
  const isTimed = "type in ('message', 'wait_for_reply', 'condition')";
  const [{ results: counted }, { results: timed }] = await db.batch([
    db.prepare(`select count(*) as steps ${ofRuns} and left_at is not null`).bind(id),
    db
      .prepare(
        `select late from (select type, entered_at - (${due}) as late ${ofRuns}) where ${isTimed}`,
      )
      .bind(id, WAIT_SECONDS * 1000),
  ]);
  return { steps: counted[0].steps, late: timed.map(({ late }) => late) };
}

/** Reads what 50 nodes have counted on each day of a year. */
async function statistics({ db, workspace, metered }) {
  const input = { name: "Statistics", platform: "whatsapp" };
  const { id } = await workspace.create("/v1/scenarios", input);
  const figures = ["entered", "left", "ended", "sent", "delivered", "read", "clicked", "replied"];
  const counts = Array.from({ length: NODES }, (_, node) =>
    figures.map((figure) => [`${figure}_${Buffer.from(`node-${node}`).toString("hex")}`, 9]),
  );
  await db
    .prepare(
      `insert into scenario_days (scenario_id, version, day, counts)
       with recursive n(n) as (select 0 union all select n + 1 from n where n < 365)
       select ?, 1, date('now', '-' || n || ' days'), ? from n`,
    )
    .bind(id, JSON.stringify(Object.fromEntries(counts.flat())))
    .run();
  const from = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const path = `/v1/scenarios/${id}/stats?from=${from}`;
  const { trips, rowsRead } = await meterWarm(metered, () => ({
    path,
    headers: workspace.headers,
  }));
  const { s } = await timed(workspace, "GET", path);
  return withVerdict(
    { what: "50 nodes", s, trips, "rows read": rowsRead },
    { trips: { exactly: 1 }, s: { atMost: 1 } },
  );
}

/**
 * Enrolling 10,000 leads, and removing them: from scenarios with a queued message for each lead,
 * and from one that all leads have finished.
 */
async function manyAtOnce({ scheduler, db, workspace, idOf, wakeMessageSender }) {
  const { id: tagId } = await workspace.create("/v1/tags", { label: "Many" });
  const newWait = () => newFlow(workspace, tagId, { seconds: 3_600 });
  const [byIds, byFilter] = [await newWait(), await newWait()];
  const gone = await db.prepare("select min(scenario_id) as id from runs").first();
  const start = Date.now();
  const enrol = async (what, { id }, body) => {
    const answer = await timed(workspace, "POST", `/v1/scenarios/${id}/leads/bulk`, body);
    await untilNone(db, "select 1 from runs where scenario_id = ? and visits = 0", id);
    return withVerdict({ what, ...answer }, { s: { atMost: 5 }, enrolled: { exactly: LEADS } });
  };
  const remove = async (what, { id }) => {
    const { s } = await timed(workspace, "DELETE", `/v1/scenarios/${id}/leads`);
    const { data: left } = await workspace.call("GET", `/v1/scenarios/${id}/runs`);
    return withVerdict({ what, s, left: left.length }, { s: { atMost: 2 }, left: { exactly: 0 } });
  };
  await count(scheduler, false);
  const rows = [
    await enrol("enrol by ids", byIds, {
      lead_ids: Array.from({ length: LEADS }, (_, n) => idOf(n)),
    }),
    await enrol("enrol by a filter", byFilter, { filter: { is_optout: false } }),
    await remove("remove all, with a message queued", byIds),
    await remove("remove all, another time", byFilter),
    await remove("remove all, at their end", gone),
  ];
  await count(scheduler, true);
  await wakeMessageSender();
  await untilNone(db, PENDING);
  const messages = await db
    .prepare(
      "select sum(error ->> 'reason' is 'cancelled') as cancelled, sum(status <> 'failed') as sent from messages where visit is not null and created_at >= ?",
    )
    .bind(start)
    .first();
  return [
    ...rows,
    withVerdict(
      { what: "what was queued, afterwards", ...messages },
      { cancelled: { exactly: 2 * LEADS }, sent: { exactly: 0 } },
    ),
  ];
}

async function timed(workspace, method, path, body) {
  const start = performance.now();
  const { status, data } = await workspace.call(method, path, body);
  if (status !== 200) throw new Error(`${method} ${path} was answered ${status}`);
  return { s: (performance.now() - start) / 1000, ...data };
}
