import type { Booking } from "#features/automation/engine/booking";
import type { Effect, Lead, Run, RunEvent, StepResult } from "#features/automation/engine/run";
import { step } from "#features/automation/engine/step";
import { compile, type Graph } from "#features/automation/scenarios/compile";
import type { Channel } from "#features/messaging/outbound/route";
import { flowOf, type Nodes } from "./flow";

// Short ways to write runs and graphs for the pure engine.

/** A Friday. */
export const NOW = Date.parse("2026-11-20T10:00:00Z");
export const SECOND_MS = 1000;
export const HOUR_MS = 3_600_000;

export const channel: Channel = {
  id: 1,
  platform: "whatsapp",
  provider: "sandbox",
  externalId: null,
  portfolioId: null,
  isDefault: true,
  isActive: true,
};
const instagram: Channel = { ...channel, id: 2, platform: "instagram" };

/** A lead who wrote an hour ago, on WhatsApp and on Instagram. */
export const aLead = (more: Partial<Lead> = {}): Lead => ({
  id: 42,
  first_name: "Élodie",
  last_name: "Martin",
  username: null,
  email: "elodie@example.com",
  phone: "+33612345678",
  number: "+33612345678",
  ext_id: null,
  variables: { city: "Lyon" },
  isOptout: false,
  isMarketingOptout: false,
  whatsappPhoneNumberId: null,
  identities: [],
  channels: [channel, instagram],
  conversations: [
    { id: 7, channelId: 1, platform: "whatsapp", lastInboundAt: NOW - HOUR_MS },
    { id: 8, channelId: 2, platform: "instagram", lastInboundAt: NOW - HOUR_MS },
  ],
  fields: {
    source: "api",
    warmth: "cold",
    pipeline_stage: "new",
    age: null,
    is_lost: false,
    lost_reason: null,
  },
  tagIds: [3],
  lastReply: null,
  ...more,
});

export const aRun = (more: Partial<Run> = {}): Run => ({
  id: 16,
  platform: "whatsapp",
  channelId: null,
  trigger: null,
  workspace: {
    shortUrlBase: "https://sho.rt",
    defaultCountry: "FR",
    timeZone: null,
    businessHours: null,
    quietHours: null,
    tagStages: { 70: "engaged", 71: "won" },
  },
  nodeId: null,
  visits: 0,
  waiting: null,
  memory: {},
  ended: null,
  early: null,
  lead: aLead(),
  ...more,
});

/** A booking of tomorrow. */
export const aBooking = (more: Partial<Booking> = {}): Booking => ({
  ...{ id: 5, sourceId: 2, state: "booked", name: "Discovery call", host: "Sam" },
  startsAt: NOW + 24 * HOUR_MS,
  endsAt: NOW + 25 * HOUR_MS,
  timeZone: null,
  ...{ joinUrl: "https://meet.example/1", rescheduleUrl: null, cancelUrl: null },
  answers: { "Your goal": "More clients" },
  ...more,
});

/** The window is closed: the lead wrote more than 24 hours ago. */
export const longAgo = {
  conversations: [
    { id: 7, channelId: 1, platform: "whatsapp" as const, lastInboundAt: NOW - 25 * HOUR_MS },
  ],
};

/** Compiles a graph from its short form. Runs begin at the first node. */
export const graphOf = (nodes: Nodes, edges = ""): Graph => {
  const flow = flowOf(nodes, edges);
  return { ...compile(flow.nodes, flow.edges), entry: flow.nodes[0]?.id ?? null };
};

export const time: RunEvent = { kind: "time" };
export const reply = (
  text: string | null,
  tapped: string | null = null,
  messageId = 900,
): RunEvent => ({
  kind: "reply",
  messageId,
  text,
  tapped,
});

/** Begins the run. */
export const begin = (graph: Graph, run: Run = aRun(), now = NOW) => step(graph, run, time, now);

/** Begins the run, then feeds it the events a second apart. Returns the step of the last one. */
export function after(graph: Graph, run: Run, ...events: RunEvent[]): StepResult {
  return events.reduce(
    (latest, event, index) => step(graph, latest.run, event, NOW + (index + 1) * SECOND_MS),
    begin(graph, run),
  );
}

/** The visits as `2 hello next`, with `…` for an outcome that is still open. */
export const visitsIn = (effects: Effect[]) =>
  effects.flatMap((effect) =>
    effect.kind === "visit"
      ? `${effect.visit.visit} ${effect.visit.nodeId} ${effect.visit.outcome ?? "…"}`
      : [],
  );

export const detailOf = (effects: Effect[], visit: number) =>
  effects
    .flatMap((effect) =>
      effect.kind === "visit" && effect.visit.visit === visit ? [effect.visit.detail] : [],
    )
    .at(-1);

export const effectsOf = <Kind extends Effect["kind"]>(effects: Effect[], kind: Kind) =>
  effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind);

/** `completed/reached_end`, or the awaited event and the timeout in seconds from NOW. */
export function stateOf({ ended, waiting }: Run) {
  if (ended) return `${ended.state}/${ended.reason}`;
  if (!waiting) return "nowhere";
  return waiting.until === null
    ? waiting.for
    : `${waiting.for} ${(waiting.until - NOW) / SECOND_MS}`;
}

/** Freezes a value deeply: writing to it throws. Maps have their writing methods replaced. */
export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const one of value.values()) frozen(one);
    for (const method of ["set", "delete", "clear"] as const) {
      Object.defineProperty(value, method, {
        value: () => {
          throw new TypeError("A frozen map is written to.");
        },
      });
    }
    return Object.freeze(value);
  }
  for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}
