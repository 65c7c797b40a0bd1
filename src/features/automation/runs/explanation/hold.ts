import type { Hold } from "#domain/opening-hours";
import { businessOpensAt, type Hours, holdOfMessage } from "#features/automation/engine/hours";
import { definitionOf } from "#features/automation/engine/nodes/registry";
import type { GraphNode } from "#features/automation/scenarios/compile";
import type { MessageRecipient } from "#features/messaging/outbound/recipient";
import type { Route } from "#features/messaging/outbound/route";
import { type MessageNode, templateOf } from "./next-message";

type Place = {
  /** The node where the run stands. */
  here: GraphNode | undefined;
  nextAt: number | null;
  lead: MessageRecipient;
  target: Route;
  hours: Hours;
};

/** The hours that a run waits for, at a delay or at its next message; null if it waits for none. */
export function holdOfRun(place: Place, next: MessageNode | null, now: number): Hold | null {
  const { here, nextAt, lead, target, hours } = place;
  if (nextAt !== null && endsWithOpening(place, nextAt))
    return { business: nextAt, quiet: now, until: nextAt };
  const isAt = here?.id === next?.id || (nextAt !== null && nextAt <= now);
  if (!next || !isAt) return null;
  const isTemplate = templateOf(next, target, now) !== undefined;
  const { isWithin } = definitionOf(next).sends(next.data);
  return holdOfMessage(lead, target, { isTemplate, isWithin }, hours, now);
}

/** True if a delay ends as business hours open: they are closed right before. */
const endsWithOpening = ({ here, target, hours }: Place, nextAt: number) =>
  here?.isValid === true &&
  here.type === "delay" &&
  here.data.within != null &&
  businessOpensAt(hours, target, nextAt - 1) === nextAt;
