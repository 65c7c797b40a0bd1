import { blockReasonTexts } from "#domain/block-reasons";
import { needsWindow } from "#domain/messaging";
import { hasTemplates } from "#domain/platforms";
import { windowEnd } from "#domain/window";
import type { Sending } from "#features/automation/engine/nodes/definition";
import { definitionOf } from "#features/automation/engine/nodes/registry";
import { windowReasonOf } from "#features/messaging/outbound/route";
import { iso } from "#lib/time";
import type { GateContext, Verdict } from "./context";

/** A message on its way has no alternative. */
const sendingOf = (pending: NonNullable<GateContext["pending"]>): Sending => ({
  type: pending.type,
  isTemplate: pending.type === "template",
  whenClosed: "fail",
  isWithin: false,
});

const TEXTS = {
  ...blockReasonTexts,
  window_closed:
    "The window is closed: the lead has not written for 24 hours, and the next message is not a " +
    "template.",
};
const NOT_NEEDED = "The window is closed, but the next message is a ";

/** The verdict on the window, and on the private reply to a comment while it is closed. */
export function windowVerdict({ target, next, pending, comment, now }: GateContext): Verdict {
  const end = windowEnd(target.conversation?.lastInboundAt ?? null);
  if (end !== null && end > now) return [true, `The window is open until ${iso(end)}.`];
  const message = pending ? sendingOf(pending) : next && definitionOf(next).sends(next.data);
  if (!message) return [true, "The window is closed, and no message comes next."];
  const { type, isTemplate, whenClosed } = message;
  if (isTemplate) return [true, `${NOT_NEEDED}template, which does not need it.`];
  if (!needsWindow(type))
    return [true, `${NOT_NEEDED}reply under a comment, which does not need it.`];
  const reason = windowReasonOf({ type, comment }, target, now);
  if (reason === null)
    return [
      true,
      "The window is closed, but the next message answers a comment in private, which it may " +
        "within 7 days, or while a broadcast is live.",
    ];
  if (whenClosed === "skip") return [true, "The window is closed: the message will be skipped."];
  return typeof whenClosed === "object" && hasTemplates(target.platform)
    ? [true, "The window is closed: a template will be sent instead."]
    : [false, TEXTS[reason]];
}
