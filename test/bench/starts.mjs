import { setTimeout as wait } from "node:timers/promises";
import { operate } from "./client.mjs";
import { percentile, withVerdict } from "./figures.mjs";
import { untilNone } from "./flow.mjs";
import { count, triggerFiguresOf, wakeTriggerWorker } from "./schedulers.mjs";
import { newStarter, seedBareLeads, seedFacts, seedSpeech } from "./starters.mjs";
import { until } from "./wait.mjs";

const DATES = 20;
/** The times that are stored: of fewer leads, each has more of them. */
const MAX_TIMES = 200_000;
/** The most that a lead and its time are counted as. */
const BYTES_A_LEAD = 1_000_000;
const SEEDED_AT_ONCE = 100_000;
/** The runs that are started at once. */
const STARTED = 10_000;
/** The facts of each lead but those who write, one of which starts something. */
const FACTS = 10;
const [MESSAGES, GAP_MS] = [300, 50];
const MAX_PER_HOUR = 100_000;
/** The bars: at most 0.03 calls of D1 a cause, and 20 rows written a start. */
const COST = { "trips a cause": { atMost: 0.03 } };

const PENDING =
  "select 1 from trigger_cursors where workspace_id = ? and next_event_id is not null";

/**
 * The D1 queries of a claim while all dates are ahead: once the triggers have changed, and after
 * that.
 */
export async function nothingDue({ service, db, scheduler, workspace }, leads) {
  await operate(service, "PATCH", `/v1/workspaces/${workspace.id}`, {
    quotas: { stored_bytes: leads * BYTES_A_LEAD },
  });
  await seedBareLeads(db, workspace.id, leads - STARTED);
  const ids = Array.from({ length: DATES }, (_, n) => `date${n}`);
  const data = { of: "variables.day", offset_days: -2, at: "09:00" };
  const scenario = await newStarter(
    workspace,
    ids.map((id) => ({ id, type: "date", data })),
  );
  await wakeTriggerWorker(scheduler, workspace);
  await untilNone(db, PENDING, workspace.id);
  for (const id of ids.slice(0, Math.max(1, MAX_TIMES / leads)))
    await seedTimes(db, workspace, scenario.id, id);
  const times = await db.prepare("select count(*) as n from trigger_times").first("n");
  await db.prepare(REVISE).run();
  const rows = [];
  for (const what of ["reads the triggers", "has them in memory"]) {
    const { trips, rowsRead } = await claimOf(scheduler, workspace);
    const row = { "a claim": what, triggers: DATES, times, trips, "rows read": rowsRead };
    rows.push(withVerdict(row, { trips: { exactly: 1 }, "rows read": { atMost: 200 } }));
  }
  await db.batch([
    db.prepare("delete from trigger_times"),
    db.prepare("update scenario_triggers set is_on = 0 where scenario_id = ?").bind(scenario.id),
    db.prepare(REVISE),
  ]);
  return rows;
}

const REVISE = "update trigger_cursors set revision = revision + 1";

/** The D1 queries of a claim that finds nothing. */
async function claimOf(scheduler, workspace) {
  await count(scheduler, false);
  await wakeTriggerWorker(scheduler, workspace);
  const isOver = async () => (await triggerFiguresOf(scheduler)).alarms > 0;
  await until("the claim is over", isOver);
  return triggerFiguresOf(scheduler);
}

/** Gives each lead of the workspace a time ahead. */
async function seedTimes(db, workspace, scenarioId, triggerId) {
  const last = await db.prepare("select max(id) as id from leads").first("id");
  for (let from = 0; from < last; from += SEEDED_AT_ONCE)
    await db
      .prepare(
        `insert into trigger_times (scenario_id, trigger_id, lead_id, workspace_id, due_at)
         select ?1, ?2, id, workspace_id, ?3 + id from leads
         where +workspace_id = ?4 and id > ?5 and id <= ?6`,
      )
      .bind(
        ...[scenarioId, triggerId, Date.now() + 86_400_000],
        ...[workspace.id, from, from + SEEDED_AT_ONCE],
      )
      .run();
}

