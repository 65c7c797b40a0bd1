import { messageTypes } from "#domain/messaging";
import type { AnsweredComment } from "#domain/private-replies";
import { consentIn, type Keywords } from "#features/access/settings/consent";
import { withChange, withTags } from "#features/automation/engine/lead-changes";
import { routeOfRun } from "#features/automation/engine/route";
import type { Lead, Run } from "#features/automation/engine/run";
import { changeBooking } from "#features/automation/engine/simulation/bookings";
import { conversationsAfterReply } from "#features/automation/engine/simulation/lead-events";
import type { Trigger } from "#features/automation/scenarios/schema";
import { bookedBy } from "#features/automation/triggers/booked";
import type { Cause, SpokenMessage } from "#features/automation/triggers/cause";
import { decide, type LeadState } from "#features/automation/triggers/decide";
import { type Candidate, compileSet, matchCause } from "#features/automation/triggers/match";
import { readTriggers } from "#features/automation/triggers/read";
import { windowAtStart } from "#features/automation/triggers/registry";
import { runTriggerOf } from "#features/automation/triggers/run-trigger";
import { invalid } from "#lib/problem";
import { iso } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { bookingChange, type SimulatedBooking } from "./booking-input";
import type { SimulatedStart } from "./schema";
import type { SimulatedCause } from "./start-input";

/** The start of a run, by a cause or a trigger. `previousAt`: when its lead wrote before. */
export type StartOf = {
  cause: SimulatedCause | null;
  triggerId: string | null;
  triggers: Trigger[];
  previousAt: number | null;
};

/** A run before its first step; `start` is null where its lead is enrolled. */
export type Begun = { run: Run; start: SimulatedStart | null };

/** True if the run goes on to its first step. */
export const isStarted = ({ start }: Pick<Begun, "start">) =>
  start === null || start.trigger_id !== null;

/** Starts a run by a trigger, as the service would for a lead without a history. */
export function startRun(run: Run, asked: StartOf, keywords: Keywords, now: number): Begun {
  if (asked.triggerId !== null) return startByTrigger(run, asked.triggerId, asked.triggers, now);
  if (asked.cause === null) return { run, start: null };
  const { after, cause } = applyCause(run, asked.cause, asked.previousAt, now);
  if (isConsent(asked.cause, keywords))
    return { run: afterConsent(after, asked.cause, keywords), start: NOTHING };
  const candidates = matchCause(compileSet(activeOf(asked.triggers, run)), cause);
  return decided(after, candidates, cause, now);
}

const NOTHING: SimulatedStart = { outcome: null, trigger_id: null, candidates: [] };

function startByTrigger(run: Run, id: string, triggers: Trigger[], now: number): Begun {
  const trigger = activeOf(triggers, run).find((one) => one.id === id);
  if (!trigger) throw invalid(fieldErrors(["trigger_id"], validationMessages.selected));
  // Of what a trigger reacts to, nothing is known that its filter could ask for: but of a time.
  const filter = trigger.lane === null ? trigger.data.filter : null;
  const candidate = { trigger: { ...trigger, data: { ...trigger.data, filter } }, rank: 0 };
  const begun = decided(run, [candidate], timeFor(run.lead.id, now), now);
  if (typeof windowAtStart(trigger, run.platform) !== "object") return begun;
  const { channelId } = withChannel(run);
  return { ...begun, run: { ...begun.run, channelId, comment: answerable(channelId, now) } };
}

/** A comment that has just been written: its private reply is to come. */
const answerable = (channelId: number | null, at: number): AnsweredComment | null =>
  channelId === null ? null : { id: 0, channelId, at, isAnswered: false };

const timeFor = (leadId: number, now: number): Cause => ({
  ...{ type: "date", eventId: 0, leadId, actor: null },
  ...{ at: now, date: iso(now), runsLate: false },
});

/** The start by candidates, as is decided for a lead without a history. */
function decided(run: Run, candidates: Candidate[], cause: Cause, now: number): Begun {
  const { outcome, starts, evaluated } = decide(candidates, cause, stateOf(run), now);
  const [first] = starts;
  const start = {
    outcome,
    trigger_id: first?.trigger.id ?? null,
    candidates: evaluated.map((one) => ({
      trigger_id: one.candidate.trigger.id,
      outcome: one.outcome,
    })),
  };
  if (!first) return { run, start };
  const comment = cause.type === "comment.received" ? answerable(run.channelId, now) : null;
  const trigger = runTriggerOf(first, cause);
  const booked = bookedBy(cause, run.bookings ?? []);
  return { run: { ...run, ...booked, comment, trigger }, start };
}

/** The triggers that would be on while their scenario is active. */
const activeOf = (triggers: Trigger[], { platform }: Run) =>
  readTriggers(triggers, platform).flatMap((read, place) => {
    if (!read.isValid) return [];
    const { id, type, lane, data } = read;
    return { scenarioId: 0, id, type, lane, platform, data, place, since: 0 };
  });

const stateOf = ({ lead, platform, workspace, bookings = [] }: Run): LeadState => ({
  ...{ lead, bookings },
  lastReplies: { [platform]: lead.lastReply },
  workspace,
  runs: [],
  startsInHour: 0,
  entries: [],
  lastPersonAt: null,
  triggersWaitHours: 0,
  depth: 0,
  startsLeft: Number.POSITIVE_INFINITY,
  roomAt: () => 0,
  isBeingMerged: false,
});

/** The message that a simulated cause is. */
export const messageOf = ({ text, tapped, message_type: type }: SimulatedCause) => ({
  type: type ?? (tapped == null ? ("text" as const) : ("interactive" as const)),
  text: text ?? null,
  ...(tapped != null && { tapped }),
});

