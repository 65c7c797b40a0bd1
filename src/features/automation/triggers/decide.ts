import type { Platform } from "#domain/platforms";
import { type TriggerOutcome, triggerOutcomes } from "#domain/triggers";
import { isWindowOpen } from "#domain/window";
import type { Booking } from "#features/automation/engine/booking";
import { branchHolds } from "#features/automation/engine/nodes/condition/evaluate";
import type { Lead, Run } from "#features/automation/engine/run";
import { orLog } from "#lib/log";
import { HOUR_MS, SECOND_MS } from "#lib/time";
import { workSpent } from "#lib/work";
import { type Entry, hasStarted } from "./again";
import { bookedBy } from "./booked";
import { type Cause, isSpeech, type SpeechCause, utterancesIn } from "./cause";
import { type Fit, utteranceOf } from "./definition";
import type { ActiveTrigger, Candidate } from "./match";
import { runTriggerOf } from "./run-trigger";
import { GRACE_MS } from "./times/date";

// The decision what a cause starts, by the lead as it then is. Times are milliseconds since 1970.

/** A cause that is older starts nothing any more. */
export const MAX_AGE_MS = 12 * HOUR_MS;
/** After a triggered run has begun, a message of its lead starts no other for this long. */
const BEGINNING_MS = 5 * SECOND_MS;
/** The most runs that triggers start for a lead in an hour: two robots answer each other. */
export const MAX_STARTS_PER_HOUR = 10;
/** The most scenarios that a fact starts. */
const MAX_STARTS_PER_FACT = 10;
/**
 * The work (lib/work.ts) after which no other filter is asked for a cause: about 0.05 s, which
 * thousands of clauses on usual values don't take.
 */
const MAX_FILTER_WORK = 5_000_000;
/** The most starts in a row that one run has caused by another. */
const MAX_DEPTH = 5;

/** A run of the lead. */
export type LeadRun = {
  scenarioId: number;
  platform: Platform;
  isTriggered: boolean;
  /** True if it was started by what the lead wrote, or by a comment. */
  isAnswer: boolean;
  isActive: boolean;
  createdAt: number;
};

/** All that a decision needs to know of the lead and the workspace. */
export type LeadState = {
  lead: Omit<Lead, "lastReply">;
  /** Those of the lead's bookings that its next run may be about. */
  bookings: Booking[];
  /** The text of the lead's last message on each platform. */
  lastReplies: Partial<Record<Platform, string | null>>;
  workspace: Run["workspace"];
  /** Of the newest hundred, those that are active, and those that triggers started in this hour. */
  runs: LeadRun[];
  /** The runs that triggers have started for the lead in the last hour. */
  startsInHour: number;
  entries: Entry[];
  /** When a person of the team last wrote where the lead has written; that holds for a while. */
  lastPersonAt: number | null;
  triggersWaitHours: number;
  /** The number of starts in a row that runs have caused, a start by this cause included. */
  depth: number;
  /** The starts that the workspace has left today. */
  startsLeft: number;
  /** When a trigger has room for another start: now or later, null for too late. */
  roomAt: (trigger: ActiveTrigger) => number | null;
  /** True while the lead is merged into another one. */
  isBeingMerged: boolean;
};

/** `mostWork`: the work after which no other filter is asked. */
type Asking = LeadState & { mostWork: number };
type Evaluated = { candidate: Candidate; outcome: TriggerOutcome };

/** `outcome` is that of the whole cause; null if no trigger fitted. */
export type Decision = {
  outcome: TriggerOutcome | null;
  starts: Candidate[];
  evaluated: Evaluated[];
};

const NOTHING: Decision = { outcome: null, starts: [], evaluated: [] };

/**
 * Decides which of the candidates start, in their order: one at most by what a lead writes; each
 * scenario that fits by a fact.
 */
