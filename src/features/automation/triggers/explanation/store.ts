import type { EventType } from "#domain/events";
import { messageTypes, startingTypes } from "#domain/messaging";
import type { Scope } from "#env";
import { settingsOf } from "#features/access/settings/defaults";
import { applyCause, consentOf, messageOf } from "#features/automation/runs/simulation/start";
import type { SimulatedCause } from "#features/automation/runs/simulation/start-input";
import { found } from "#lib/problem";
import type { Cause } from "../cause";
import { toWire as toEvaluation } from "../evaluations/store";
import { eventsOf, triggerDefinitions } from "../registry";
import { sentenceOf } from "../sentences";
import {
  commentCause,
  type EventRow,
  readCommented,
  readFact,
  readSpoken,
  refusalOf,
  speechOf,
  takerOf,
} from "../worker/causes";
import { type LeadOfCause, toLeadOfCause } from "../worker/lead";
import { keyOf } from "../worker/memory";
import { newcomerOf, toNewLead } from "../worker/newcomer";
import type { WorkspaceRow } from "../worker/rows";
import { workspaceOf } from "../worker/work";
import { explainTriggers, type KnownTriggerRow, type Situation } from "./explain";
import { explainTimes } from "./explain-times";
import { type ExplainInput, SPOKEN, stored } from "./input";
import { type Imagined, readImagined, readStored, type Stored } from "./read";
import { MAX_TRIGGERS_SHOWN, type StartExplanation } from "./schema";
import { idleness, stateOf, unknown } from "./state";

const causes: readonly string[] = triggerDefinitions.flatMap(eventsOf);

/** Explains what triggers make of something. Throws an `invalid` problem if it is not there. */
export function explainStart(scope: Scope, input: ExplainInput): Promise<StartExplanation> {
  const { lead_id: leadId, happens, channel_id: channelId } = input;
  if (leadId == null || happens == null) return explainStored(scope, input);
  const { type: what } = happens;
  if (what === "time") return explainTimes(scope, leadId);
  const asked = { ...happens, type: what };
  return explainImagined(scope, { leadId, happens: asked, channelId: channelId ?? null });
}

async function explainStored(scope: Scope, input: ExplainInput): Promise<StartExplanation> {
  const now = Date.now();
  const read = await readStored(scope, input, now);
  const [event] = read.events;
  const [[message], [comment]] = [read.message, read.comment];
  const field = stored.find((name) => input[name] != null) ?? "event_id";
  if (!{ message_id: message, comment_id: comment, event_id: event }[field]) throw unknown(field);
  const [evaluation] = read.evaluation;
  const lane = read.cursors.find((one) => one.lane === event?.lane);
  const isAhead = (id: number) => event !== undefined && id <= event.id;
  return {
    event_id: event?.id ?? null,
    event_type: event?.type ?? null,
    message_id: input.message_id ?? idIn(event, "message_id"),
    comment_id: input.comment_id ?? idIn(event, "comment_id"),
    lead_id: event ? leadIdOf(event) : (message?.leadId ?? comment?.leadId ?? null),
    is_pending: lane?.nextEventId != null && isAhead(lane.nextEventId) && !isOver(lane, event),
    ...explained(read.triggers, readSituation(scope, read, now), now),
    evaluation: evaluation ? toEvaluation(evaluation) : null,
  };
}

const isOver = ({ position }: { position: number }, event: EventRow | undefined) =>
  event !== undefined && event.id <= position;

/** The lead of an event; null where there is none. */
const leadIdOf = ({ leadId }: EventRow) => (leadId > 0 ? leadId : null);

/** An id in the data of an event; null where there is none, or the event can't be read. */
function idIn(event: EventRow | undefined, name: "message_id" | "comment_id"): number | null {
  try {
    return event ? (JSON.parse(event.data)[name] ?? null) : null;
  } catch {
    return null;
  }
}

const putOffIn = ({ putOff }: Stored) => new Map(putOff.map((row) => [keyOf(row), row.at]));

/** The situation; one that can't be read is the error that the worker met, or will meet. */
function readSituation(scope: Scope, read: Stored, now: number): Refused {
  try {
    return { ...situationOf(scope, read, now), putOff: putOffIn(read) };
  } catch {
    return { cause: null, state: null, refusal: null, runId: null, isBroken: true };
  }
}

type Refused = Situation & { runId: number | null };

/** An event that has happened, as it would be decided now. */
function situationOf(scope: Scope, read: Stored, now: number): Refused {
  const [[event], [message], [comment]] = [read.events, read.message, read.comment];
  const workspace = found(read.workspace[0]);
  const nothing = { cause: null, state: null, runId: null };
  if (!event) {
    const isReply = message?.direction === "inbound" && isStarting(message.type);
    return { ...nothing, refusal: isReply || comment ? "event_gone" : "never_starts" };
  }
  if (!causes.includes(event.type)) return { ...nothing, refusal: "never_starts" };
  const lead = leadIn(event, read, workspace);
  const refusal = refusalOf(event) ?? (lead ? idleness(workspace) : "lead_gone");
  const depth = event.depth === null ? 0 : event.depth + 1;
  const lastPersonAt = (readSpoken(event) ?? readCommented(event))?.row.lastPersonAt ?? null;
  const around = { now, depth, lastPersonAt };
  return {
    cause: refusal === "never_starts" ? null : causeIn(event),
    refusal,
    runId: refusal === "taken_by_run" ? takerOf(event) : null,
    state: lead && stateOf(scope, lead, workspace, read.triggers, around),
  };
}

