import { hash } from "node:crypto";
import { bookings, CANCEL_REASON, clockOf, startSql, uriOf } from "./bookings.mjs";
import { given, LOADED } from "./sql.mjs";

// The items that have come to the demo's sources. The times of a body are `{told}`, `{starts}` and
// `{ends}` in it until it is loaded.

const MINUTE_MS = 60_000;

const tracking = { utm_campaign: null, utm_source: null, utm_content: null };

const calendlyEvent = (event, payload) => ({
  event,
  created_at: "{told}",
  created_by: "https://api.calendly.com/users/ATELIER",
  payload,
});

/** An invitee, as Calendly tells of it. */
const inviteeOf = ({ uid, person, zone, answers, ...of }, hasMoved = false) => ({
  uri: uriOf(uid, hasMoved),
  old_invitee: hasMoved ? uriOf(uid) : null,
  new_invitee: null,
  status: "active",
  rescheduled: false,
  no_show: null,
  name: person.name,
  first_name: null,
  last_name: null,
  email: person.email,
  text_reminder_number: null,
  timezone: zone,
  questions_and_answers: Object.entries(answers).map(([question, answer], position) => ({
    question,
    answer,
    position,
  })),
  tracking,
  cancel_url: of.cancel,
  reschedule_url: of.reschedule,
  scheduled_event: {
    name: of.name,
    start_time: "{starts}",
    end_time: "{ends}",
    location: { type: "custom", join_url: of.join },
    event_memberships: [{ user_email: of.host_email, user_name: of.host }],
  },
});

const created = (one, hasMoved) => calendlyEvent("invitee.created", inviteeOf(one, hasMoved));

const canceled = (one) =>
  calendlyEvent("invitee.canceled", {
    ...inviteeOf(one),
    status: "canceled",
    rescheduled: one.state !== "cancelled",
    cancellation: {
      canceled_by: one.person.name,
      reason: one.state === "cancelled" ? CANCEL_REASON : "",
      canceler_type: "invitee",
    },
  });

const missed = (one) =>
  calendlyEvent("invitee_no_show.created", {
    ...inviteeOf(one),
    no_show: { uri: "https://api.calendly.com/invitee_no_shows/1", created_at: "{told}" },
  });

const scheduled = ({ uid, name, minutes, person, zone, join, host, host_email }) => ({
  hookType: "New call scheduled",
  event_type: { uuid: "12", name, duration: String(minutes), durationUnit: "MINUTES" },
  event: {
    uuid: String(uid),
    type: "STRATEGY_CALL",
    start_time: "{starts}",
    end_time: "{ends}",
    utc_start_time: "{starts}",
    extended_assigned_to: { 1: { name: host, email: host_email } },
    location: join,
    canceled: false,
  },
  invitee: { uuid: `9${uid}`, ...person, timezone: zone, is_reschedule: false },
});

/** Somebody whose age is not a plain number. */
const AGATHE = {
  uid: "AM-11",
  name: "Portfolio review",
  person: { name: "Agathe Morvan", email: "agathe.morvan@example.com" },
  zone: "Europe/Paris",
  answers: { "How old are you?": "34 ans", "Your mobile number": "06 39 98 03 51" },
  cancel: "https://example.com/calendly/cancellations/AM-11",
  reschedule: "https://example.com/calendly/reschedulings/AM-11",
  join: "https://example.com/meet/camille",
  host: "Camille",
  host_email: "camille@example.com",
  minutes: 30,
  day: 5,
  clock: "14:00",
};

const INVALID = { errors: { age: ["The age field must be an integer."] } };

/** The event and the URIs by which Calendly's items are known again, as the source hashes them. */
const dedupeOf = ({ event, payload: { uri, no_show } }) =>
  hash("sha256", `id ${[event, uri, no_show?.uri ?? ""].join(" ")}`).slice(0, 32);

const delivery = (one, fact, status, body, at = one.made) => ({
  source: one.source,
  at,
  ...clockOf(one.day, one.clock),
  length: one.minutes * MINUTE_MS,
  after: at === null ? one.after * MINUTE_MS : null,
  fact,
  status,
  lead: one.lead,
  booking: one.id,
  dedupe: one.source === 1 ? dedupeOf(body) : null,
  result: null,
  body,
});

