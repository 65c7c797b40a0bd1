import { discardEarlyEvents } from "../early-events";
import type { Reply } from "../run";
import { type StepContext, type Transition, wait } from "../transition";
import { timeoutAt, type WithTimeout } from "./timeouts";

// Shared by the nodes that wait for a reply.

/**
 * Waits for a reply, unless one came while the message was still being sent. `receive`: the
 * transition at a reply.
 */
export function awaitReply(
  { run, now }: StepContext,
  settings: WithTimeout,
  receive: (reply: Reply) => Transition,
): Transition {
  const { early } = run;
  const waiting = wait("reply", timeoutAt(settings, now));
  if (!early) return waiting;
  discardEarlyEvents(run);
  const transition = receive(early);
  return transition.kind === "stay" ? waiting : transition;
}

/** Keeps what the lead wrote, and counts the first reply to a message. */
export function keepReply({ run, effects }: StepContext, { text }: Reply) {
  run.lead = { ...run.lead, lastReply: text };
  const { asked } = run.memory;
  if (asked) effects.push({ kind: "replied", nodeId: asked.node, at: asked.at });
  delete run.memory.asked;
}

/** The handle by which a reply leaves: `reply`, unless an edge leaves by that which it fits. */
export const handleOfReply = (next: Map<string, string>, fitting: string | undefined) =>
  fitting !== undefined && next.has(fitting) ? fitting : "reply";
