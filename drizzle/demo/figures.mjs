// Counts that the triggers make on the day of loading belong to the days on which it happened.

const day = (column) => `date(${column} / 1000, 'unixepoch')`;
const on = (table, column, condition = "true") =>
  `(select count(*) from ${table} where ${day(column)} = days.day and ${condition})`;
const until = (table, condition = "true") =>
  `(select count(*) from ${table} where ${day("created_at")} <= days.day and ${condition})`;

const STAGES = ["new", "contacted", "engaged", "qualified", "call_booked", "won", "lost"];

/** The events of a day. */
const flows = {
  messages_received: on("messages", "created_at", "direction = 'inbound'"),
  messages_sent: on("messages", "created_at", "direction = 'outbound' and status <> 'failed'"),
  messages_failed: on("messages", "created_at", "direction = 'outbound' and status = 'failed'"),
  opt_outs: on("consents", "at", "kind = 'opted_out'"),
  clicks: on("link_clicks", "clicked_at"),
  items_received: on("source_deliveries", "received_at"),
  runs_started: on("runs", "created_at"),
  runs_ended: on("runs", "ended_at"),
  runs_triggered: on("runs", "created_at", "cause is not null"),
};

/** The state at the end of it. Each lead counts in the stage that it is in by now. */
const levels = {
  leads: until("leads"),
  messages: until("messages"),
  runs: until("runs"),
  channels: until("channels"),
  scenarios: until("scenarios"),
  short_links: until("short_links"),
  sources: until("sources"),
  tags: until("tags"),
  ...Object.fromEntries(
    STAGES.map((stage) => [`stage_${stage}`, until("leads", `pipeline_stage = '${stage}'`)]),
  ),
};

const all = { ...flows, ...levels };

const USAGE = `insert into usage_days (workspace_id, day, ${Object.keys(all).join(", ")})
select 1, day,
  ${Object.values(all).join(",\n  ")}
from (
  with recursive days (day) as (
    select ${day("created_at")} from workspaces
    union all
    select date(day, '+1 day') from days where day < date()
  )
  select day from days
) as days
where true
on conflict do update set ${Object.keys(flows)
  .map((name) => `${name} = excluded.${name}`)
  .join(", ")};

update usage_days set stored_bytes = 1000 * leads + 400 * messages where day < date();`;

const steps = "runs join run_steps on run_id = runs.id";
const isEnd = "ended_at is not null and run_steps.visit = visits and outcome = end_reason";

/**
 * The demo's runs have steps, but no messages: these are taken to have gone as the steps went on.
 */
const sends = `${steps} where run_steps.type in ('message', 'template') and left_at is not null`;
const isFollowedBy = (type, outcomes) => `exists (
  select 1 from run_steps as next
  where next.run_id = runs.id and next.visit = run_steps.visit + 1 and next.type = '${type}'
    and next.left_at is not null and next.outcome ${outcomes})`;
const isReplied = isFollowedBy("wait_for_reply", "not in ('timeout', 'opted_out', 'cancelled')");
const isClicked = isFollowedBy("wait_for_event", "= 'event'");

const messageCounters = Object.entries({
  sent: "true",
  delivered: "true",
  read: `((runs.id + run_steps.visit) % 4 <> 0 or ${isReplied} or ${isClicked})`,
  clicked: isClicked,
  replied: isReplied,
}).flatMap(([figure, condition]) => [
  ["entered_at", `'${figure}'`, `${sends} and ${condition}`],
  ["entered_at", `'${figure}_' || hex(run_steps.node_id)`, `${sends} and ${condition}`],
]);

/** Counters by their keys (src/features/automation/statistics/keys.ts): their times and keys. */
const counters = [
  ["enrolled_at", "'began_' || hex(cause ->> '$.trigger_id')", "runs where cause is not null"],
  ["entered_at", "'started'", `${steps} where run_steps.visit = 1`],
  ["entered_at", "'entered_' || hex(run_steps.node_id)", steps],
  [
    "left_at",
    "'left_' || hex(run_steps.node_id) || '_' || hex(outcome)",
    `${steps} where left_at is not null and not (${isEnd})`,
  ],
  ["ended_at", "'ended'", "runs where ended_at is not null and node_id is not null"],
  ["ended_at", "'failed'", "runs where state = 'failed' and node_id is not null"],
  [
    "ended_at",
    "'ended_' || hex(node_id) || '_' || hex(state) || '_' || hex(end_reason)",
    "runs where ended_at is not null and node_id is not null",
  ],
  ...messageCounters,
];

const STATISTICS = `${counters
  .map(
    ([at, key, from]) => `insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, day, json_group_object(key, n)
from (
  select scenario_id, version, ${day(at)} as day, ${key} as key, count(*) as n
  from ${from}
  group by 1, 2, 3, 4
)
group by 1, 2, 3;`,
  )
  .join("\n\n")}

insert into scenario_changes (scenario_id, version, day, counts)
select scenario_id, version, date(), json_group_object('at_' || hex(node_id), n)
from (
  select scenario_id, version, node_id, count(*) as n from runs
  where ended_at is null and waiting_for is not null group by 1, 2, 3
)
group by 1, 2;`;

/** The figures of the workspace and of its scenarios, by day. */
export const FIGURES = `${USAGE}\n\n${STATISTICS}`;
