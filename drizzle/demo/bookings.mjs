import { leads } from "./leads.mjs";
import { given, LOADED, literal, rowsOf } from "./sql.mjs";

// The demo's bookings, in the order in which they were made, by Calendly (source 1) and iClosed (2).
//
// - `made` and `ended` are days before the load. `ended` is when a booking was moved, moved away or
//   cancelled; `after` says how many minutes after its end somebody told what became of it.
// - `day` and `clock` say when it begins: on a day from that of the load on, by the clock of UTC, or
//   some hours after the load. `was` and `was_clock` are those of before it moved.
const table = `
source | uid   | lead | made | day | clock | was | was_clock | ended | after | state     | outcome | value | by | host    | zone
1      | GA-01 | 21   | 28.5 | -26 | 08:30 |     |           |       | 40    | held      |         |       | t3 | Noah    | Europe/London
1      | MO-02 | 40   | 27   | -26 | 13:00 |     |           |       | 15    | no_show   |         |       | w1 | Camille | Europe/Paris
1      | ES-03 | 32   | 25.1 | -23 | 15:00 |     |           |       | 20    | held      | SALE    | 2400  | t2 | Camille | Europe/Stockholm
2      | 45001 | 43   | 22.1 | -20 | 10:00 |     |           |       | 55    | held      | DEPOSIT | 400   | w2 | Noah    | Europe/Paris
1      | VR-05 | 50   | 11.2 |     | 2     | -4  | 10:00     | 6.3   |       | booked    |         |       | w1 | Camille | Europe/Paris
1      | FM-06 | 23   | 9    | -5  | 16:30 |     |           | 7     |       | cancelled |         |       | w1 | Noah    | Europe/Paris
2      | 45107 | 54   | 6    |     | 26    |     |           |       |       | booked    |         |       | w2 | Noah    | America/Puerto_Rico
1      | OB-08 | 46   | 3    | 4   | 08:00 |     |           | 0.05  |       | moved     |         |       | w1 | Camille | Africa/Lagos
2      | 45122 | 13   | 2    | 3   | 17:00 |     |           |       |       | booked    |         |       | w2 | Noah    | America/Los_Angeles
1      | MO-10 | 40   | 0.9  | 2   | 12:30 |     |           |       |       | booked    |         |       | w1 | Camille | Europe/Paris
`;

export const CANCEL_REASON = "Meeting at work, I'll book again.";

