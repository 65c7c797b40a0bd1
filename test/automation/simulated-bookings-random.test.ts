import { expect, it } from "vitest";
import type { Simulation } from "#features/automation/runs/simulation/schema";
import type { Booking } from "#features/leads/bookings/schema";
import { type Client, make, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { generator } from "../support/pseudo-random";
import { rowsOf } from "../support/rows";
import { settle } from "../support/run-scheduler";
import { simulate } from "../support/simulation";
import { clientAsleep, decideDue } from "../support/trigger-worker";

// Random scenarios with bookings: what a lead books and changes, a simulation of it, and a test
// run.

const SCENARIOS = 100;
const HOUR_MS = 3_600_000;
const { number, upTo, pick } = generator(23);

/** A change of the lead's booking, as simulations take it. */
type Change = { state: "booked" | "moved" | "cancelled" | "no_show" | "held"; hours: number };

const HOURS = [-30, -2, 0.5, 20, 50, 90];
/** No two are at the same time. */
let count = 0;
const randomChange = (states: Change["state"][]): Change => ({
  state: pick(states),
  hours: pick(HOURS) + count++ / 10_000,
});

const clauses = () =>
  pick([
    { field: "has_booking", op: "equals", value: true },
    { field: "booking.state", op: "in", value: [pick(["booked", "cancelled"]), "held"] },
    { field: "booking.starts_at", op: "after", value: "now" },
    { field: "booking.starts_at", op: "within_days", value: pick([1, -2]) },
    { field: "booking.name", op: "equals", value: "Intro" },
    { field: "booking.answers.Goal", op: "is_set" },
    { field: "trigger.type", op: "equals", value: "booking" },
  ]);

const KINDS: [type: string, data: () => object, ...handles: string[]][] = [
  [
    "message",
    () => ({ text: "{{booking.day}} {{booking.time}} {{booking.state}} {{booking.name|-}}" }),
    "next",
  ],
  ["message", () => ({ text: "{{booking.ends_at|none}} {{booking.answers.Goal|-}}" }), "next"],
  [
    "delay",
    () => ({
      until: {
        booking: pick(["starts_at", "ends_at"]),
        offset_seconds: pick([-86_400, -3_600, 0]),
      },
    }),
    ...["next", "cancelled"],
  ],
  [
    "wait_for_event",
    () => ({
      event: "booking",
      filter: pick([null, { states: ["booked", "moved"] }, { states: ["cancelled", "no_show"] }]),
    }),
    "event",
  ],
  ["condition", () => ({ branches: [{ handle: "yes", all: [clauses()] }] }), "yes", "else"],
  ["update_lead", () => ({ variables: { at: "{{booking.starts_at|-}}" } }), "next"],
];

/** A graph of three to eight nodes, of which edges lead on. */
function randomGraph() {
  const kinds = Array.from({ length: 3 + upTo(6) }, () => pick(KINDS));
  const nodes = kinds.map(([type, data], index) => ({ id: `n${index}`, type, data: data() }));
  const edges = kinds.flatMap(([, , ...handles], index) =>
    handles.flatMap((source_handle) => {
      const next = index + 1 + upTo(2);
      return next < nodes.length
        ? [{ source: `n${index}`, target: `n${next}`, source_handle }]
        : [];
    }),
  );
  // It is the only entry.
  const entry = { id: "start", type: "start" };
  return { nodes: [entry, ...nodes], edges: [{ source: "start", target: "n0" }, ...edges] };
}

type Lead = { id: number };
type Round = {
  scenario: Lead;
  twin: Lead;
  lead: Lead;
  start: Change | null;
  changes: Change[];
};

const at = (now: number, hours: number) => new Date(now + hours * HOUR_MS).toISOString();

const book = (client: Client, lead: Lead, starts_at: string): Promise<Booking> =>
  make(client, "/bookings", { lead_id: lead.id, starts_at, ...details(starts_at) });

const details = (starts_at: string) => ({
  ends_at: new Date(Date.parse(starts_at) + HOUR_MS / 2).toISOString(),
  ...{ name: "Intro", time_zone: "Europe/Paris", answers: { Goal: "More" } },
});

/** The booking that a change is about: that of the lead's run, else the next one, else the last. */
async function bookingOf(lead: Lead) {
  const [row] = await rowsOf<{ id: number }>(
    `select ifnull(
       (select booking_id from runs where lead_id = ?1 order by id desc limit 1),
       ifnull(
         (select id from bookings where lead_id = ?1 and starts_at > ?2 and state <> 'cancelled'
          order by starts_at, id limit 1),
         (select id from bookings where lead_id = ?1 order by starts_at desc, id desc limit 1))
     ) as id`,
    lead.id,
    Date.now(),
  );
  return row?.id ?? null;
}

/** Does what a change says. */
async function act(client: Client, lead: Lead, { state, hours }: Change, now: number) {
  const starts_at = at(now, hours);
  if (state === "booked") return book(client, lead, starts_at);
  const moved = { starts_at, ends_at: details(starts_at).ends_at, state: "booked" };
  const id = await bookingOf(lead);
  const answer = await client.patch(`/bookings/${id}`, state === "moved" ? moved : { state });
  expect(answer.status, answer.text).toBe(200);
}

/** The same change for a simulation. */
function simulated({ state, hours }: Change, now: number) {
  const starts_at = at(now, hours);
  return {
    state,
    ...((state === "booked" || state === "moved") && { starts_at, ...details(starts_at) }),
  };
}

/** The last run of each lead, with its way and its texts. */
async function runsByLead({ workspaceId }: Client) {
  const runs = await rowsOf<{ id: number; lead: number }>(
    "select id, lead_id as lead from runs where workspace_id = ?",
    workspaceId,
  );
  const texts = await rowsOf<{ run: number; text: string }>(
    "select run_id as run, text from messages where workspace_id = ? and run_id > 0 order by id",
    workspaceId,
  );
  const visits = await rowsOf<{ run: number; text: string }>(
    `select run_id as run, node_id || ' ' || ifnull(outcome, '…') as text from run_steps
     where run_id in (select id from runs where workspace_id = ?) order by run_id, visit`,
    workspaceId,
  );
  const of = (rows: typeof texts, id: number) =>
    rows.flatMap(({ run, text }) => (run === id ? [text] : []));
  return new Map(runs.map(({ id, lead }) => [lead, { way: of(visits, id), texts: of(texts, id) }]));
}

type Played = Pick<Simulation, "state" | "waiting_for" | "trail">;

/** A played run as it was at a time. Its clock goes on to the end of its waits. */
function asOf({ trail }: Played, until: number) {
  const is = (at: string | null) => at !== null && Date.parse(at) <= until;
  const seen = trail.filter((step) => is(step.at));
  return {
    way: seen.map(({ node_id, outcome, left_at }) => `${node_id} ${is(left_at) ? outcome : "…"}`),
    texts: seen.flatMap(({ message }) => message?.text ?? []),
  };
}

const NOTHING = { way: [], texts: [] };
const STATES: Change["state"][] = ["booked", "moved", "moved", "cancelled", "no_show", "held"];

/** A scenario, and two leads with the same bookings. */
async function newRound(client: Client, channel: Lead, round: number, now: number) {
  const own = { variables: { round } };
  const [twin, lead] = [await newLead(client, own), await newLead(client, own)];
  for (const { id } of [twin, lead]) await newInbound(client, channel.id, id);
  const before = Array.from({ length: upTo(2) }, () => randomChange(["booked"]));
  for (const { hours } of before)
    for (const one of [twin, lead]) await book(client, one, at(now, hours));
  const first = before.length > 0 ? STATES : ["booked" as const];
  const start = number() < 0.6 ? randomChange(first) : null;
  const changes = Array.from({ length: upTo(3) }, (_, index) =>
    randomChange(index > 0 || start ? STATES : first),
  );
  const filter = { all: [{ field: "variables.round", op: "equals", value: round }] };
  const data = { states: [...new Set(STATES)], again: "never", filter };
  const trigger = { id: "t", type: "booking", data };
  const scenario = await make(client, "/scenarios", {
    ...{ name: `Round ${round}`, platform: "whatsapp", is_active: true },
    ...{ ...randomGraph(), triggers: start ? [trigger] : [] },
  });
  return { scenario, twin, lead, start, changes };
}

it(`is what ${SCENARIOS} random scenarios with bookings really do`, async () => {
  const client = clientAsleep(await newWorkspace());
  const channel = await newChannel(client);
  const now = Date.now();
  const rounds: Round[] = [];
  for (let round = 0; round < SCENARIOS; round++)
    rounds.push(await newRound(client, channel, round, now));
  // Earlier facts start nothing.
  await decideDue(client);
  for (const { scenario, lead, start } of rounds)
    if (start) await act(client, lead, start, now);
    else await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: lead.id });
  await decideDue(client);
  await settle(client);
  for (let index = 0; index < 3; index++) {
    for (const { lead, changes } of rounds) {
      const change = changes[index];
      if (change) await act(client, lead, change, now);
    }
    await settle(client);
  }

  const runs = await runsByLead(client);
  const outcomes = new Set<string>();
  for (const { scenario, twin, lead, start, changes } of rounds) {
    const run = runs.get(lead.id) ?? NOTHING;
    for (const step of run.way) outcomes.add(step.split(" ")[1]!);
    const begins = {
      lead_id: twin.id,
      ...(start && { started_by: { type: "booking", booking: simulated(start, now) } }),
    };
    const events = changes.map((change) => simulated(change, now));
    const startAt = Date.now();
    const played = await simulate(client, scenario, {
      ...{ ...begins, start_at: new Date(startAt).toISOString() },
      events: events.map((booking, index) => ({ after_seconds: index + 1, booking })),
    });
    const { way, texts } = run;
    const about = { start, changes };
    expect({ about, ...asOf(played, startAt + 4_000) }).toEqual({ about, way, texts });
    const test = await make(client, `/scenarios/${scenario.id}/test`, begins);
    let state = test;
    for (const booking of events)
      state = (await client.post(`/test-runs/${test.id}/events`, { booking })).body.data;
    expect({ about, ...asOf(state, Date.now()) }).toEqual({ about, way, texts });
    await client.delete(`/test-runs/${test.id}`);
  }
  expect([...outcomes]).toEqual(
    expect.arrayContaining(["next", "cancelled", "event", "yes", "else", "…"]),
  );
}, 120_000);
