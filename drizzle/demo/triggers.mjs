import { keyOf, REFUSED } from "../../src/features/automation/statistics/keys.ts";
import { causeTypes, triggerRows } from "../../src/features/automation/triggers/rows.ts";
import { runs, scenarios } from "./scenarios.mjs";
import { insert, literal, rowsOf } from "./sql.mjs";

// The triggers of the demo's scenarios, what they have started, and what they have not.

const SECOND = 1 / 86_400;
const AFTER_DAYS = 7;
const LOADED = "(select updated_at from workspaces where id = 1)";
const DAY_MS = 86_400_000;

const typeOf = (scenario, id) => scenarios[scenario - 1].triggers.find((one) => one.id === id).type;

/** The runs, those that a trigger has started some seconds after its cause. */
export const startedRuns = rowsOf(runs).map((run) =>
  run.trigger ? { ...run, enrolled: run.enrolled - 3 * SECOND } : run,
);

/** The columns of a run that say what has started it. CAUSES adds the event. */
export const causeOf = ({ scenario, trigger }) => ({
  channel_id: trigger && typeOf(scenario, trigger) === "keyword" ? 1 : null,
  cause: trigger && { trigger_id: trigger, type: typeOf(scenario, trigger), event_id: null },
});

const rows = scenarios.flatMap(({ platform, active, days, triggers }, index) =>
  triggerRows(triggers, platform)[platform].map(({ id, place, ...row }) => ({
    scenario_id: index + 1,
    trigger_id: id,
    workspace_id: 1,
    ...row,
    platform,
    place,
    is_on: active && row.fault === null,
    created_at: days,
  })),
);

/** `since` is an event's id: a time in microseconds. */
const TRIGGERS = insert("scenario_triggers", rows)
  .replace(/(insert into \w+ \(.*), created_at\)/, "$1, since)")
  .replace("loaded.ms - created_at", "iif(is_on, (loaded.ms - created_at) * 1000, null)");

/** The types of events that the lanes read. */
const types = [...new Set(rows.flatMap((row) => (row.is_on ? causeTypes[row.type] : [])))];
const SPEECH = ["comment.received", "message.received"];
const wanted = (lane) =>
  types.filter((type) => SPEECH.includes(type) === (lane === "speech")).toSorted();

const CURSORS = `insert into trigger_cursors (workspace_id, lane, types, position)
select 1, lane, types, (select max(id) from events)
from (select 'speech' as lane, ${literal(wanted("speech"))} as types
      union all select 'facts', ${literal(wanted("facts"))});`;

/** The events that started something: of the tag or the messages, the one next to the time. */
const nextTo = (time, lead, type) => `(
  select events.id from events
  where events.workspace_id = 1 and events.lead_id = ${lead} and events.type = ${type}
    and ifnull(events.data ->> '$.tag_id', 2) = 2
  order by abs(events.id / 1000 - ${time}) limit 1)`;
const MESSAGE = "(select data ->> '$.message_id' from events where id = event_id)";

const CAUSE_EVENT = `case cause ->> '$.type'
    when 'keyword' then 'message.received'
    when 'booking' then 'booking.created'
    else 'lead.tag_added'
  end`;

const CAUSES = `update runs set cause = json_set(cause, '$.event_id', event_id, '$.message_id', ${MESSAGE})
from (
  select id, ${nextTo("enrolled_at", "runs.lead_id", CAUSE_EVENT)} as event_id
  from runs where cause is not null
) as found where found.id = runs.id;

update events set data = json_set(data,
  '$.started_by.event_id', run.cause -> '$.event_id',
  '$.started_by.message_id', run.cause -> '$.message_id')
from (select id, cause from runs where cause is not null) as run
where type = 'run.started' and run.id = data ->> '$.run_id';

insert into trigger_entries (lead_id, scenario_id, trigger_id, workspace_id, at, times)
select lead_id, scenario_id, cause ->> '$.trigger_id', 1, enrolled_at, 1
from runs where cause ->> '$.type' = 'keyword' and enrolled_at > ${LOADED} - ${AFTER_DAYS * DAY_MS};`;

const refusals = rowsOf(`
lead | at | scenario | trigger | outcome
32 | 8.4 | 3 | guide | filtered
52 | 4.03 | 3 | guide | started_before
55 | 0.15 | 3 | guide | handled_by_person
`);

const COLUMNS =
  "workspace_id, id, lead_id, lane, event_id, last_event_id, message_id, outcome, candidates, run_ids, created_at, updated_at";

/** An evaluation's id is its time in microseconds. */
const EVALUATIONS = `insert into trigger_evaluations (${COLUMNS})
select 1, enrolled_at * 1000 + id, lead_id, iif(channel_id is null, 'facts', 'speech'),
  cause ->> '$.event_id', cause ->> '$.event_id', cause ->> '$.message_id', 'started',
  json_array(json_array(scenario_id, cause ->> '$.trigger_id', 'started')), json_array(id),
  enrolled_at, enrolled_at
from runs where cause is not null;

insert into trigger_evaluations (${COLUMNS})
select 1, at * 1000, lead, 'speech', event_id, event_id, ${MESSAGE}, outcome,
  json_array(json_array(scenario, "trigger", outcome)), '[]', at, at
from (
  select *, ${nextTo("at", "lead", "'message.received'")} as event_id
  from (
    select lead, scenario, "trigger", outcome, ${LOADED} - at as at
    from (${refusals
      .map(
        ({ lead, at, scenario, trigger, outcome }) =>
          `select ${lead} as lead, ${Math.round((at - 3 * SECOND) * DAY_MS)} as at, ${scenario} as scenario, '${trigger}' as "trigger", '${outcome}' as outcome`,
      )
      .join("\n      union all ")})
  )
);

insert into scenario_changes (scenario_id, version, day, counts)
${refusals
  .map(
    ({ at, scenario, trigger, outcome }) =>
      `select ${scenario}, 1, date((${LOADED} - ${Math.round(at * DAY_MS)}) / 1000, 'unixepoch'), ${literal({ [keyOf(REFUSED, trigger, outcome)]: 1 })}`,
  )
  .join("\nunion all ")};`;

/** The leads that have registered for the next webinar, which is in a week. */
const REGISTERED = [50, 56, 59];
const WEBINAR = "{the next webinar}";

/** The variables of a lead that has registered. */
export const registration = (lead) => REGISTERED.includes(lead) && { webinar_at: WEBINAR };

/** An INSERT of leads, whose webinar is a week after the load. */
export const withWebinar = (sql) =>
  sql.replace(
    /(\nselect .*?)\bvariables\b/,
    `$1replace(variables, '${WEBINAR}', strftime('%Y-%m-%dT18:00:00Z', loaded.ms / 1000, 'unixepoch', '+7 days'))`,
  );

/** The worker reads the dates again before it starts anything by them. */
const TIMES = `insert into trigger_times (scenario_id, trigger_id, lead_id, workspace_id, due_at)
select scenario_id, trigger_id, leads.id, 1, unixepoch(variables ->> '$.webinar_at', '+14 hours') * 1000
from scenario_triggers join leads on variables ->> '$.webinar_at' is not null
where scenario_triggers.type = 'date';`;

/** Stands behind the events. */
export const STARTS = [TRIGGERS, CURSORS, TIMES, CAUSES, EVALUATIONS].join("\n\n");