export function decide(
  candidates: Candidate[],
  cause: Cause,
  state: LeadState,
  now: number,
): Decision {
  const fitting = candidates.filter((candidate) => isMeant(candidate, cause));
  // The lead that is kept was not created then.
  const isUndone = state.isBeingMerged && cause.type === "lead.created";
  if (fitting.length === 0 || isUndone) return NOTHING;
  const refused = refusalOf(cause, state, now);
  if (refused) return toDecision(fitting.map((candidate) => ({ candidate, outcome: refused })));
  const asking = { ...state, mostWork: workSpent() + MAX_FILTER_WORK };
  return toDecision(
    isSpeech(cause)
      ? tryInOrder(fitting, cause, asking, now)
      : tryScenarios(fitting, cause, asking, now),
  );
}

/** The event of a cause; of a date, one of its time. Triggers must have been on before. */
export const eventOf = (fit: Fit, cause: Cause) =>
  cause.type === "date" ? (cause.at + GRACE_MS) * 1_000 : (utteranceOf(fit) ?? cause).eventId;

/** A trigger reacts to what comes after it was switched on, and to what is said on its platform. */
const isMeant = (candidate: Candidate, cause: Cause) =>
  eventOf(candidate, cause) > candidate.trigger.since &&
  (!isSpeech(cause) || cause.platform === candidate.trigger.platform);

/** When the cause came about: of a message or a comment, by the platform's time. */
const ageOf = (cause: Cause, now: number) =>
  now - (isSpeech(cause) ? Math.max(...utterancesIn(cause).map(({ sentAt }) => sentAt)) : cause.at);

/** The reason for which a cause starts nothing at all. */
function refusalOf(cause: Cause, state: LeadState, now: number): TriggerOutcome | undefined {
  if (state.isBeingMerged) return "being_merged";
  const isTooOld = ageOf(cause, now) > MAX_AGE_MS;
  if (isTooOld && !(cause.type === "date" && cause.runsLate)) return "too_old";
  if (state.lead.isOptout) return "opted_out";
  if (isSpeech(cause) && state.runs.some((run) => isBeginning(run, cause))) return "run_beginning";
  return state.startsInHour >= MAX_STARTS_PER_HOUR ? "too_many_starts" : undefined;
}

/**
 * A run that has just begun does not wait for a reply yet. One that a fact has started since the
 * message came is none that it replies to, or what a new lead writes would start nothing. Facts are
 * not held back, or of two tags that a lead gets at once, the second would start nothing.
 */
const isBeginning = ({ platform, isTriggered, isAnswer, createdAt }: LeadRun, cause: SpeechCause) =>
  isTriggered &&
  platform === cause.platform &&
  createdAt > cause.at - BEGINNING_MS &&
  (isAnswer || createdAt <= cause.at);

/** Tries candidates until one starts, or ends the cause for all. */
function tryInOrder(candidates: Candidate[], cause: Cause, state: Asking, now: number) {
  const evaluated: Evaluated[] = [];
  let isOver = false;
  for (const candidate of candidates) {
    const outcome: TriggerOutcome = isOver ? "outranked" : askedOf(candidate, cause, state, now);
    evaluated.push({ candidate, outcome });
    isOver ||= triggerOutcomes[outcome].stops !== "itself";
  }
  return evaluated;
}

/** Tries the candidates of each scenario by themselves, for as many scenarios as a fact starts. */
function tryScenarios(candidates: Candidate[], cause: Cause, state: Asking, now: number) {
  let [starts, later] = [0, 0];
  const ofScenarios = Map.groupBy(candidates, ({ trigger }) => trigger.scenarioId);
  const outcomes = [...ofScenarios.values()].flatMap((own) => {
    const left = {
      ...state,
      startsLeft: state.startsLeft - starts - later,
      startsInHour: state.startsInHour + starts,
    };
    const tried: Evaluated[] =
      starts + later < MAX_STARTS_PER_FACT
        ? tryInOrder(own, cause, left, now)
        : own.map((candidate) => ({ candidate, outcome: "outranked" }));
    starts += countOf(tried, "started");
    later += countOf(tried, "put_off");
    return tried;
  });
  const outcomeFor = new Map(outcomes.map(({ candidate, outcome }) => [candidate, outcome]));
  return candidates.map((candidate) => ({
    candidate,
    outcome: outcomeFor.get(candidate) ?? ("outranked" as const),
  }));
}

