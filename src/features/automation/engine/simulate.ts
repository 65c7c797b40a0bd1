import { isAllowedOutbound } from "../../../lib/outbound-url";
import { DAY_MS } from "../../../lib/time";
import { slugsIn } from "../../links/rewrite";
import { textsIn } from "../../messaging/outbound/compose";
import { routeOf } from "../../messaging/outbound/route";
import type { Graph } from "../scenarios/compile";
import { withChange as changed, withTags as tagged } from "./lead-changes";
import type { Effect, Lead, Run, RunEvent, Visit } from "./run";
import { step } from "./step";

/**
 * What a script can have happen. `webhook` says how requests are answered from then on, all of them or those of one node: without it they
 * succeed. To an address that the service refuses none is made, whatever the script says. `analysis` says so of analyses, and what those that
 * complete find: without it they find nothing. `read` is the lead reading the last message.
 */
export type SimulatedEvent =
  | { kind: "reply"; text: string | null; tapped?: string | null }
  | { kind: "click"; shortLinkId?: number | null }
  | { kind: "read" }
  | { kind: "tag_added"; tagId: number }
  | { kind: "stage_changed"; stage: string | null }
  | { kind: "custom"; name: string }
  | { kind: "opt_out" }
  | {
      kind: "webhook";
      nodeId?: string | null;
      isOk: boolean;
      status?: number | null;
      saved?: unknown;
    }
  | {
      kind: "analysis";
      status: "completed" | "failed";
      reason?: string | null;
      fields?: Lead["fields"];
    }
  | { kind: "nothing" };

/** Seconds count from the start. */
export type Scripted = { afterSeconds: number; event: SimulatedEvent };

type Limits = { durationMs: number; visits: number };

/** A visit, and what else followed from it. */
export type TrailEntry = Visit & { effects: Exclude<Effect, { kind: "visit" }>[] };

/**
 * The way that a run took, and where that stopped: it ended, waits for what nothing brings, or has gone as far as a simulation goes.
 * `ignored` are the places in the script of events that were nothing to the run.
 */
export type Simulation = {
  trail: TrailEntry[];
  run: Run;
  stop: "ended" | "waiting" | "time" | "visits";
  now: number;
  ignored: number[];
};

const LIMITS: Limits = { durationMs: 365 * DAY_MS, visits: 1000 };

type Planned = { at: number; index: number; event: SimulatedEvent };
/** `hasSentLink`: whether a message of the run's has held a short link; which one is not known here. */
type State = {
  graph: Graph;
  run: Run;
  now: number;
  trail: TrailEntry[];
  allowLoopback: boolean;
  hasSentLink: boolean;
};

/** Runs a run on a clock of its own, on which nothing takes time but waiting. Messages are sent at once. */
export function simulate(
  graph: Graph,
  run: Run,
  startAt: number,
  script: Scripted[],
  allowLoopback = false,
  limits: Limits = LIMITS,
): Simulation {
  const state: State = { graph, run, now: startAt, trail: [], allowLoopback, hasSentLink: false };
  const planned = script
    .map(({ afterSeconds, event }, index) => ({ at: startAt + afterSeconds * 1000, index, event }))
    .sort((one, other) => one.at - other.at);
  const queue = [...planned];
  const ignored: number[] = [];
  play(state, { kind: "time" });
  for (;;) {
    const stop =
      stopOf(state, limits) ??
      answer(state, planned) ??
      pass(state, queue, startAt + limits.durationMs, ignored);
    if (stop === "goes on") continue;
    const unmet = [...ignored, ...queue.filter(isEvent).map(({ index }) => index)].toSorted(
      (one, other) => one - other,
    );
    return { trail: state.trail, run: state.run, stop, now: state.now, ignored: unmet };
  }
}

type Stop = Simulation["stop"] | "goes on";

function stopOf({ run, trail }: State, limits: Limits): Stop | undefined {
  if (run.ended) return "ended";
  return trail.length >= limits.visits ? "visits" : undefined;
}

/** Answers what the service itself would. */
function answer(state: State, planned: Planned[]): Stop | undefined {
  const { run, now } = state;
  switch (run.waiting?.for) {
    case "sending":
      play(state, { kind: "sending", isSent: true, reason: null });
      return "goes on";
    case "webhook":
      play(state, isAsked(state) ? answerAt(planned, run.nodeId, now) : UNASKED);
      return "goes on";
    case "analysis":
      return analyse(state, latest(planned, now, isAnalysis));
    default:
      return undefined;
  }
}

const UNASKED: RunEvent = { kind: "webhook", isOk: false, status: null };

/** Whether the request that the run waits for is made, as runs/call.ts has it. */
function isAsked({ trail, allowLoopback }: State) {
  const effect = trail.at(-1)?.effects.findLast(({ kind }) => kind === "request");
  return effect?.kind === "request" && isAllowedOutbound(effect.request.url, allowLoopback);
}

function answerAt(planned: Planned[], nodeId: string | null, now: number): RunEvent {
  const isOfNode = (event: SimulatedEvent) =>
    event.kind === "webhook" && (event.nodeId == null || event.nodeId === nodeId);
  const said = latest(planned, now, (event): event is SimulatedEvent & { kind: "webhook" } =>
    isOfNode(event),
  );
  if (!said) return { kind: "webhook", isOk: true, status: 200 };
  const { isOk, status = isOk ? 200 : 500, saved } = said;
  return { kind: "webhook", isOk, status, saved };
}

