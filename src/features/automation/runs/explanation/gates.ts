import type { Actor } from "#domain/actors";
import type { Gate, PauseReason, RunWait } from "#domain/automation";
import { blockReasonTexts } from "#domain/block-reasons";
import { endedBecause } from "#domain/end-reasons";
import { needsWindow } from "#domain/messaging";
import { mayBeMarketing } from "#domain/templates";
import { blockReason } from "#features/messaging/outbound/route";
import { iso } from "#lib/time";
import type { GateContext, Verdict } from "./context";
import { windowVerdict } from "./window-verdict";

const WAITS: Record<RunWait, string> = {
  time: "The run waits for the time that its node sets.",
  reply: "The run waits for the lead's reply.",
  link_clicked: "The run waits until the lead clicks a link.",
  message_read: "The run waits until the lead reads a message.",
  tag_added: "The run waits until the lead gets a tag.",
  stage_changed: "The run waits until the lead's stage changes.",
  booking: "The run waits until the lead books, or a booking of the lead changes.",
  custom: "The run waits for an event that you report through the API.",
  sending: "The run waits until its message is sent.",
  webhook: "The run waits for the answer to its HTTP request.",
  analysis: "The run waits until the lead's conversations are analysed.",
};

const PAUSES: Record<PauseReason, string> = {
  person_replied: "A person has replied to the lead",
  requested: "The run was paused on request",
};

const nameOf = (actor: Actor | null) =>
  actor ? ` by ${actor.type}${actor.id === null ? "" : ` ${actor.id}`}` : "";

function whyPutOff({ reason, nextAttemptAt, isReply }: NonNullable<GateContext["pending"]>) {
  const from = `the message goes out from ${iso(nextAttemptAt)} on.`;
  if (reason === "messaging_limit")
    return isReply
      ? `The account has answered as many comments as it may in an hour: ${from}`
      : `The number has written to as many people as it may for now: ${from}`;
  if (reason === "marketing_cap")
    return `WhatsApp lets the person have no more marketing for now: ${from}`;
  return "The message could not be sent yet and will be tried again.";
}

const GATES: Record<Gate, (context: GateContext) => Verdict> = {
  scenario_active: ({ isScenarioActive }) =>
    isScenarioActive
      ? [true, "The scenario is active."]
      : [false, "The scenario is paused: nothing is sent until it is active again."],
  run_active: ({ run }) =>
    run.endReason === null
      ? [true, "The run has not ended."]
      : [false, endedBecause(run.endReason)],
  run_resumed: ({ run: { id, pause } }) =>
    pause
      ? [
          false,
          `${PAUSES[pause.reason]}${nameOf(pause.by)} at ${pause.at}: the run sends nothing ` +
            `until it is resumed by POST /v1/runs/${id}/resume.`,
        ]
      : [true, "The run itself is not paused."],
  // A run is deleted with its lead.
  lead_exists: () => [true, "The lead exists."],
  opted_in: ({ lead }) =>
    lead.isOptout
      ? [false, "The lead has unsubscribed, or another lead of the same WhatsApp number has."]
      : [true, "The lead has not unsubscribed."],
  marketing: ({ lead, category }) => {
    if (!lead.isMarketingOptout) return [true, "The lead has not unsubscribed from marketing."];
    if (category === undefined)
      return [true, "The lead gets no marketing, but no template comes next."];
    if (!mayBeMarketing(category))
      return [true, `The lead gets no marketing, but the next template is ${category}.`];
    return [
      false,
      category
        ? "The lead gets no marketing, and the next message is a marketing template."
        : "The lead gets no marketing, and the category of the next template is not known.",
    ];
  },
  channel: ({ lead, target, pending, comment, category, now }) => {
    const willing = { ...lead, isOptout: false, isMarketingOptout: false };
    const type = pending && !needsWindow(pending.type) ? pending.type : "template";
    const reason = blockReason(willing, target, { type, category, comment }, now);
    return reason
      ? [false, blockReasonTexts[reason]]
      : [true, "There is a channel to send through."];
  },
  window: windowVerdict,
  business_hours: ({ hold, now }) =>
    hold && hold.business > now
      ? [false, `Business hours open at ${iso(hold.business)}: it waits for them.`, hold.business]
      : [true, "The message does not wait for business hours."],
  quiet_hours: ({ hold, now }) =>
    hold && hold.quiet > now
      ? [false, `The lead's quiet hours end at ${iso(hold.quiet)}: it waits for that.`, hold.quiet]
      : [true, "The message does not wait for the end of quiet hours."],
  pair_rate: ({ isScenarioActive, run, pending, pacedUntil, now }) => {
    if (isScenarioActive && !run.pause && pending?.isKept)
      return [
        false,
        "The channel is paused, and keeps the message until the pause ends: see `pause` of the " +
          `channel. One of its messages is tried at ${iso(pending.nextAttemptAt)}.`,
      ];
    if (isScenarioActive && !run.pause && pending && pending.nextAttemptAt > now)
      return [false, whyPutOff(pending)];
    if (pending && !pending.isFirst)
      return [false, "An earlier message of the conversation must be sent first."];
    if (pacedUntil > now)
      return [
        false,
        "The lead has just received many messages: WhatsApp allows about one every six seconds.",
      ];
    return [true, "Another message can be sent to the lead now."];
  },
  timer: ({ run: { waitingFor, nextAt, endReason, pause }, pending, now }) => {
    if (endReason !== null) return [true, "The run has ended and waits for nothing."];
    if (pending) return [true, "The message is on its way, whatever the run waits for."];
    if (nextAt !== null && nextAt <= now)
      return [true, pause ? "The run is due." : "The run is due and goes on within moments."];
    return [
      false,
      waitingFor
        ? WAITS[waitingFor]
        : "The run has not begun: its enrolment is dated in the future.",
    ];
  },
};

/** Every gate, passed or not, in the order of domain/automation.ts. */
export const gatesOf = (context: GateContext) =>
  (Object.keys(GATES) as Gate[]).map((gate) => {
    const [passed, detail, until] = GATES[gate](context);
    return { gate, passed, detail, holds_until: until === undefined ? null : iso(until) };
  });

/** When the run or its message is due next; null if neither is due before an event happens. */
export function nextLookAt({ isScenarioActive, run, pending, pacedUntil, now }: GateContext) {
  if (!isScenarioActive || run.state === "paused") return null;
  const times = [run.nextAt, pending && Math.max(pending.nextAttemptAt, pacedUntil)].filter(
    (time) => time !== null,
  );
  return times.length > 0 ? Math.max(now, Math.min(...times)) : null;
}
