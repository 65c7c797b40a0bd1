import { setTimeout as wait } from "node:timers/promises";
import { ask, meter, newWorkspace, operate } from "./client.mjs";
import { withVerdict } from "./figures.mjs";
import { newFlow, openWindows, seedRuns } from "./flow.mjs";
import { atRate, figuresOf, READS_PER_SECOND, readWhile, timed } from "./readers.mjs";
import { seedLeads } from "./seed.mjs";
import { serveApart, serveTwo } from "./serve.mjs";

const LEADS = 20_000;
/** Runs of five steps each. */
const RUNS = 20_000;
const [QUIET_MS, REST_MS, POLL_MS] = [15_000, 1_500, 250];
const MAX_ACT_MS = 120_000;
/** The p99 in the other database: at most so many times that of before and after the work. */
const BAR = { "× quiet p99": { atMost: 1.5 }, failed: { exactly: 0 } };

/**
 * The effect of a busy workspace on one in its own database, and on one in another. And how often
 * requests and the cron ask each database.
 */
export async function databases() {
  const rows = await neighbours();
  await using two = await serveTwo("two");
  await operate(two.service, "POST", "/v1/databases", { name: "DB_1" });
  return {
    tables: [
      { title: `GET /v1/leads/{lead} at ${READS_PER_SECOND}/s from each, beside`, rows },
      {
        title: "Calls of D1 by a workspace in DB_1, with those behind the answer",
        rows: await requestTrips(two),
      },
      { title: "The cron of each minute, with nothing to do", rows: await cronTrips(two) },
    ],
    notes: [
      "ms: from when each read should have begun. Each database is in a process of its own, and that of DB leaves the cores to the others.",
      "The busy workspace runs 100,000 steps, enrols 20,000 leads by a filter and searches, at once, in DB.",
    ],
  };
}

async function neighbours() {
  await using bench = await serveApart("databases");
  const { db, service, scheduler, remote, elsewhere } = bench;
  const { workspace: busy } = await seedLeads({ db, service }, LEADS);
  const channel = { platform: "whatsapp", name: "Sandbox", is_default: true };
  await openWindows(db, busy.id, (await busy.create("/v1/channels", channel)).id);
  const tag = await busy.create("/v1/tags", { label: "Stepped" });

  await operate(elsewhere, "POST", "/v1/databases", { name: "DB_1", is_open: false });
  const near = await reader(service, { database: "DB" });
  const far = await reader(elsewhere, { database: "DB_1" });
  const readBoth = (act) => {
    const acting = act();
    return Promise.all([near, far].map((place) => readWhile(place, () => acting)));
  };

  await readBoth(() => wait(REST_MS));
  const before = await readBoth(() => wait(QUIET_MS));
  const flow = await newFlow(busy, tag.id, { seconds: 1 });
  await seedRuns(db, flow, { count: RUNS, dueAt: Date.now() });
  const bulk = await busy.create("/v1/scenarios", { name: "Bulk", platform: "whatsapp" });
  const loud = await readBoth(() => work({ service, scheduler, remote, busy }, flow, bulk));
  await readBoth(() => wait(REST_MS));
  const after = await readBoth(() => wait(QUIET_MS));
  return [near, far].flatMap(({ name }, index) => {
    const quiet = figuresOf([...before[index], ...after[index]]);
    const figures = figuresOf(loud[index]);
    const all = {
      from: name,
      beside: "the busy workspace",
      ...figures,
      "× quiet p99": figures.p99 / quiet.p99,
    };
    return [
      { from: name, beside: "nothing, before and after", ...quiet },
      index === 1 ? withVerdict(all, BAR) : all,
    ];
  });
}

async function reader(service, where) {
  const quiet = await newWorkspace(service, where);
  const lead = await quiet.create("/v1/leads", { first_name: "Ada" });
  return { name: where.database, service, quiet, lead };
}

/** The rows of a query. Miniflare's own access to D1 would stop this process meanwhile. */
async function queried(remote, text) {
  const body = JSON.stringify({ how: "all", statements: [{ text, values: [] }] });
  const { json } = await ask(remote, { path: "/", method: "POST", body });
  return json.result.results;
}

/** All that the busy workspace does, until it is done. */
async function work({ service, scheduler, remote, busy }, flow, bulk) {
  const start = performance.now();
  await ask(scheduler, { path: `/${busy.id}`, method: "POST" });
  const filter = { pipeline_stage: "new" };
  const { status } = await busy.call("POST", `/v1/scenarios/${bulk.id}/leads/bulk`, { filter });
  if (status >= 300) throw new Error(`The enrolment was answered ${status}`);
  let isDone = false;
  const searching = atRate(
    READS_PER_SECOND,
    () => isDone,
    () => timed(service, busy, "/v1/leads?name=e"),
  );
  const left = [
    `select 1 from runs where scenario_id = ${flow.id} and ended_at is null`,
    "select 1 from bulk_enrolments where finished_at is null",
  ].join(" union all ");
  while (performance.now() - start < MAX_ACT_MS) {
    const results = await queried(remote, `select 1 from (${left}) limit 1`);
    if (results.length === 0) break;
    await wait(POLL_MS);
  }
  isDone = true;
  await searching;
  if (performance.now() - start < MAX_ACT_MS) return;
  const open = await queried(
    remote,
    `select state, waiting_for, next_at <= ${Date.now()} as is_due, count(*) as n from runs
     where ended_at is null group by 1, 2, 3`,
  );
  throw new Error(`The work was not done in time. Open runs: ${JSON.stringify(open)}`);
}

/** The calls of D1 that the cron makes to a directory with a database, and to a further one. */
async function cronTrips({ scheduler }) {
  const { tripsTo } = await meter(scheduler, { path: "/cron", method: "POST" });
  return Object.entries(tripsTo).map(([database, calls]) => ({ database, calls }));
}

const json = (method, path, body) => ({ method, path, body: body && JSON.stringify(body) });

/** The calls that requests of a workspace in the second database make before and behind answers. */
async function requestTrips({ service, metered }) {
  const workspace = await newWorkspace(service, { database: "DB_1" });
  const lead = await workspace.create("/v1/leads", { first_name: "Ada" });
  const link = { destination_url: "https://example.com/guide" };
  const slugs = [];
  for (let nth = 0; nth < 2; nth++)
    slugs.push((await workspace.create("/v1/short-links", link)).slug);
  const rows = [];
  const count = async (request, options) => {
    const { tripsTo } = await meter(metered, { headers: workspace.headers, ...options });
    rows.push({ request, directory: tripsTo.DB, "its database": tripsTo.DB_1 });
  };
  const path = `/v1/leads/${lead.id}`;
  await count("read a lead, cold", json("GET", path));
  await count("read a lead, again", json("GET", path));
  await count("change a lead", json("PATCH", path, { first_name: "Zoé" }));
  await count("create a short link", json("POST", "/v1/short-links", link));
  await count("follow a short link, cold", { path: `/${slugs[0]}`, headers: {} });
  await count("follow a short link, again", { path: `/${slugs[0]}`, headers: {} });
  return rows;
}
