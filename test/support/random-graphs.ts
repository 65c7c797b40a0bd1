import { awaitedEvents } from "#domain/automation";
import { bookingStates } from "#domain/bookings";
import type { Booking } from "#features/automation/engine/booking";
import { isNodeType } from "#features/automation/engine/nodes/registry";
import type { Lead, Run, RunEvent } from "#features/automation/engine/run";
import { compile } from "#features/automation/scenarios/compile";
import { handlesOf, readNode } from "#features/automation/scenarios/nodes";
import { aBooking, aLead, aRun, channel, longAgo, NOW, reply, time } from "./engine";
import type { generator } from "./pseudo-random";

type Random = ReturnType<typeof generator>;

const TEXTS = [
  "Hi",
  "Hello {{first_name}}",
  "{{answer}}",
  "https://sho.rt/abc {{city|there}}",
  "{{open",
  "{{booking.day}} {{booking.time}}",
  "x".repeat(1100),
];
const TEMPLATE = { name: "revive", language: "fr" };

/** Random data for each node type, some of it invalid. */
const DATA: Record<string, (random: Random) => unknown> = {
  start: () => undefined,
  message: ({ pick }) => ({
    text: pick(TEXTS),
    on_window_closed: pick(["fail", "skip", TEMPLATE]),
    ...pick([{}, {}, { wait: { timeout_seconds: pick([null, 5]), save_to: "answer" } }]),
    ...pick([{}, { type: "buttons", buttons: [{ id: "yes", title: "12" }] }]),
  }),
  template: () => TEMPLATE,
  delay: ({ pick, upTo }) =>
    pick([
      { seconds: upTo(3) },
      { seconds: 86_400 },
      { until: { variable: pick(["when", "city"]), offset_seconds: upTo(60) } },
      { until: { date: "2026-11-20T10:00:30Z" } },
      { until: { booking: pick(["starts_at", "ends_at"]), offset_seconds: -upTo(60) } },
      {
        at: {
          time: "02:30",
          timezone: pick(["Europe/Paris", "America/New_York"]),
          weekdays: pick([null, [1], [2, 7]]),
        },
      },
      {},
    ]),
  wait_for_reply: ({ pick, upTo }) => ({
    timeout_seconds: pick([null, 5, 3600]),
    validate: pick([null, "email", "number", { regex: "^a" }]),
    max_attempts: 1 + upTo(2),
    save_to: pick([null, "answer", "when"]),
    matches: pick([null, [{ handle: "yes", value: ["yes", "12"] }]]),
  }),
  wait_for_event: ({ pick }) => ({
    event: pick(awaitedEvents),
    timeout_seconds: pick([null, 5, 3600]),
    filter: pick([
      null,
      { name: "paid", tag_ids: [3], short_link_ids: [5], node_ids: ["n1"], stages: ["won"] },
      { name: "paid", states: ["booked", "moved"] },
      { name: "other" },
    ]),
  }),
  condition: ({ pick }) => ({
    branches: [
      {
        handle: "yes",
        any: [
          {
            field: pick(["tags", "last_reply", "variables.answer", "window_open", "has_booking"]),
            op: "contains",
            value: pick([3, "yes", true]),
          },
        ],
      },
    ],
  }),
  split: () => ({
    branches: [
      { handle: "a", percent: 40 },
      { handle: "b", percent: 60 },
    ],
  }),
  add_tag: ({ pick }) => ({ tag_ids: [pick([3, 4, 5])] }),
  remove_tag: ({ pick }) => ({ tag_ids: [pick([3, 4, 5])] }),
  update_lead: ({ pick }) => ({
    first_name: pick(["{{answer}}", "Anna", null]),
    variables: { when: pick(["2026-11-20T10:01:00Z", "{{answer}}"]) },
  }),
  webhook: ({ pick }) =>
    pick([
      { url: "https://example.com/{{answer}}", save_to: "answer" },
      { url: "https://example.com" },
      {},
    ]),
  ai_analyze: ({ pick }) => pick([{}, { timeout_seconds: 5 }, { timeout_seconds: 0 }]),
  start_scenario: () => ({ scenario_id: 9 }),
  handoff: () => ({ reason: "ask" }),
  exit: () => undefined,
  teleport: () => ({}),
};

const TYPES = Object.keys(DATA);
/** Waits and messages are drawn more often than nodes that a run only passes. */
const OFTEN = [
  "message",
  "message",
  "wait_for_reply",
  "wait_for_event",
  "delay",
  "delay",
  "webhook",
  "ai_analyze",
  "add_tag",
];