/** Starts a run of each lead, by facts and by messages. */
export async function starts(place) {
  const { db, workspace, channelId } = place;
  const leads = STARTED;
  const tag = await workspace.create("/v1/tags", { label: "Starts" });
  const onTag = await newStarter(workspace, [
    { id: "tag", type: "tag_added", data: { tag_ids: [tag.id], max_per_hour: MAX_PER_HOUR } },
  ]);
  const onWord = await newStarter(workspace, [
    { id: "word", type: "keyword", data: { words: ["begin"] } },
  ]);
  const byFacts = await timed(place, `${leads} facts`, onTag, leads, () =>
    seedFacts(db, workspace.id, tag.id, leads),
  );
  await letBegin(db);
  return [
    byFacts,
    await timed(place, `${leads} messages`, onWord, leads, () =>
      seedSpeech(db, workspace.id, channelId, "Please begin", leads),
    ),
  ];
}

/** Lets the seconds pass in which a run that has just begun keeps messages from starting more. */
const letBegin = (db) =>
  db.prepare("update runs set created_at = created_at - 3600000 where cause is not null").run();

async function timed({ db, scheduler, workspace }, what, scenario, leads, cause) {
  await count(scheduler, false);
  await cause();
  await wakeTriggerWorker(scheduler, workspace);
  await untilNone(db, PENDING, workspace.id);
  const { awakeMs, trips, rowsRead, rowsWritten } = await triggerFiguresOf(scheduler);
  const runs = await db
    .prepare("select count(*) as n from runs where scenario_id = ?")
    .bind(scenario.id)
    .first("n");
  return withVerdict(
    {
      ...{ what, runs, awake: awakeMs / 1_000, "per second awake": (runs * 1_000) / awakeMs },
      ...{ "trips a cause": trips / leads, "rows read": rowsRead / leads },
      "rows written": rowsWritten / leads,
    },
    { runs: { exactly: leads }, "rows written": { atMost: 20 }, ...COST },
  );
}

/** Has leads write while very many facts are pending. */
export async function besideFacts({ db, scheduler, workspace, channelId }) {
  const tags = [];
  for (let n = 0; n < FACTS; n++)
    tags.push(await workspace.create("/v1/tags", { label: `Flood ${n}` }));
  await newStarter(workspace, [
    { id: "flood", type: "tag_added", data: { tag_ids: [tags[0].id], max_per_hour: MAX_PER_HOUR } },
  ]);
  const answering = await newStarter(workspace, [
    { id: "ask", type: "keyword", data: { words: ["answer"], priority: 1 } },
  ]);
  await letBegin(db);
  for (const tag of tags) await seedFacts(db, workspace.id, tag.id, STARTED - MESSAGES);
  await wakeTriggerWorker(scheduler, workspace);
  const { results: leads } = await db
    .prepare("select id from leads where workspace_id = ? order by id desc limit ?")
    .bind(workspace.id, MESSAGES)
    .all();
  const path = `/v1/channels/${channelId}/inbound`;
  const said = leads.map(async ({ id }, nth) => {
    await wait(nth * GAP_MS);
    return workspace.create(path, { lead_id: id, text: "Answer me" });
  });
  await Promise.all(said);
  const speech = "lane = 'speech' and workspace_id = ? and next_event_id is not null";
  await untilNone(db, `select 1 from trigger_cursors where ${speech}`, workspace.id);
  const left = await db
    .prepare(
      `select count(*) as n from events cross join trigger_cursors as cursor
         on cursor.workspace_id = events.workspace_id and lane = 'facts' and events.id > position
       where events.workspace_id = ? and type = 'lead.tag_added'`,
    )
    .bind(workspace.id)
    .first("n");
  const { results } = await db
    .prepare(
      `select runs.created_at - messages.created_at as ms
       from runs join messages on messages.id = cause ->> '$.message_id' where runs.scenario_id = ?`,
    )
    .bind(answering.id)
    .all();
  const after = results.map(({ ms }) => ms);
  return withVerdict(
    {
      ...{
        facts: FACTS * (STARTED - MESSAGES),
        "facts left": left,
        messages: MESSAGES,
        answered: after.length,
      },
      "after p50": percentile(after, 0.5),
      "after p99": percentile(after, 0.99),
    },
    {
      ...{ answered: { exactly: MESSAGES }, "after p99": { atMost: 4_000 } },
      "facts left": { atLeast: 1 },
    },
  );
}
