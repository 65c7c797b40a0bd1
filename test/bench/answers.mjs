import { percentile, withVerdict } from "./figures.mjs";
import { untilNone } from "./flow.mjs";
import { pace, target } from "./load.mjs";
import { meta, textWebhook } from "./messages.mjs";
import { count, triggerFiguresOf } from "./schedulers.mjs";
import { newStarter } from "./starters.mjs";

/** `RATE` gives another one, for a machine that is shared. */
const [PER_SECOND, MS] = [Number(process.env.RATE ?? 100), 60_000];
const MESSAGES = (PER_SECOND * MS) / 1_000;
/** The worker's alarms are three in the time of settling, and each claims and commits. */
const MOST_TRIPS_A_SECOND = 3.2;
const ACCOUNT = "10654035777";

/** The time from when a message was stored to the run that it starts, at a steady rate. */
export async function atRate({ service, db, scheduler, workspace }) {
  const channel = await workspace.create("/v1/channels", { ...meta, external_id: ACCOUNT });
  const scenario = await newStarter(workspace, [
    { id: "rate", type: "keyword", data: { words: ["quickly"], priority: 2 } },
  ]);
  const { results: leads } = await db
    .prepare(
      "select phone from leads where workspace_id = ? and phone is not null order by id limit ?",
    )
    .bind(workspace.id, MESSAGES)
    .all();
  const load = target(service, 200, (nth) => {
    const person = { profile: { name: "Ada" }, wa_id: leads[nth].phone.slice(1) };
    const [body, headers] = textWebhook(ACCOUNT, person, "Answer quickly");
    return { method: "POST", path: `/webhooks/whatsapp/${channel.id}`, headers, body };
  });
  await count(scheduler, false);
  const answered = await pace(load, { perSecond: PER_SECOND, ms: MS });
  await untilNone(
    db,
    "select 1 from trigger_cursors where workspace_id = ? and next_event_id is not null",
    workspace.id,
  );
  const { trips } = await triggerFiguresOf(scheduler);
  const { results } = await db
    .prepare(
      `select runs.lead_id as lead, runs.created_at - messages.created_at as ms
       from runs join messages on messages.id = cause ->> '$.message_id' where runs.scenario_id = ?`,
    )
    .bind(scenario.id)
    .all();
  const after = results.map(({ ms }) => ms);
  return withVerdict(
    {
      ...{
        "a second": PER_SECOND,
        messages: answered.length,
        "answered p99": percentile(answered, 0.99),
      },
      ...{ runs: after.length, leads: new Set(results.map(({ lead }) => lead)).size },
      ...{ "after least": Math.min(...after), "after p50": percentile(after, 0.5) },
      ...{ "after p99": percentile(after, 0.99), "trips a message": trips / MESSAGES },
    },
    {
      ...{ runs: { exactly: MESSAGES }, leads: { exactly: MESSAGES } },
      ...{ "after least": { atLeast: 2_000 }, "after p99": { atMost: 4_000 } },
      "trips a message": { atMost: MOST_TRIPS_A_SECOND / PER_SECOND },
    },
  );
}