/** The consent that a simulated message expresses. */
export const consentOf = (cause: SimulatedCause, keywords: Keywords) =>
  cause.type === "message" ? consentIn(messageOf(cause), keywords) : undefined;

const isConsent = (cause: SimulatedCause, keywords: Keywords) =>
  consentOf(cause, keywords) !== undefined;

/** STOP and START words start nothing: the lead has subscribed or unsubscribed. */
function afterConsent(run: Run, cause: SimulatedCause, keywords: Keywords): Run {
  const consent = consentOf(cause, keywords);
  const isOut = consent?.kind === "opted_out";
  const change = consent?.scope === "all" ? { isOptout: isOut } : { isMarketingOptout: isOut };
  return { ...run, lead: { ...run.lead, ...change } };
}

/** The members of a run that a cause concerns. */
type Concerned = Pick<Run, "lead" | "platform" | "channelId" | "workspace" | "bookings">;
type Applied<Of> = { after: Of; cause: Cause };

/** The run once the cause has changed its lead, and the cause as triggers read it. */
export function applyCause<Of extends Concerned>(
  run: Of,
  asked: SimulatedCause,
  previousAt: number | null,
  now: number,
): Applied<Of> {
  const { lead } = run;
  const base = { eventId: 1, at: now, leadId: lead.id, actor: null };
  const changed = (change: Lead) => ({ ...run, lead: change });
  switch (asked.type) {
    case "message":
      return applyMessage(run, asked, previousAt, now);
    case "comment":
      return { after: withChannel(run), cause: commentOf(withChannel(run), asked, now) };
    case "tag_added": {
      const tagId = asked.tag_id ?? 0;
      const after = changed(withTags(run, [tagId]));
      return { after, cause: { ...base, type: "lead.tag_added", tagId } };
    }
    case "stage_changed": {
      const { to = null } = asked;
      const from = asked.from ?? (lead.fields.pipeline_stage as typeof to) ?? null;
      const after = changed(withChange(lead, { fields: { pipeline_stage: to }, variables: {} }));
      return { after, cause: { ...base, type: "lead.stage_changed", from, to } };
    }
    case "lead_created": {
      const source = asked.source ?? lead.fields.source;
      const cause = { ...base, type: "lead.created", source: source ? String(source) : null };
      return { after: run, cause: cause as Cause };
    }
    case "click": {
      const shortLinkId = asked.short_link_id ?? 0;
      return { after: run, cause: { ...base, type: "link.clicked", shortLinkId, clickId: 0 } };
    }
    case "booking":
      return applyBooking(run, asked.booking, base, now);
    case "event": {
      const { name, data } = asked;
      const report = { name: name ?? "", data: data ?? {} };
      return { after: run, cause: { ...base, type: "lead.event_reported", ...report } };
    }
  }
}

/** The lead books, or the booking that the run would be about changes. */
function applyBooking<Of extends Concerned>(
  run: Of,
  asked: SimulatedBooking | null | undefined,
  base: Pick<Cause, "eventId" | "at" | "leadId" | "actor">,
  now: number,
): Applied<Of> {
  const change = bookingChange(asked ?? { state: "booked" });
  const { kind: _, ...cause } = changeBooking(run, change, now).event;
  return { after: run, cause: { ...base, type: "booking", ...cause } };
}

/** The run by the channel through which it then speaks. */
const withChannel = <Of extends Concerned>(run: Of): Of => ({
  ...run,
  channelId: routeOfRun(run).channel?.id ?? null,
});

/** The lead comments on a post. That opens no window. */
function commentOf(run: Concerned, asked: SimulatedCause, now: number): Cause {
  const { lead, platform, channelId } = run;
  const { text = null, media_id, parent_id = null, ad_id = null, is_live } = asked;
  return {
    ...{ eventId: 1, at: now, leadId: lead.id, actor: "p", type: "comment.received" },
    ...{ platform, isAssigned: false },
    comment: {
      ...{ eventId: 1, id: 0, channelId: channelId ?? 0, text, sentAt: now },
      ...{ mediaId: media_id ?? "", parentId: parent_id, adId: ad_id, isLive: is_live === true },
    },
  };
}

/** The lead writes, which mostly opens the window of the channel that the run then speaks by. */
function applyMessage<Of extends Concerned>(
  run: Of,
  asked: SimulatedCause,
  previousAt: number | null,
  now: number,
): Applied<Of> {
  const { lead, platform } = run;
  const channelId = routeOfRun(run).channel?.id ?? null;
  const { tapped, ...written } = messageOf(asked);
  const hasReferral = asked.ad_id != null || asked.ref != null;
  const message: SpokenMessage = {
    ...{ eventId: 1, id: 0, channelId: channelId ?? 0, ...written, payload: tapped ?? null },
    referral: hasReferral ? { adId: asked.ad_id ?? null, ref: asked.ref ?? null } : null,
    story: asked.story_id == null ? null : { id: asked.story_id },
    sentAt: now,
  };
  const { opensWindow, isReply } = messageTypes[written.type];
  const change = {
    ...(isReply && { lastReply: written.text }),
    ...(opensWindow && { conversations: conversationsAfterReply(run, now) }),
  };
  return {
    after: { ...run, channelId, lead: { ...lead, ...change } },
    cause: {
      ...{ eventId: 1, at: now, leadId: lead.id, actor: "p", type: "message.received" },
      ...{ platform, messages: [message], previousAt, isAssigned: false },
    },
  };
}
