import { ownWaits, type RunWait } from "../../../domain/automation";
import type { NodeData } from "../scenarios/nodes";
import { save } from "./changes";
import {
  type Course,
  type Detail,
  end,
  forgetEarly,
  leave,
  type Move,
  type NodeOf,
  wait,
} from "./course";
import { matchOf, valueIn } from "./replies";
import type { Awaited, Reply } from "./run";
import { momentOf } from "./timing";

/** Whether it is the service alone that keeps the run waiting. */
export const isOwnWait = (awaited: RunWait | undefined) => ownWaits.some((own) => own === awaited);

export function delay({ data }: NodeOf<"delay">, { run, now }: Course): Move {
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
export function waitForReply(node: NodeOf<"wait_for_reply">, course: Course): Move {
  const { run, now } = course;
  const { early } = run;
  const waits = wait("reply", timeoutAt(node.data.timeout_seconds, now));
  if (!early) return waits;
  forgetEarly(run);
  const move = takeReply(node, course, early);
  return move.kind === "stay" ? waits : move;
}

/** Leaves by the match that fits, where an edge leads on from there, else by `reply`. */
export function takeReply(
  { data, next }: NodeOf<"wait_for_reply">,
  course: Course,
  reply: Reply,
): Move {
  const { run } = course;
  run.lead = { ...run.lead, lastReply: reply.text };
  const value = valueIn(data, reply, run.workspace.defaultCountry);
  if (value === undefined) return refuseReply(data, course);
  if (data.save_to != null && value !== null) save(course, data.save_to, value);
  const handle = matchOf(data, reply);
  return leave(handle !== undefined && next.has(handle) ? handle : "reply");
}

/** Waits for another reply, as long as there are attempts and time left. */
function refuseReply(
  { max_attempts: most }: NodeData["wait_for_reply"],
  { run, now }: Course,
): Move {
  const attempts = (run.memory.attempts ?? 0) + 1;
  if (attempts >= most) return leave("invalid", { attempts });
  run.memory.attempts = attempts;
  const { waiting } = run;
  return waiting && waiting.until !== null && waiting.until <= now
    ? leave("timeout")
    : { kind: "stay" };
}

/** Waits, unless the message has been read already. */
export function waitForEvent(node: NodeOf<"wait_for_event">, { run, now }: Course): Move {
  const { event, timeout_seconds: timeout } = node.data;
  const reads = event === "message_read" ? (run.memory.read ?? []) : [];
  const move = reads
    .map((nodeId) => takeEvent(node, { kind: "message_read", nodeId }))
    .find(Boolean);
  if (move) delete run.memory.read;
  return move ?? wait(event, timeoutAt(timeout, now));
}

/** Leaves with the ids of what happened, if it is what is waited for. */
export function takeEvent({ data }: NodeOf<"wait_for_event">, event: Awaited): Move | undefined {
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