/** What the script has said last of such a thing by now. */
const latest = <Event extends SimulatedEvent>(
  planned: Planned[],
  now: number,
  isSuch: (event: SimulatedEvent) => event is Event,
) =>
  planned.findLast((one): one is Planned & { event: Event } => one.at <= now && isSuch(one.event))
    ?.event;

type Analysis = SimulatedEvent & { kind: "analysis" };
const isAnalysis = (event: SimulatedEvent): event is Analysis => event.kind === "analysis";

/** Ends the analysis as the script says. One that takes too long is waited for. */
function analyse(
  state: State,
  { status, reason = null, fields = {} }: Omit<Analysis, "kind"> = { status: "completed" },
): Stop | undefined {
  if (status === "failed") {
    if (reason === "timeout") return undefined;
    play(state, { kind: "analysis", status, reason: reason ?? "unavailable" });
    return "goes on";
  }
  const { run } = state;
  state.run = { ...run, lead: { ...run.lead, fields: { ...run.lead.fields, ...fields } } };
  play(state, { kind: "analysis", status, reason: null });
  return "goes on";
}

/** Lets time pass until the run's own has come or something happens. What is due at the same moment comes before what happens then. */
function pass(state: State, queue: Planned[], last: number, ignored: number[]): Stop {
  const until = state.run.waiting?.until ?? null;
  const next = queue[0];
  const isDue = until !== null && (!next || until <= next.at);
  const at = isDue ? until : next?.at;
  if (at === undefined) return "waiting";
  if (at > last) {
    state.now = Math.max(state.now, last);
    return "time";
  }
  state.now = Math.max(state.now, at);
  if (isDue) return play(state, { kind: "time" }) ? "goes on" : "waiting";
  if (!happen(state, queue.shift()!) && isEvent(next!)) ignored.push(next!.index);
  return "goes on";
}

const isEvent = ({ event }: Planned) => !["nothing", "webhook", "analysis"].includes(event.kind);

/** Whether it was anything to the run. */
function happen(state: State, { index, event }: Planned): boolean {
  const { run, now } = state;
  const { lead } = run;
  const change = (more: Partial<Lead>) => {
    state.run = { ...run, lead: { ...lead, ...more } };
  };
  switch (event.kind) {
    case "reply":
      change({ lastReply: event.text, conversations: conversationsAfter(run, now) });
      return play(state, {
        kind: "reply",
        messageId: index + 1,
        text: event.text,
        tapped: event.tapped ?? null,
      });
    case "click":
      return play(state, {
        kind: "link_clicked",
        shortLinkId: event.shortLinkId ?? linkAwaited(state),
        isOwn: state.hasSentLink,
      });
    case "read": {
      const nodeId = lastSent(state);
      return nodeId !== null && play(state, { kind: "message_read", nodeId });
    }
    case "tag_added":
      if (lead.tagIds.includes(event.tagId)) return false;
      change(tagged(run, [event.tagId]));
      return (
        play(state, { kind: "tag_added", tagId: event.tagId }) || moveFrom(state, stageOf(lead))
      );
    case "stage_changed":
      change(changed(lead, { fields: { pipeline_stage: event.stage }, variables: {} }));
      return moveFrom(state, stageOf(lead));
    case "custom":
      return play(state, event);
    case "opt_out":
      change({ isOptout: true });
      return play(state, { kind: "time" });
    default:
      return false;
  }
}

const stageOf = ({ fields }: Lead) => (fields.pipeline_stage ?? null) as string | null;

/** Whether the stage that the lead has got was anything to the run. */
function moveFrom(state: State, from: string | null) {
  const to = stageOf(state.run.lead);
  return from !== to && play(state, { kind: "stage_changed", from, to });
}

/** Takes a turn, and writes down its visits. */
function play(state: State, event: RunEvent): boolean {
  const { trail } = state;
  const { run, effects } = step(state.graph, state.run, event, state.now);
  const isTaken = run !== state.run;
  state.run = run;
  for (const effect of effects) {
    const last = trail.at(-1);
    if (effect.kind === "send") state.hasSentLink ||= holdsLink(effect, run.workspace);
    if (effect.kind !== "visit") last?.effects.push(effect);
    else if (last?.visit === effect.visit.visit)
      trail[trail.length - 1] = { ...last, ...effect.visit, enteredAt: last.enteredAt };
    else trail.push({ ...effect.visit, effects: [] });
  }
  return isTaken;
}

/** The lead has written: the window is open. */
function conversationsAfter({ lead, platform }: Run, now: number) {
  const { channel, conversation } = routeOf(lead, { platform })!;
  const opened = {
    ...(conversation ?? { id: 0, channelId: channel?.id ?? null, platform }),
    lastInboundAt: now,
  };
  return [...lead.conversations.filter((one) => one !== conversation), opened];
}

/** A click on no link in particular is on one that is waited for. */
function linkAwaited({ graph, run }: State) {
  const node = graph.nodes.get(run.nodeId ?? "");
  const isLink =
    node?.isSound && node.type === "wait_for_event" && node.data.event === "link_clicked";
  return isLink ? (node.data.filter?.short_link_ids?.[0] ?? null) : null;
}

const holdsLink = ({ composed }: Effect & { kind: "send" }, { shortUrlBase }: Run["workspace"]) =>
  textsIn(composed).some(({ text }) => slugsIn(text, shortUrlBase).length > 0);

const lastSent = ({ trail }: State) =>
  trail.findLast(({ effects }) => effects.some(({ kind }) => kind === "send"))?.nodeId ?? null;