const countOf = (tried: Evaluated[], wanted: TriggerOutcome) =>
  tried.filter(({ outcome }) => outcome === wanted).length;

/** The outcome of a candidate. One that can't be asked does not stop the others. */
function askedOf(candidate: Candidate, cause: Cause, state: Asking, now: number) {
  const { scenarioId, id } = candidate.trigger;
  const about = { scenario_id: scenarioId, trigger_id: id };
  const asked = orLog("trigger not asked", about, () => outcomeOf(candidate, cause, state, now));
  return asked ?? "internal_error";
}

function outcomeOf(candidate: Candidate, cause: Cause, state: Asking, now: number): TriggerOutcome {
  const { trigger } = candidate;
  if (trigger.data.filter && workSpent() > state.mostWork) return "too_much_work";
  if (!passesFilter(candidate, cause, state, now)) return "filtered";
  if (hasStarted(trigger, cause, state.entries, now)) return "started_before";
  if (state.runs.some((run) => run.isActive && run.scenarioId === trigger.scenarioId))
    return "already_active";
  if (!trigger.data.while_handled && isHandled(cause, state, now)) return "handled_by_person";
  if (isSpent(cause, state, now)) return "private_reply_spent";
  if (state.depth > MAX_DEPTH) return "chain_too_long";
  if (state.startsInHour >= MAX_STARTS_PER_HOUR) return "too_many_starts";
  if (state.startsLeft <= 0) return "quota_reached";
  const roomAt = state.roomAt(trigger);
  if (roomAt === null) return "too_many_waiting";
  return roomAt > now ? "put_off" : "started";
}

/** True if nothing can be sent to the author of a comment any more. */
function isSpent(cause: Cause, { lead }: LeadState, now: number) {
  if (cause.type !== "comment.received" || !cause.comment.isAnswered) return false;
  const { channelId } = cause.comment;
  const conversation = lead.conversations.find((one) => one.channelId === channelId);
  return !isWindowOpen(conversation?.lastInboundAt ?? null, now);
}

function passesFilter(candidate: Candidate, cause: Cause, state: LeadState, now: number) {
  const { trigger } = candidate;
  if (!trigger.data.filter) return true;
  const run = {
    platform: trigger.platform,
    channelId: utteranceOf(candidate)?.channelId ?? null,
    trigger: runTriggerOf(candidate, cause),
    workspace: state.workspace,
    lead: { ...state.lead, lastReply: state.lastReplies[trigger.platform] ?? null },
    ...bookedBy(cause, state.bookings),
  };
  return branchHolds(trigger.data.filter, run, now);
}

/** True if a person handles the conversation that the lead has written in. */
const isHandled = (cause: Cause, state: LeadState, now: number) =>
  isSpeech(cause) && (cause.isAssigned || (silentUntil(state) ?? 0) > now);

/** Until when the last message of a person leaves the conversation to people. */
export const silentUntil = ({ lastPersonAt, triggersWaitHours }: LeadState) =>
  lastPersonAt === null ? null : lastPersonAt + triggersWaitHours * HOUR_MS;

/** The outcome of the whole: of a start, else of what came nearest to one. */
function toDecision(evaluated: Evaluated[]): Decision {
  const outcomes = evaluated.map(({ outcome }) => outcome);
  const ended = outcomes.find((outcome) => triggerOutcomes[outcome].stops !== "itself");
  return {
    outcome: outcomes.find((one) => one === "started") ?? ended ?? outcomes[0] ?? null,
    starts: evaluated.flatMap(({ candidate, outcome }) =>
      outcome === "started" ? [candidate] : [],
    ),
    evaluated,
  };
}
