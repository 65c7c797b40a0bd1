import { setTimeout as wait } from "node:timers/promises";
import { ask, meter, newWorkspace } from "./client.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { filterCases } from "./filters.mjs";
import { newFlow, openWindows, seedRuns } from "./flow.mjs";
import { atRate, figuresOf, READS_PER_SECOND, readWhile, timed, timesOf } from "./readers.mjs";
import { seedLeads } from "./seed.mjs";
import { serve } from "./serve.mjs";

const MANY = 100_000;
/** Of the noisy workspace; ten others have as many together. */
const LEADS = 50_000;
/** Runs of five steps each. */
const RUNS = 10_000;
const STEPS = 5 * RUNS;
const WAIT_SECONDS = 1;
/** Of the stage `new`: a request enrols the first 10,000, and a job the others. */
const ENROLLED = 19_000;
/** As often as the rate limit of a workspace allows: 1,200 requests a minute. */
const SEARCHES_PER_SECOND = 20;
const [QUIET_MS, SEARCH_MS, REST_MS] = [10_000, 10_000, 1_500];
/** An act that is not done by then is given up. */
const MAX_ACT_MS = 120_000;

/** The longest wait of the other workspace, whatever its neighbour does: a chunk's duration. */
const BARS = {
  failed: { exactly: 0 },
  p99: { atMost: 150 },
  max: { atMost: 250 },
};
const CHUNK_BAR = { ms: { atMost: 15 } };

/**
 * Acts of a workspace while another reads a lead. Each makes what it needs, and returns `run`,
 * which does it with `call`, and `left`, a query that finds rows while work is left behind the
 * answer. `run` is given whether all others are done.
 */
const ACTS = {
  "run 50,000 steps": async ({ db, noisy, scheduler, tag }) => {
    const scenario = await newFlow(noisy, tag.id, { seconds: WAIT_SECONDS });
    await seedRuns(db, scenario, { count: RUNS, dueAt: Date.now() });
    return {
      run: () => ask(scheduler, { path: `/${noisy.id}`, method: "POST" }),
      left: `select 1 from runs where scenario_id = ${scenario.id} and ended_at is null limit 1`,
      check: async () => {
        const of = `from runs cross join run_steps on run_id = runs.id where scenario_id = ${scenario.id}`;
        const steps = await db.prepare(`select count(*) as n ${of}`).first("n");
        if (steps !== STEPS) throw new Error(`${steps} steps were run`);
      },
    };
  },
  "bulk-enrol 20,000 leads": async ({ db, noisy }) => {
    const scenario = await newScenario(noisy);
    return {
      run: (call) =>
        call("POST", `/v1/scenarios/${scenario.id}/leads/bulk`, {
          filter: { pipeline_stage: "new" },
        }),
      left: "select 1 from bulk_enrolments where finished_at is null",
      check: async () => {
        const of = `from runs where scenario_id = ${scenario.id}`;
        const enrolled = await db.prepare(`select count(*) as n ${of}`).first("n");
        if (enrolled < ENROLLED) throw new Error(`${enrolled} leads were enrolled`);
      },
    };
  },
  "delete 100,000 runs": async (place) => {
    const scenario = await newScenario(place.noisy);
    await seedPaused(place, scenario);
    return {
      run: (call) => call("DELETE", `/v1/scenarios/${scenario.id}/leads`),
      left: `select 1 from runs where scenario_id = ${scenario.id} limit 1`,
    };
  },
  search: async ({ service, noisy, seeded }) => {
    const paths = filterCases.map(
      ({ query }) => `/v1/leads?${query({ ...seeded, tags: noisy.tags })}`,
    );
    return {
      run: async (_, isOver) => {
        const start = performance.now();
        const searches = await atRate(
          SEARCHES_PER_SECOND,
          () => (isOver ? isOver() : performance.now() - start > SEARCH_MS),
          (nth) => timed(service, noisy, paths[nth % paths.length]),
        );
        return { searches };
      },
    };
  },
};

/** Other work in chunks, each alone. */
const MORE_ACTS = {
  "delete a tag on 50,000 leads": async ({ db, noisy }) => {
    const tag = await noisy.create("/v1/tags", { label: "Everybody" });
    await db
      .prepare(
        "insert into lead_tags (lead_id, tag_id, created_at) select id, ?, 1 from leads where workspace_id = ?",
      )
      .bind(tag.id, noisy.id)
      .run();
    return {
      run: (call) => call("DELETE", `/v1/tags/${tag.id}`),
      left: `select 1 from lead_tags where tag_id = ${tag.id} limit 1`,
    };
  },
  "delete a lead with 100,000 messages": async ({ db, noisy }) => {
    const lead = await noisy.create("/v1/leads", { first_name: "Talkative" });
    const id = await db
      .prepare(
        "insert into conversations (workspace_id, lead_id, platform, created_at, updated_at) values (?, ?, 'whatsapp', 1, 1) returning id",
      )
      .bind(noisy.id, lead.id)
      .first("id");
    await db
      .prepare(
        `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
         insert into messages (workspace_id, conversation_id, direction, type, text, status, created_at)
         select ?, ?, 'outbound', 'text', 'Good morning', 'queued', 1 from numbers`,
      )
      .bind(noisy.id, id)
      .run();
    return {
      run: (call) => call("DELETE", `/v1/leads/${lead.id}`),
      left: `select 1 from messages where conversation_id = ${id} limit 1`,
    };
  },
};

