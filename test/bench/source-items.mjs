import { createHmac } from "node:crypto";
import { ask, newWorkspace } from "./client.mjs";
import { until } from "./wait.mjs";

const SOURCES_A_WORKSPACE = 20;
const HOST = "https://api.calendly.com/scheduled_events";
const SECOND_MS = 1_000;

const uriOf = (id) => `${HOST}/E${id}/invitees/I${id}`;
const isoOf = (minutes) => new Date(Date.UTC(2027, 2, 3, 10) + minutes * 60_000).toISOString();

/**
 * A webhook of Calendly's about a person: `old` is the id of the invitee that this one replaces,
 * `at` and `startsIn` are minutes.
 */
export const calendlyItem = ({
  event = "created",
  id,
  old,
  person = id,
  at = 0,
  startsIn = 0,
}) => ({
  event: `invitee.${event}`,
  created_at: new Date(Date.UTC(2026, 10, 1, 9) + at * 60_000).toISOString(),
  created_by: "https://api.calendly.com/users/U1",
  payload: {
    uri: uriOf(id),
    old_invitee: old === undefined ? null : uriOf(old),
    new_invitee: null,
    status: event === "created" ? "active" : "canceled",
    ...{ rescheduled: false, no_show: null, name: "Maud Renard", first_name: null },
    ...{ last_name: null, email: `maud.${person}@example.com`, text_reminder_number: null },
    timezone: "Europe/Paris",
    questions_and_answers: [{ question: "Your budget", answer: "2,000 a month", position: 0 }],
    tracking: { utm_content: null },
    cancel_url: `https://calendly.com/cancellations/I${id}`,
    reschedule_url: `https://calendly.com/reschedulings/I${id}`,
    scheduled_event: {
      name: "Discovery call",
      start_time: isoOf(startsIn),
      end_time: isoOf(startsIn + 30),
      location: { type: "zoom", join_url: "https://zoom.example/j/1" },
      event_memberships: [{ user_email: "sam@example.com", user_name: "Sam" }],
    },
  },
});

const MAPPING = [
  { to: "full_name", from: ["name"] },
  { to: "email", from: ["email"] },
  { to: "ext_id", from: ["key"] },
];

/** An item of a webhook about a person of their own, by the number that it has. */
export const contact = (n) => ({
  ...{ id: `c${n}`, key: `c${n}` },
  ...{ name: "Maud Renard", email: `maud.${n}@example.com` },
});

/** Makes a source. `next` makes a request to its door, signed where the source wants it. */
export async function newSource(workspace, input = {}) {
  const of = { kind: "webhook", name: "Source", mapping: MAPPING, dedupe: "id", ...input };
  const source = await workspace.create("/v1/sources", of);
  const { pathname: path } = new URL(source.inbound_url);
  const headers = { "Content-Type": "application/json" };
  const next = (item) => {
    const body = JSON.stringify(item);
    const signed = source.kind === "calendly" && signatureOf(source.secret, body);
    return { method: "POST", path, body, headers: { ...headers, ...signed } };
  };
  return { id: source.id, workspace, path, next };
}

export const newCalendly = (workspace) =>
  newSource(workspace, { kind: "calendly", mapping: undefined, dedupe: undefined });

function signatureOf(secret, body) {
  const t = Math.floor(Date.now() / SECOND_MS);
  const v1 = createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
  return { "Calendly-Webhook-Signature": `t=${t},v1=${v1}` };
}

/** Makes many sources, in as many workspaces as they need. */
export async function newSources(service, count, make = newSource) {
  const sources = [];
  let workspace;
  for (let n = 0; n < count; n++) {
    if (n % SOURCES_A_WORKSPACE === 0) workspace = await newWorkspace(service);
    sources.push(await make(workspace));
  }
  return sources;
}

/** The status with which a call of a door is answered; the error's code where nobody answers. */
export const callDoor = (origin, request) =>
  ask(origin, request).then(
    ({ status }) => status,
    ({ code }) => code,
  );

/** The deliveries of a source that are worked. */
export const workedIn = (db, { id }) =>
  db.prepare("select count(*) as n from source_deliveries where source_id = ?").bind(id).first("n");

/** Waits until so many items of sources are worked. */
export const untilWorked = (db, sources, count, options) =>
  until(
    `${count} items are worked`,
    async () => {
      const worked = await Promise.all(sources.map((source) => workedIn(db, source)));
      return worked.reduce((sum, n) => sum + n, 0) >= count;
    },
    { pollMs: 250, ...options },
  );
