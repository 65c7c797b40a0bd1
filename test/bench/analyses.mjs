import { createServer } from "node:http";
import { median, percentile, withVerdict } from "./figures.mjs";
import { untilNone } from "./flow.mjs";
import { pace, target } from "./load.mjs";
import { seedLeads } from "./seed.mjs";
import { serve, serveWith } from "./serve.mjs";

const LEADS = 10_000;
const TALKS = 200;
const MESSAGES = 20;
const MODEL_MS = 200;
const PACE = { perSecond: 40, ms: 7_000 };
/** The bars. The share for "as fast as before" allows for the noise between two equal loads. */
const BARS = { made: { exactly: TALKS }, "at once": { atMost: 4 }, "times p50": { atMost: 1.25 } };

/** Requests two hundred analyses at once, and measures the workspace's other requests meanwhile. */
export async function analyses() {
  await using model = await answerSlowly();
  const rows = [];
  {
    await using bench = await serveWith({ LLM_BASE_URL: model.url, LLM_MODEL: "bench" }, "model");
    rows.push(
      await analyseTalks(bench.services[0], {
        what: `a model that takes ${MODEL_MS} ms`,
        atOnce: model.most,
      }),
    );
  }
  await using bench = await serve("rules");
  rows.push(await analyseTalks(bench.services[0], { what: "the rules", atOnce: () => 0 }));
  return {
    tables: [{ title: "Analyses", rows }],
    notes: [
      `made: of ${TALKS} conversations of ${MESSAGES} messages, asked for at once. at once: the most requests that the model had at a time.`,
      `p50, p95: ms of GET /v1/leads/{lead} at ${PACE.perSecond} a second, meanwhile and before.`,
    ],
  };
}

async function analyseTalks({ db, service }, { what, atOnce }) {
  const { workspace, idOf } = await seedLeads({ db, service }, LEADS);
  const { results: talks } = await db
    .prepare(
      "select id, lead_id from conversations where workspace_id = ? group by lead_id order by id limit ?",
    )
    .bind(workspace.id, TALKS)
    .all();
  await db
    .prepare(
      `insert into messages (workspace_id, conversation_id, direction, type, text, status, sent_at, created_at)
       select ?1, talk.value, iif(n % 2, 'inbound', 'outbound'), 'text', 'I work at the post office and I''d like to know the price of course ' || n, iif(n % 2, 'received', 'sent'), ?2 + n, ?2 + n
       from json_each(?3) as talk, (with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?4) select n from numbers)`,
    )
    .bind(workspace.id, Date.now(), JSON.stringify(talks.map(({ id }) => id)), MESSAGES)
    .run();
  const look = () =>
    pace(
      target(service, 200, (n) => ({ path: `/v1/leads/${idOf(n)}`, headers: workspace.headers })),
      PACE,
    );
  const before = await look();
  const start = performance.now();
  await Promise.all(talks.map(({ lead_id }) => ask(workspace, lead_id)));
  const asked = performance.now() - start;
  const over = untilNone(db, "select 1 from analyses where finished_at is null").then(
    () => performance.now() - start,
  );
  const meanwhile = await look();
  const took = await over;
  const { n } = await db
    .prepare("select count(*) as n from analyses where status = 'completed'")
    .first();
  return withVerdict(
    {
      ...{ what, made: n, "s to ask": asked / 1000, "s in all": took / 1000, "at once": atOnce() },
      ...{
        p50: median(meanwhile),
        p95: percentile(meanwhile, 0.95),
        "p50 before": median(before),
        "p95 before": percentile(before, 0.95),
      },
      "times p50": median(meanwhile) / median(before),
    },
    BARS,
  );
}

async function ask(workspace, leadId) {
  const { status } = await workspace.call("POST", `/v1/leads/${leadId}/analyze`);
  if (status !== 202) throw new Error(`The analysis of lead ${leadId} was answered ${status}`);
}

/** A slow language model that makes no claims. To be held with `await using`. */
async function answerSlowly() {
  let [open, most] = [0, 0];
  const content = JSON.stringify({ summary: "Asks for the price." });
  const server = createServer(async (request, response) => {
    most = Math.max(most, ++open);
    for await (const _ of request);
    await new Promise((resolve) => setTimeout(resolve, MODEL_MS));
    open--;
    response
      .writeHead(200, { "Content-Type": "application/json" })
      .end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    most: () => most,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