const newScenario = (workspace, more) =>
  workspace.create("/v1/scenarios", { name: "Neighbour", platform: "whatsapp", ...more });

/** Of each lead a run that has ended, and one that is active while its scenario is paused. */
async function seedPaused({ db }, scenario) {
  const set = (columns) =>
    db.prepare(`update runs set ${columns} where scenario_id = ?`).bind(scenario.id);
  await seedRuns(db, scenario, { count: LEADS, dueAt: Date.now() });
  await set("state = 'completed', next_at = null, ended_at = 1").run();
  await seedRuns(db, scenario, { count: MANY - LEADS, dueAt: Date.now() });
  await db.batch([
    set("state = iif(ended_at is null, 'paused', state)"),
    db
      .prepare(
        "insert into run_steps (run_id, visit, node_id, type, entered_at) select id, 1, 'hello', 'message', 1 from runs where scenario_id = ?",
      )
      .bind(scenario.id),
  ]);
}

export async function neighbours() {
  await using bench = await serve("neighbours");
  const [{ db, service, metered, scheduler }] = bench.services;
  const seeded = { leads: LEADS, ...(await seedLeads({ db, service }, LEADS)) };
  const { workspace: noisy } = seeded;
  const sandbox = await noisy.create("/v1/channels", {
    platform: "whatsapp",
    name: "Sandbox",
    is_default: true,
  });
  await openWindows(db, noisy.id, sandbox.id);
  const tag = await noisy.create("/v1/tags", { label: "Stepped" });
  const quiet = await newWorkspace(service);
  const lead = await quiet.create("/v1/leads", { first_name: "Ada" });
  const place = { db, service, metered, scheduler, noisy, seeded, tag, quiet, lead };

  await readWhile(place, () => wait(REST_MS));
  const nothing = { run: () => wait(QUIET_MS) };
  const phases = [await phaseOf("nothing", place, [nothing])];
  for (const [name, prepare] of Object.entries({ ...ACTS, ...MORE_ACTS }))
    phases.push(await phaseOf(name, place, [await prepare(place)]));
  const all = [];
  for (const prepare of Object.values(ACTS)) all.push(await prepare(place));
  phases.push(await phaseOf("the first four at once", place, all));
  return {
    tables: [
      {
        title: `GET /v1/leads/{lead} at ${READS_PER_SECOND}/s beside`,
        rows: phases.map(({ row }) => row),
      },
      { title: "The longest D1 transaction", rows: phases.flatMap(({ longest }) => longest) },
    ],
    notes: [
      "ms: of another workspace's reads, from when each should have begun; failed: reads without an answer of 200.",
      "searches, search p99: those of the noisy workspace.",
      "of: the noisy workspace's requests, the worker of chunks, the scheduler of its runs; ms: as D1 counts them; by: its slowest statement.",
    ],
  };
}

/** Does acts at once, while the other workspace reads. */
async function phaseOf(name, place, acts) {
  await ask(place.scheduler, { path: "/", method: "PUT", body: "true" });
  await wait(REST_MS);
  const requests = { longestMs: 0, slowest: [] };
  const call = async (method, path, body) => {
    const { headers } = place.noisy;
    const options = { path, method, headers, body: body && JSON.stringify(body) };
    const { status, longestMs, slowest } = await meter(place.metered, options);
    if (longestMs > requests.longestMs) Object.assign(requests, { longestMs, slowest });
    return { status };
  };
  const start = performance.now();
  const since = () => performance.now() - start;
  let open = acts.filter(({ left }) => left).length;
  const isOver = acts.length > 1 ? () => open === 0 : undefined;
  let [answered, searches] = [Number.NaN, undefined];
  const reads = await readWhile(place, () =>
    Promise.all(
      acts.map(async ({ run, left }) => {
        const result = await run(call, isOver);
        if (result?.status >= 300) throw new Error(`${name} was answered ${result.status}`);
        if (result?.searches) searches = result.searches;
        if (!left) return;
        answered = since();
        while (since() < MAX_ACT_MS && (await isLeft(place.db, left))) await wait(250);
        open--;
      }),
    ),
  );
  const seconds = since() / 1_000;
  for (const { check } of acts) await check?.();
  const row = withVerdict(
    {
      beside: name,
      ...figuresOf(reads),
      ...(acts.length === 1 && { "answered in ms": answered }),
      ...{ "done in s": seconds },
      ...(searches && {
        searches: searches.length,
        "search p99": percentile(timesOf(searches), 0.99),
      }),
    },
    { ...BARS, "done in s": { atMost: MAX_ACT_MS / 1_000 } },
  );
  const [{ json: steps }, { json: chunks }] = [
    await ask(place.scheduler, { path: "/" }),
    await ask(place.scheduler, { path: "/chunks" }),
  ];
  const longest = [
    longestOf(name, "requests", requests),
    longestOf(name, "chunks", chunks, CHUNK_BAR),
    longestOf(name, "scheduler", steps),
  ].flat();
  if (process.env.PROGRESS) console.error(new Date().toISOString(), row, longest);
  return { row, longest };
}

const longestOf = (beside, of, { longestMs, slowest: [first] }, bars) =>
  longestMs === 0
    ? []
    : [
        withVerdict(
          { beside, of, ms: longestMs, by: `${first[0]} ms: ${first[1].slice(0, 90)}` },
          bars,
        ),
      ];

const isLeft = async (db, query) => (await db.prepare(query).all()).results.length > 0;
