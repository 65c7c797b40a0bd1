import { setTimeout as wait } from "node:timers/promises";
import { newWorkspace } from "./client.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { seedRuns } from "./flow.mjs";
import { serve } from "./serve.mjs";

const MANY = 100_000;
const ENROLLED = 50_000;
/** The other workspace reads a lead this often. */
const READS_PER_SECOND = 20;
const QUIET_MS = 3_000;
/** An act that is not done by then is given up. */
const MAX_ACT_MS = 90_000;

/** What the other workspace waits for at most, whatever its neighbour does. */
const BARS = { p99: { atMost: 150 }, max: { atMost: 250 } };

/**
 * What a reader of one workspace waits for while another deletes and enrols by the 100,000. Each act
 * makes what it needs, and returns `run`, its request, and `left`, a query whose rows are still to
 * be worked.
 */
const ACTS = {
  "delete 100,000 runs": async ({ db, noisy }) => {
    const scenario = await newScenario(noisy);
    await seedRuns(db, scenario, { count: MANY, dueAt: Date.now() });
    await db
      .prepare("update runs set state = 'paused' where scenario_id = ?")
      .bind(scenario.id)
      .run();
    return {
      run: () => noisy.call("DELETE", `/v1/scenarios/${scenario.id}/leads`),
      left: `select 1 from runs where scenario_id = ${scenario.id} limit 1`,
    };
  },
  "delete a tag on 100,000 leads": async ({ db, noisy }) => {
    const tag = await noisy.create("/v1/tags", { label: "Everybody" });
    await db
      .prepare(
        "insert into lead_tags (lead_id, tag_id, created_at) select id, ?, 1 from leads where workspace_id = ? limit ?",
      )
      .bind(tag.id, noisy.id, MANY)
      .run();
    return {
      run: () => noisy.call("DELETE", `/v1/tags/${tag.id}`),
      left: `select 1 from lead_tags where tag_id = ${tag.id} limit 1`,
    };
  },
  "delete a lead with 100,000 messages": async ({ db, noisy }) => {
    const lead = await noisy.create("/v1/leads", { first_name: "Talkative" });
    const [{ id }] = (
      await db
        .prepare(
          "insert into conversations (workspace_id, lead_id, platform, created_at, updated_at) values (?, ?, 'whatsapp', 1, 1) returning id",
        )
        .bind(noisy.id, lead.id)
        .all()
    ).results;
    await db
      .prepare(
        `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
         insert into messages (workspace_id, conversation_id, direction, type, text, status, created_at)
         select ?, ?, 'outbound', 'text', 'Good morning', 'queued', 1 from numbers`,
      )
      .bind(noisy.id, id)
      .run();
    return {
      run: () => noisy.call("DELETE", `/v1/leads/${lead.id}`),
      left: `select 1 from messages where conversation_id = ${id} limit 1`,
    };
  },
  "bulk-enrol 50,000 leads": async ({ noisy }) => {
    const scenario = await newScenario(noisy);
    return {
      run: () =>
        noisy.call("POST", `/v1/scenarios/${scenario.id}/leads/bulk`, {
          filter: { warmth: "hot" },
        }),
      left: `select 1 where (select count(*) from runs where scenario_id = ${scenario.id}) < ${ENROLLED}`,
    };
  },
};

const newScenario = (workspace) =>
  workspace.create("/v1/scenarios", { name: "Neighbour", platform: "whatsapp" });

export async function neighbours() {
  await using bench = await serve("neighbours");
  const [{ db, service }] = bench.services;
  const [noisy, quiet] = [await newWorkspace(service), await newWorkspace(service)];
  const lead = await quiet.create("/v1/leads", { first_name: "Ada" });
  await seedLeads(db, noisy.id);
  const read = () => readFor(service, quiet, lead, () => wait(QUIET_MS));
  await read();
  const rows = [rowOf("nothing", await read())];
  for (const [name, prepare] of Object.entries(ACTS)) {
    const { run, left } = await prepare({ db, noisy });
    await wait(1_000);
    let status = 0;
    let answered = 0;
    const start = performance.now();
    const times = await readFor(service, quiet, lead, async () => {
      ({ status } = await run());
      answered = performance.now() - start;
      while (performance.now() - start < MAX_ACT_MS && (await isLeft(db, left))) await wait(250);
    });
    const seconds = (performance.now() - start) / 1_000;
    rows.push(
      withVerdict(
        { ...rowOf(name, times), status, "answered in ms": answered, "done in s": seconds },
        BARS,
      ),
    );
  }
  return {
    tables: [{ title: `GET /v1/leads/{lead} at ${READS_PER_SECOND}/s beside`, rows }],
    notes: ["ms: of another workspace's reads, from when each should have begun."],
  };
}

const isLeft = async (db, query) => (await db.prepare(query).all()).results.length > 0;

const rowOf = (beside, times) => ({
  beside,
  reads: times.length,
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  max: Math.max(...times),
});

/** Reads the lead at a steady rate while `act` runs. Returns how long each read took. */
async function readFor(origin, { headers }, { id }, act) {
  const reads = [];
  const start = performance.now();
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  for (let nth = 0; !isOver; nth++) {
    const at = start + (nth * 1_000) / READS_PER_SECOND;
    await wait(Math.max(0, at - performance.now()));
    const reading = fetch(`${origin}/v1/leads/${id}`, { headers }).then(async (answer) => {
      await answer.arrayBuffer();
      return performance.now() - at;
    });
    reads.push(reading);
  }
  await acting;
  return Promise.all(reads);
}

/** Leads of the noisy workspace; half of them hot. */
async function seedLeads(db, workspaceId) {
  for (let from = 1; from <= MANY; from += 5_000)
    await db
      .prepare(
        `with recursive numbers(n) as (
           select ${from} union all select n + 1 from numbers where n < ${from + 4_999})
         insert into leads (workspace_id, seq, warmth, created_at, updated_at)
         select ?, n, iif(n % 2, 'hot', 'cold'), 1, 1 from numbers`,
      )
      .bind(workspaceId)
      .run();
}
