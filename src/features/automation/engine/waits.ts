import { ownWaits, type RunWait } from "../../../domain/automation";
import type { NodeData } from "../scenarios/nodes";
import { discardEarlyEvents } from "./early-events";
import { save } from "./lead-changes";
import { matchOf, valueIn } from "./replies";
import type { Awaited, Reply } from "./run";
import { momentOf } from "./timing";
import {
  type Detail,
  end,
  leave,
  type NodeOf,
  type StepContext,
  type Transition,
  wait,
} from "./transition";

/** Whether it is the service alone that keeps the run waiting. */
export const isOwnWait = (awaited: RunWait | undefined) => ownWaits.some((own) => own === awaited);

export function delay({ data }: NodeOf<"delay">, { run, now }: StepContext): Transition {
  const moment = momentOf(data, run.lead.variables, now);
  if (moment === null)
    return end("failed", "invalid_date", {
      ...(data.until && "variable" in data.until && { variable: data.until.variable }),
    });
  return moment > now ? wait("time", moment) : leave("next");
}

const timeoutAt = (seconds: number | null | undefined, now: number) =>
  seconds == null ? null : now + seconds * 1000;

/** Waits, unless the reply is there already. */
export function waitForReply(node: NodeOf<"wait_for_reply">, context: StepContext): Transition {
  const { run, now } = context;
  const { early } = run;
  const waits = wait("reply", timeoutAt(node.data.timeout_seconds, now));
  if (!early) return waits;
  discardEarlyEvents(run);
  const transition = takeReply(node, context, early);
  return transition.kind === "stay" ? waits : transition;
}

/** Leaves by the match that fits, where an edge leads on from there, else by `reply`. */
export function takeReply(
  { data, next }: NodeOf<"wait_for_reply">,
  context: StepContext,
  reply: Reply,
): Transition {
  const { run } = context;
  run.lead = { ...run.lead, lastReply: reply.text };
  const value = valueIn(data, reply, run.workspace.defaultCountry);
  if (value === undefined) return refuseReply(data, context);
  if (data.save_to != null && value !== null) save(context, data.save_to, value);
  const handle = matchOf(data, reply);
  return leave(handle !== undefined && next.has(handle) ? handle : "reply");
}

/** Waits for another reply, as long as there are attempts and time left. */
function refuseReply(
  { max_attempts: most }: NodeData["wait_for_reply"],
  { run, now }: StepContext,
): Transition {
  const attempts = (run.memory.attempts ?? 0) + 1;
  if (attempts >= most) return leave("invalid", { attempts });
  run.memory.attempts = attempts;
  const { waiting } = run;
  return waiting && waiting.until !== null && waiting.until <= now
    ? leave("timeout")
    : { kind: "stay" };
}

/** Waits, unless the message has been read already. */
export function waitForEvent(
  node: NodeOf<"wait_for_event">,
  { run, now }: StepContext,
): Transition {
  const { event, timeout_seconds: timeout } = node.data;
  const reads = event === "message_read" ? (run.memory.read ?? []) : [];
  const transition = reads
    .map((nodeId) => takeEvent(node, { kind: "message_read", nodeId }))
    .find(Boolean);
  if (transition) delete run.memory.read;
  return transition ?? wait(event, timeoutAt(timeout, now));
}

/** Leaves with the ids of what happened, if it is what is waited for. */
export function takeEvent(
  { data }: NodeOf<"wait_for_event">,
  event: Awaited,
): Transition | undefined {
  return isAwaited(data.filter ?? {}, event) ? leave("event", idsOf(event)) : undefined;
}

type Filter = Partial<NonNullable<NodeData["wait_for_event"]["filter"]>>;

/** An empty list asks for nothing. */
const isAmong = <T>(list: readonly T[] | null | undefined, one: T | null) =>
  !list?.length || (one !== null && list.includes(one));

function isAwaited(filter: Filter, event: Awaited) {
  switch (event.kind) {
    case "link_clicked":
      return filter.short_link_ids?.length
        ? isAmong(filter.short_link_ids, event.shortLinkId)
        : event.isOwn;
    case "message_read":
      return isAmong(filter.node_ids, event.nodeId);
    case "tag_added":
      return isAmong(filter.tag_ids, event.tagId);
    case "stage_changed":
      return isAmong<string>(filter.stages, event.to);
    case "custom":
      return event.name === filter.name;
  }
}

function idsOf(event: Awaited): Detail {
  switch (event.kind) {
    case "link_clicked":
      return { short_link_id: event.shortLinkId };
    case "message_read":
      return { node_id: event.nodeId };
    case "tag_added":
      return { tag_id: event.tagId };
    case "stage_changed":
      return { from: event.from, to: event.to };
    case "custom":
      return { name: event.name, ...(event.data && { data: event.data }) };
  }
}