const GOAL = "What would you like to make?";
const answers = {
  21: "A book of prints about my city",
  40: "Ceramics, and live from it one day",
  32: "Textiles for hotels",
  50: "Illustrations for children's books",
  23: "Stage sets",
  46: "Posters",
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const EVENTS = "https://api.calendly.com/scheduled_events";

/** The URI of a booking at Calendly; a booking has another one once it has moved. */
export const uriOf = (uid, hasMoved = false) =>
  `${EVENTS}/${uid}${hasMoved ? "-2" : ""}/invitees/${uid}`;

const kinds = {
  1: { name: "Discovery call", minutes: 30 },
  2: { name: "Strategy call", minutes: 45 },
};

const people = rowsOf(leads);

/** The bookings, with what their schedulers know of them. */
export const bookings = rowsOf(table).map((row, index) => {
  const { first_name: first, last_name: last, email, phone } = people[row.lead - 1];
  const isCalendly = row.source === 1;
  const link = (to) => (isCalendly ? `https://example.com/calendly/${to}/${row.uid}` : null);
  return {
    ...row,
    ...kinds[row.source],
    id: index + 1,
    external: isCalendly ? uriOf(row.uid) : String(row.uid),
    person: { name: [first, last].filter(Boolean).join(" "), email, phone },
    host_email: `${row.host.toLowerCase()}@example.com`,
    join: `https://example.com/meet/${row.host.toLowerCase()}`,
    reschedule: link("reschedulings"),
    cancel: link("cancellations"),
    answers: isCalendly ? { [GOAL]: answers[row.lead] } : {},
  };
});

/** Milliseconds from the beginning of the load's day, or, for a number of hours, from the load. */
export const clockOf = (day, clock) => {
  if (typeof clock === "number") return { hours: clock * HOUR_MS, begins: null };
  const [hour, minute] = clock.split(":").map(Number);
  return { hours: null, begins: day * 24 * HOUR_MS + hour * HOUR_MS + minute * MINUTE_MS };
};

/** The time of `clockOf`, of columns of that name. */
export const startSql = (begins, hours) =>
  `iif(${hours} is null, loaded.ms / 86400000 * 86400000 + ${begins}, loaded.ms / 1800000 * 1800000 + ${hours})`;

/** When Calendly says that it happened: on the second before it was received. iClosed does not. */
export const toldSql = (source, at) => `iif(${source} = 1, (${at} / 1000 - 1) * 1000, ${at})`;

const rows = bookings.map((one) => {
  const now = clockOf(one.day, one.clock);
  const first = one.was === null ? now : clockOf(one.was, one.was_clock);
  return {
    id: one.id,
    source: one.source,
    external: one.external,
    lead: one.lead,
    name: one.name,
    state: one.state,
    length: one.minutes * MINUTE_MS,
    begins: now.begins,
    hours: now.hours,
    first_begins: first.begins,
    first_hours: first.hours,
    made_at: one.made,
    ended_at: one.ended,
    after: one.after === null ? null : one.after * MINUTE_MS,
    zone: one.zone,
    person: one.person.name,
    host: one.host,
    host_email: one.host_email,
    joining: one.join,
    reschedule: one.reschedule,
    cancel: one.cancel,
    answers: one.answers,
    outcome: one.outcome,
    worth: one.value,
    by: one.by,
    moved_to: one.was === null ? null : uriOf(one.uid, true),
  };
});

/** The bookings with their times, in milliseconds since 1970: `settled` is when one was over. */
const TIMED = `${given(rows)},
timed as (
  select demo.*, loaded.ms - made_at as made, loaded.ms - ended_at as ended,
    ${startSql("begins", "hours")} as starts,
    ${startSql("first_begins", "first_hours")} as first_starts,
    ${startSql("begins", "hours")} + length + after as settled
  from demo, ${LOADED}
)`;

const MADE = `${TIMED}
insert into bookings (id, workspace_id, lead_id, source_id, external_id, name, state, starts_at, ends_at, time_zone, host_name, host_email, join_url, reschedule_url, cancel_url, answers, changed_at, changed_by, created_at, updated_at)
select id, 1, lead, source, external, name, 'booked', first_starts, first_starts + length, zone, host, host_email, joining, reschedule, cancel, answers, ${toldSql("source", "made")}, 'w' || source, made, made
from timed;`;

const REFS = `${TIMED}
insert into booking_refs (workspace_id, source_id, external_id, booking_id, ended, at, booked_at, starts_at)
select 1, source, external, id,
  iif(moved_to is null, iif(state in ('moved', 'cancelled'), state, null), 'moved'),
  ifnull(${toldSql("source", "ended")}, 0), ${toldSql("source", "made")}, first_starts
from timed
union all
select 1, source, moved_to, id, null, 0, ${toldSql("source", "ended")}, starts
from timed where moved_to is not null;`;

/** What became of them, each in one change, which is an event. */
const CHANGED = `${TIMED}
update bookings set
  external_id = ifnull(moved_to, external_id), state = timed.state,
  starts_at = starts, ends_at = starts + length,
  previous_starts_at = iif(moved_to is null, null, first_starts), moves = moved_to is not null,
  outcome = timed.outcome, outcome_value = worth,
  cancelled_by = iif(timed.state = 'cancelled', person, null),
  cancel_reason = iif(timed.state = 'cancelled', ${literal(CANCEL_REASON)}, null),
  changed_at = case
    when moved_to is not null then ${toldSql("source", "ended")}
    when timed.by glob 't*' then settled
    else changed_at
  end,
  settled_at = case
    when settled is null then 0
    when timed.by glob 't*' then settled
    else ${toldSql("source", "settled")}
  end,
  changed_by = timed.by, updated_at = ifnull(ended, settled)
from timed
where bookings.id = timed.id and (ended is not null or settled is not null);`;

const FROM = ["new", "contacted", "engaged", "qualified"];

/** The first bookings of these leads have moved them, on the way to where they are by now. */
const OWN_STAGE = { 40: "new", 43: "new", 50: "new", 54: "new" };

/** The stage of a lead before its booking, if that has moved it from another one than it shows. */
export const stageBefore = (lead) => OWN_STAGE[lead];

/** When a booking has moved a lead last, in days before the load; null if none has. */
export function stageMovedAt(lead) {
  const of = bookings.find((one) => one.lead === lead);
  const isMoved = of && FROM.includes(stageBefore(lead) ?? people[lead - 1].stage);
  if (!isMoved) return null;
  return of.state === "cancelled" ? of.ended : of.made;
}

/** The leads are moved by the view that also the API uses. */
const STAGES_BOOKED = `insert into booking_stages (booking_id, move, stage, lost_reason, from_stages, actor)
select id, 'booked', 'call_booked', null, ${literal(FROM)}, changed_by from bookings order by id;`;

const STAGES_LEFT = `insert into booking_stages (booking_id, move, stage, lost_reason, from_stages, actor)
select id, 'left', null, null, null, 'w1' from bookings where state = 'cancelled';`;

const waits = { day: 24 * HOUR_MS, hour: HOUR_MS };

/** The bookings, what became of them, and where they have moved their leads. */
export const BOOKINGS = [MADE, STAGES_BOOKED, CHANGED, STAGES_LEFT, REFS].join("\n\n");

/** Leads show when it happened, not when it was loaded. */
export const keepTimes = (rowsOfLeads) => `${given(
  rowsOfLeads
    .filter(({ id }) => stageMovedAt(id) !== null)
    .map(({ id, updated_at }) => ({ id, updated_at })),
)}
update leads set updated_at = loaded.ms - demo.updated_at
from demo, ${LOADED}
where leads.id = demo.id;`;

/** The booking that a run has begun by. */
export const runBooking = ({ lead, trigger, enrolled }) =>
  trigger === "booked"
    ? bookings.find((one) => one.lead === lead && Math.abs(one.made - enrolled) < 0.01).id
    : null;

/** Runs that wait for the time of their booking. */
export const RUN_TIMES = `update runs set waiting_until = at, next_at = at
from (
  select runs.id, starts_at - case node_id
${Object.entries(waits)
  .map(([id, ms]) => `      when ${literal(id)} then ${ms}`)
  .join("\n")}
    end as at
  from runs join bookings on bookings.id = booking_id
  where waiting_for = 'time'
) as timed
where runs.id = timed.id;`;
