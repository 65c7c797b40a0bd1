import { AWAITING_TYPE } from "#domain/automation";
import { takeBooking } from "#features/automation/engine/booking";
import type { ObservedEvent, RunEvent } from "#features/automation/engine/run";
import {
  leave,
  type StepContext,
  type Transition,
  wait,
} from "#features/automation/engine/transition";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { type CheckContext, defineNode, type NodeWith } from "../definition";
import { after } from "../passage";
import { listReferences } from "../references";
import { timeoutAt, timeoutFaults, whenWaitUnconnected } from "../timeouts";
import { detailOf, passesFilter } from "./awaited";
import { documentation, WaitForEventSettings } from "./settings";

type WaitForEvent = NodeWith<WaitForEventSettings>;

/** Waits, unless a message that counts was read while the last one was still being sent. */
function arrive(node: WaitForEvent, context: StepContext): Transition {
  const { run, now } = context;
  const { event } = node.data;
  const alreadyRead = event === "message_read" ? (run.memory.read ?? []) : [];
  const transition = alreadyRead
    .map((nodeId) => receiveEvent(node, context, { kind: "message_read", nodeId }))
    .find(Boolean);
  if (transition) delete run.memory.read;
  return transition ?? wait(event, timeoutAt(node.data, now));
}

function react(node: WaitForEvent, context: StepContext, event: RunEvent) {
  if (event.kind === "time") return leave("timeout");
  return isOfKind(event, node.data.event) ? receiveEvent(node, context, event) : undefined;
}

const isOfKind = (event: RunEvent, kind: ObservedEvent["kind"]): event is ObservedEvent =>
  event.kind === kind;

function receiveEvent(
  { data }: WaitForEvent,
  { run }: StepContext,
  event: ObservedEvent,
): Transition | undefined {
  if (!passesFilter(data.filter ?? {}, event)) return undefined;
  if (event.kind === "booking") takeBooking(run, event.booking, event.bookingId);
  return leave("event", detailOf(event), event.kind === "custom" ? event.eventId : null);
}

function unknownNodes({ filter }: WaitForEventSettings, { hasNode }: CheckContext): NodeWarning[] {
  return (filter?.node_ids ?? []).flatMap((id, index) =>
    hasNode(id) ? [] : warnAt(`filter.node_ids.${index}`, "unknown_node", { ref: id }),
  );
}

export const waitForEvent = defineNode({
  type: AWAITING_TYPE,
  documentation,
  settings: WaitForEventSettings,
  handles: ["event", "timeout"],
  arrive,
  waitsFor: ({ event }) => [event],
  waits: () => true,
  react,
  passage: ({ timeout_seconds: seconds }) => after(seconds),
  findFaults: (data, context) => [...timeoutFaults(data), ...unknownNodes(data, context)],
  whenUnconnected: whenWaitUnconnected,
  ensuresBooking: ({ event }, handle) => event === "booking" && handle === "event",
  readsBooking: ({ event }) => event === "booking",
  references: ({ filter }) => [
    ...listReferences("source", "filter.source_ids", filter?.source_ids),
    ...listReferences("tag", "filter.tag_ids", filter?.tag_ids),
    ...listReferences("link", "filter.short_link_ids", filter?.short_link_ids),
  ],
});