/** The deliveries about a booking, in the order in which they came. */
function deliveriesOf(one) {
  if (one.source === 2) return [delivery(one, "booked", "created", scheduled(one))];
  const before = one.was === null ? one : { ...one, day: one.was, clock: one.was_clock };
  const moved = [
    delivery(one, "booked", "updated", created(one, true), one.ended),
    delivery(before, "moved", "unchanged", canceled(one), one.ended),
  ];
  return [
    delivery(before, "booked", "created", created(one)),
    ...(one.was === null ? [] : moved),
    ...(["cancelled", "moved"].includes(one.state)
      ? [delivery(one, one.state, "updated", canceled(one), one.ended)]
      : []),
    ...(one.state === "no_show" ? [delivery(one, "no_show", "updated", missed(one), null)] : []),
  ];
}

const calendly = { source: 1, lead: null, id: null };

/** Nobody wants to know of this one, and the other waits for its mapping to be mended. */
const others = [
  delivery(
    { ...AGATHE, ...calendly },
    null,
    "ignored",
    calendlyEvent("routing_form_submission.created", {
      uri: "https://api.calendly.com/routing_form_submissions/1",
    }),
    4,
  ),
  {
    ...delivery({ ...AGATHE, ...calendly }, "booked", "invalid", created(AGATHE), 0.35),
    result: INVALID,
  },
];

const submission = (lead, at, status, body) => ({
  source: 3,
  at,
  ...{ hours: 0, weekday: null, begins: null, length: 0, after: null },
  fact: status === "spam" ? null : "contact",
  status,
  lead,
  booking: null,
  dedupe: null,
  result: null,
  body,
});

const submissions = [
  submission(56, 3.5, "created", {
    name: "Oskar Weiß",
    email: "oskar.weiss@example.org",
    phone: "+491713920047",
    website: "",
  }),
  submission(58, 1.2, "created", { email: "hello@example.org", website: "" }),
  submission(null, 0.8, "spam", { email: "win@example.org", website: "https://example.org/win" }),
];

/** The time of a delivery in days before the load, as far as it can be known before that. */
const aboutOf = ({ at, begins }) => at ?? -begins / 86_400_000;

const rows = [...bookings.flatMap(deliveriesOf), ...others, ...submissions]
  .toSorted((a, b) => aboutOf(b) - aboutOf(a))
  .map((row, _, all) => ({
    seq: all.filter(({ source }) => source === row.source).indexOf(row) + 1,
    ...row,
  }));

const iso = (time, format) => `strftime('${format}', ${time} / 1000, 'unixepoch')`;

/** The items, and what they have left in the sources and in the feed of events. */
export const DELIVERIES = `${given(rows)},
timed as (
  select demo.*, ${startSql()} as starts, loaded.ms - at as sent
  from demo, ${LOADED}
),
dated as (select *, ifnull(sent, starts + length + "after") as came from timed),
written as (
  select *, replace(replace(replace(body,
    '{told}', ${iso("(came - 1000)", "%Y-%m-%dT%H:%M:%S.000000Z")}),
    '{starts}', ${iso("starts", "%Y-%m-%dT%H:%M:%S.000000Z")}),
    '{ends}', ${iso("(starts + length)", "%Y-%m-%dT%H:%M:%S.000000Z")}) as text
  from dated
)
insert into source_deliveries (source_id, seq, workspace_id, received_at, fact, status, lead_id, booking_id, dedupe, result, body, bytes)
select source, seq, 1, came, fact, status, lead, booking, dedupe, result, text, octet_length(text)
from written;

update sources set
  received_at = (select max(received_at) from source_deliveries where source_id = sources.id),
  kept_bytes = (select sum(bytes) from source_deliveries where source_id = sources.id);

insert into new_events (workspace_id, type, lead_id, scenario_id, data, actor)
select 1, 'lead.event_reported', lead_id, null,
  json_object('name', 'form_submitted', 'data', json_object('source_id', source_id)), 'w3'
from source_deliveries where source_id = 3 and lead_id is not null;`;