/** A graph of 2 to 12 nodes. Most handles have an edge. */
export function randomGraph(random: Random) {
  const { number, upTo, pick } = random;
  const nodes = Array.from({ length: 2 + upTo(10) }, (_, index) => {
    const type =
      number() < 0.55
        ? pick(OFTEN)
        : number() < 0.9
          ? pick(TYPES.filter((one) => one !== "exit" && one !== "teleport"))
          : pick(TYPES);
    return { id: `n${index}`, type, data: DATA[type]!(random) };
  });
  const ids = nodes.map(({ id }) => id);
  const edges = nodes.flatMap(({ id, type, data }) => {
    const read = isNodeType(type) ? readNode(type, data) : { faults: [] };
    const handles = "node" in read ? handlesOf(read.node) : [];
    return handles.flatMap((source_handle) => {
      const isLeft = number() < (source_handle === "failed" ? 0.5 : 0.92);
      return isLeft
        ? { source: id, target: number() < 0.02 ? "gone" : pick(ids), source_handle }
        : [];
    });
  });
  return { ...compile(nodes, edges), entry: number() < 0.02 ? null : "n0" };
}

export const randomLead = ({ number, pick }: Random): Lead =>
  aLead({
    ...(number() < 0.2 && longAgo),
    ...(number() < 0.1 && { conversations: [] }),
    ...(number() < 0.1 && { channels: pick([[], [{ ...channel, isActive: false }]]) }),
    variables: { city: "Lyon", ...(number() < 0.5 && { when: "2026-11-21" }) },
    tagIds: number() < 0.5 ? [3] : [],
    isOptout: number() < 0.01,
  });

export const randomRun = (random: Random): Run =>
  aRun({
    id: 1 + random.upTo(1_000_000),
    platform: random.pick(["whatsapp", "whatsapp", "instagram"]),
    memory: random.number() < 0.1 ? { steps: random.upTo(100) } : {},
    lead: randomLead(random),
    bookings: randomBookings(random),
  });

const randomBooking = ({ pick, upTo }: Random): Booking =>
  aBooking({
    id: 1 + upTo(2),
    state: pick(bookingStates),
    startsAt: pick([null, NOW + upTo(120_000)]),
  });

/** None, or some that may move, end or go. */
export const randomBookings = (random: Random) =>
  random.pick([[], [randomBooking(random)], [aBooking({ id: 3 }), randomBooking(random)]]);

function bookingEvent(random: Random): RunEvent {
  const booking = randomBooking(random);
  const { id: bookingId, state, sourceId } = booking;
  const isGone = random.number() < 0.1;
  return { kind: "booking", bookingId, state, sourceId, booking: isGone ? null : booking };
}

/** A random event, usually of the kind that the run waits for. */
export function randomEvent(random: Random, run: Run): RunEvent {
  const { number, pick } = random;
  const events: RunEvent[] = [
    time,
    reply(
      pick(["yes", "12", "abc", "elodie@example.com", " ", null]),
      pick([null, null, "yes"]),
      random.upTo(1000),
    ),
    { kind: "sending", isSent: number() < 0.7, reason: pick([null, "rejected", "window_closed"]) },
    {
      kind: "webhook",
      isOk: number() < 0.7,
      status: pick([200, 500]),
      saved: pick([undefined, "yes", { a: [1] }]),
    },
    pick<RunEvent>([
      { kind: "analysis", status: "completed", reason: null },
      { kind: "analysis", status: "skipped", reason: pick(["unchanged", "no_text"]) },
      { kind: "analysis", status: "failed", reason: "unavailable" },
    ]),
    { kind: "link_clicked", shortLinkId: pick([5, 6]), isOwn: number() < 0.7 },
    { kind: "message_read", nodeId: pick(["n1", "n2", null]) },
    { kind: "tag_added", tagId: pick([3, 4]) },
    { kind: "stage_changed", from: "new", to: pick(["won", null]) },
    { kind: "custom", name: pick(["paid", "other"]) },
    bookingEvent(random),
    { kind: "rebooked" },
  ];
  const awaited = events.filter(
    ({ kind }) => kind === run.waiting?.for || (kind === "rebooked" && run.waiting?.for === "time"),
  );
  return number() < 0.7 && awaited.length > 0 ? pick(awaited) : pick(events);
}

/** A random later time: up to ten seconds later, or the time until which the run waits. */
export function randomMoment({ number, upTo }: Random, run: Run, now: number) {
  const until = run.waiting?.until ?? NOW;
  return number() < 0.4 ? Math.max(now, until) : now + upTo(10_000);
}
