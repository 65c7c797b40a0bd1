import { leads } from "./leads.mjs";
import { given, LOADED, literal, rowsOf } from "./sql.mjs";

// The demo's bookings, in the order in which they were made by Calendly (source 1) and iClosed (2).
// They agree with what the leads have written.
//
// - `made` and `ended` are days before the load. `ended` is when a booking was moved, moved away or
//   cancelled; `after` says how many minutes after its end somebody told what became of it.
// - `day` and `clock` say when it begins: on a day from that of the load on, or the next Thursday
//   or Friday, by the clock of UTC; or so many hours after the next hour that suits everybody.
//   `was` and `was_clock` are those of before it moved.
const table = `
source | uid   | lead | made | day | clock | was | was_clock | ended | after | state     | value | by | host    | zone
1      | MO-01 | 40   | 27   | -26 | 13:00 |     |           |       | 15    | no_show   |       | w1 | Camille | Europe/Paris
1      | HW-02 | 9    | 24   | -20 | 10:00 | -21 | 11:00     | 21.97 | 20    | held      | 2400  | t2 | Camille | Europe/London
1      | IE-03 | 19   | 19   | -16 | 09:00 |     |           |       | 35    | held      | 2400  | t3 | Noah    | Europe/Madrid
1      | ES-04 | 32   | 13.5 | -11 | 09:00 |     |           |       | 20    | held      | 4800  | t2 | Camille | Europe/Stockholm
1      | VR-05 | 50   | 11.2 | thu | 12:00 | -2  | 10:00     | 3.45  |       | booked    |       | w1 | Camille | Europe/Paris
1      | FM-06 | 23   | 9    | -5  | 16:30 |     |           | 7     |       | cancelled |       | w1 | Noah    | Europe/Paris
2      | 45107 | 54   | 6    |     | 0     |     |           |       |       | booked    |       | w2 | Noah    | America/Puerto_Rico
1      | OB-08 | 46   | 3    | 4   | 08:00 |     |           | 0.05  |       | moved     |       | w1 | Camille | Africa/Lagos
2      | 45122 | 28   | 1.9  |     | 24    |     |           |       |       | booked    |       | w2 | Noah    | Australia/Melbourne
1      | MO-10 | 40   | 1.45 | fri | 14:00 |     |           |       |       | booked    |       | w1 | Camille | Europe/Paris
`;

export const CANCEL_REASON = "Meeting at work, I'll book again.";

const GOAL = "What would you like to make?";
const answers = {
  40: "Something with our two workshops",
  9: "Pictures for one of our own titles",
  19: "Objects, with six months for it",
  32: "An exhibition every year",
  50: "Cards of my own for my shop",
  23: "Stage sets",
  46: "Posters",
};

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

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

const WEEKDAYS = { thu: 4, fri: 5 };

/** When a booking begins, as columns of a statement that `startSql` reads. */
export const clockOf = (day, clock) => {
  if (typeof clock === "number") return { hours: clock * HOUR_MS, weekday: null, begins: null };
  const [hour, minute] = clock.split(":").map(Number);
  const weekday = WEEKDAYS[day] ?? null;
  const days = weekday === null ? day : 0;
  return { hours: null, weekday, begins: days * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS };
};

/** Two hours from the load, or the next morning where that is late. */
const later = `(loaded.ms / ${HOUR_MS / 2} * ${HOUR_MS / 2} + ${2 * HOUR_MS})`;
const ofDay = `${later} % ${DAY_MS}`;
const suiting = `${later} + case
      when ${ofDay} < ${8 * HOUR_MS} then ${8 * HOUR_MS} - ${ofDay}
      when ${ofDay} > ${18 * HOUR_MS} then ${32 * HOUR_MS} - ${ofDay}
      else 0
    end`;