/** The lead of an event: of a comment also the one that its author would become. */
function leadIn(event: EventRow, { leads }: Stored, workspace: WorkspaceRow): LeadOfCause | null {
  const [lead] = leads;
  if (lead) return toLeadOfCause(lead, workspace);
  const commented = readCommented(event);
  const newcomer = commented ? newcomerOf(commented) : null;
  return newcomer && toNewLead(newcomer, workspace);
}

function causeIn(event: EventRow): Cause | null {
  const [spoken, commented] = [readSpoken(event), readCommented(event)];
  if (spoken) return speechOf([spoken], 0);
  return commented ? commentCause(commented) : (readFact(event) ?? null);
}

const isStarting = (type: string) => startingTypes.some((one) => one === type);

/** The parts of an explanation that follow from the situation. */
function explained(rows: KnownTriggerRow[], situation: Refused, now: number) {
  const { refusal, runId } = situation;
  return {
    refusal: refusal && { reason: refusal, message: sentenceOf(refusal), run_id: runId },
    ...explainTriggers(rows.slice(0, MAX_TRIGGERS_SHOWN), situation, now),
    has_more: rows.length > MAX_TRIGGERS_SHOWN,
  };
}

type Imagining = {
  leadId: number;
  happens: SimulatedCause;
  channelId: number | null;
};

const eventTypeOf = {
  message: "message.received",
  comment: "comment.received",
  tag_added: "lead.tag_added",
  stage_changed: "lead.stage_changed",
  lead_created: "lead.created",
  click: "link.clicked",
  booking: "booking.created",
  event: "lead.event_reported",
} as const satisfies Record<Imagining["happens"]["type"], EventType>;

async function explainImagined(scope: Scope, asked: Imagining): Promise<StartExplanation> {
  const now = Date.now();
  const type = eventTypeOf[asked.happens.type];
  const read = await readImagined(scope, { ...asked, type }, now);
  if (!read.known[0]) throw unknown("lead_id");
  if (isSpoken(asked.happens) && !read.channels[0]) throw unknown("channel_id");
  return {
    ...{ event_id: null, event_type: type, message_id: null, comment_id: null },
    lead_id: asked.leadId,
    is_pending: false,
    ...explained(read.triggers, imagined(scope, asked, read, now), now),
    evaluation: null,
  };
}

/** Something that happens to the lead now. */
function imagined(scope: Scope, { happens }: Imagining, read: Imagined, now: number): Refused {
  const workspace = found(read.workspace[0]);
  const [[row], [channel]] = [read.leads, read.channels];
  if (!row) return { cause: null, state: null, refusal: "lead_gone", runId: null };
  const own = toLeadOfCause(row, workspace);
  const platform = channel?.platform ?? "whatsapp";
  const { after, cause } = applyCause(
    {
      lead: { ...own.lead, lastReply: own.lastReplies[platform] ?? null },
      ...{ platform, channelId: channel?.id ?? null, workspace: workspaceOf(scope, workspace) },
      bookings: own.bookings,
    },
    happens,
    channel?.previousAt ?? null,
    now,
  );
  const { lastReply, ...lead } = after.lead;
  const changed = { ...own, lead, lastReplies: { ...own.lastReplies, [platform]: lastReply } };
  const { lastPersonAt = null } = isSpoken(happens) ? (channel ?? {}) : {};
  return {
    cause: asNewest(cause, channel?.isAssigned === 1),
    state: stateOf(scope, changed, workspace, read.triggers, {
      ...{ now, depth: 0, lastPersonAt },
    }),
    ...refusalOfImagined(happens, platform, read, workspace),
  };
}

const isSpoken = (happens: Imagining["happens"]) => SPOKEN.has(happens.type);

/** No trigger was switched on after it. */
function asNewest(cause: Cause, isAssigned: boolean): Cause {
  const eventId = Number.MAX_SAFE_INTEGER;
  if (cause.type === "comment.received")
    return { ...cause, eventId, comment: { ...cause.comment, eventId }, isAssigned };
  if (cause.type !== "message.received") return { ...cause, eventId };
  const [message] = cause.messages;
  return { ...cause, eventId, messages: [{ ...message, eventId }], isAssigned };
}

function refusalOfImagined(
  happens: Imagining["happens"],
  platform: string,
  { waiting, settings }: Imagined,
  workspace: WorkspaceRow,
): Pick<Refused, "refusal" | "runId"> {
  const keywords = settingsOf(JSON.parse(found(settings[0]).settings));
  const consent = consentOf(happens, keywords);
  const taker =
    happens.type === "message" && messageTypes[messageOf(happens).type].isReply
      ? waiting.find((run) => run.platform === platform)
      : undefined;
  if (consent && !(consent.weak !== undefined && taker))
    return { refusal: "consent_word", runId: null };
  if (taker) return { refusal: "taken_by_run", runId: taker.id };
  return { refusal: idleness(workspace), runId: null };
}