/** The time of `clockOf`, whose columns may have a prefix. */
export const startSql = (prefix = "") => `case
    when ${prefix}hours is not null then ${prefix}hours + ${suiting}
    when ${prefix}weekday is null then ${prefix}begins + loaded.ms / ${DAY_MS} * ${DAY_MS}
    else ${prefix}begins + 1000 * unixepoch(
      loaded.ms / 1000, 'unixepoch', '+2 days', 'start of day', 'weekday ' || ${prefix}weekday)
  end`;

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
    ...now,
    first_begins: first.begins,
    first_weekday: first.weekday,
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
    worth: one.value,
    by: one.by,
    moved_to: one.was === null ? null : uriOf(one.uid, true),
  };
});

/** The bookings with their times, in milliseconds since 1970: `settled` is when one was over. */
const TIMED = `${given(rows)},
began as (
  select demo.*, loaded.ms - made_at as made, loaded.ms - ended_at as ended,
    ${startSql()} as starts,
    ${startSql("first_")} as first_starts
  from demo, ${LOADED}
),
timed as (select *, starts + length + after as settled from began)`;

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

/** Each change is an event: a booking moves first, and is over then. */
const MOVED = `${TIMED}
update bookings set
  external_id = moved_to, starts_at = starts, ends_at = starts + length,
  previous_starts_at = first_starts, moves = 1,
  changed_at = ${toldSql("source", "ended")}, updated_at = ended
from timed
where bookings.id = timed.id and moved_to is not null;`;

const OVER = `${TIMED}
update bookings set
  state = timed.state,
  outcome = iif(worth is null, null, 'SALE'), outcome_value = worth,
  cancelled_by = iif(timed.state = 'cancelled', person, null),
  cancel_reason = iif(timed.state = 'cancelled', ${literal(CANCEL_REASON)}, null),
  changed_at = iif(timed.by glob 't*', settled, changed_at),
  settled_at = case
    when settled is null then 0
    when timed.by glob 't*' then settled
    else ${toldSql("source", "settled")}
  end,
  changed_by = timed.by, updated_at = ifnull(settled, ended)
from timed
where bookings.id = timed.id and timed.state <> 'booked';`;

const FROM = ["new", "contacted", "engaged", "qualified"];

/** The first bookings of these leads have moved them, on the way to where they are by now. */
const OWN_STAGE = { 40: "new", 50: "new", 54: "new" };

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

/** The bookings, what became of them, and where they have moved their leads. */
export const BOOKINGS = [MADE, STAGES_BOOKED, MOVED, OVER, STAGES_LEFT, REFS].join("\n\n");

/** The leads show when it happened, not when it was loaded. */
export const keepTimes = (rowsOfLeads) => `${given(
  rowsOfLeads
    .filter(({ id }) => stageMovedAt(id) !== null)
    .map(({ id, updated_at }) => ({ id, updated_at })),
)}
update leads set updated_at = loaded.ms - demo.updated_at, changed_by = null
from demo, ${LOADED}
where leads.id = demo.id;`;

/** The booking that a run has begun by. */
export const runBooking = ({ lead, trigger, enrolled }) =>
  trigger === "booked"
    ? bookings.find((one) => one.lead === lead && Math.abs(one.made - enrolled) < 0.01).id
    : null;

/** The runs that wait for the time of their booking, with that of the reminder before. */
export const RUN_TIMES = `update runs set waiting_until = at, next_at = at
from (
  select runs.id, starts_at - iif(node_id = 'day', ${DAY_MS}, ${HOUR_MS}) as at
  from runs join bookings on bookings.id = booking_id
  where waiting_for = 'time'
) as timed
where runs.id = timed.id;

update run_steps set
  left_at = iif(left_at is null, null, waiting_until - ${DAY_MS - HOUR_MS}),
  entered_at = iif(run_steps.node_id = 'day', entered_at, waiting_until - ${DAY_MS - HOUR_MS})
from runs
where runs.id = run_id and booking_id is not null and runs.node_id = 'hour' and visit > 3;`;
