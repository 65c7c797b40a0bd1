import { fieldMessage } from "../../../lib/validation-messages";
import type { Graph, GraphNode } from "../scenarios/compile";
import { MAX_STEPS } from "../scenarios/paths";
import { arrive, awaitedBy, react } from "./behaviour";
import { type Course, type Detail, end, forgetEarly, type Move } from "./course";
import type { Effect, Ended, Run, RunEvent, Turn, Waiting } from "./run";
import { isOwnWait } from "./waits";

/** A wait for a tag or a stage that is shorter is none. */
const REAL_WAIT_MS = 1_000;

/**
 * One turn of a run: begins it, or takes an event where it waits; then goes on from node to node until it waits or ends. What is nothing
 * to the run gives back the same run. Decides alone by what it is given, and changes nothing of it.
 */
export function step(graph: Graph, run: Run, event: RunEvent, now: number): Turn {
  const course: Course = { run: { ...run, memory: { ...run.memory } }, now, effects: [] };
  const isTaken = !run.ended && take(graph, course, event);
  return isTaken ? { run: course.run, effects: course.effects } : { run, effects: [] };
}

/** Whether the event is anything to the run. */
function take(graph: Graph, course: Course, event: RunEvent): boolean {
  const { run, now } = course;
  const { waiting, nodeId } = run;
  if (run.lead.isOptout) return stopUnsubscribed(graph, course);
  if (!waiting) return event.kind === "time" && begin(graph, course);
  if (waiting.for === "sending" && event.kind === "reply") return keepEarly(run, event);
  if (waiting.for === "sending" && event.kind === "message_read") return keepRead(run, event);
  if (!concerns(waiting, event, now)) return false;
  const node = graph.nodes.get(nodeId ?? "");
  const move = node ? moveAt(node, course, event) : invalidGraph;
  if (move && move.kind !== "stay") reckonWait(run, now);
  return move !== undefined && walk(graph, course, settle(course, node, move, 0));
}

/** What is waited for, or its time that has come. */
const concerns = ({ for: awaited, until }: Waiting, event: RunEvent, now: number) =>
  event.kind === "time" ? until !== null && until <= now : event.kind === awaited;

const invalidGraph = end("failed", "invalid_graph");

function moveAt(node: GraphNode, course: Course, event: RunEvent): Move | undefined {
  if (!node.isSound) return unsound(node);
  return awaitedBy(node) === course.run.waiting!.for ? react(node, course, event) : invalidGraph;
}

const unsound = ({ reason, faults }: GraphNode & { isSound: false }) =>
  end("failed", reason, {
    faults: faults.map(({ path, message }) => ({
      path,
      message: fieldMessage(path || "data", message),
    })),
  });

function stopUnsubscribed(graph: Graph, course: Course) {
  const { run } = course;
  if (run.waiting) settle(course, graph.nodes.get(run.nodeId ?? ""), end("exited", "opted_out"), 0);
  else stop(run, { state: "exited", reason: "opted_out" });
  return true;
}

function begin(graph: Graph, course: Course) {
  const start = course.run.nodeId ?? graph.entry;
  return walk(
    graph,
    course,
    start ?? stop(course.run, { state: "failed", reason: "invalid_graph" }),
  );
}

/** A reply that comes before it is known that the message was sent is kept, the first of several, for the wait that may follow. */
function keepEarly(run: Run, { messageId, text, tapped }: RunEvent & { kind: "reply" }) {
  if (run.memory.early !== undefined) return false;
  run.early = { messageId, text, tapped };
  run.memory.early = messageId;
  return true;
}

/** So is it, of each message, that it was read. */
function keepRead({ memory }: Run, { nodeId }: RunEvent & { kind: "message_read" }) {
  const { read = [] } = memory;
  if (nodeId === null || read.includes(nodeId)) return false;
  memory.read = [...read, nodeId];
  return true;
}

/** Goes from node to node until there is none to go to. */
function walk(graph: Graph, course: Course, from: string | null) {
  for (let id = from; id !== null; ) id = visit(graph, course, id);
  return true;
}

/** The id of the node to visit then, if any. */
function visit(graph: Graph, course: Course, id: string): string | null {
  const { run, effects } = course;
  const node = graph.nodes.get(id);
  if (!node) return stop(run, { state: "failed", reason: "invalid_graph" });
  const steps = run.memory.steps ?? 0;
  if (steps >= MAX_STEPS) return stop(run, { state: "failed", reason: "loop_detected" });
  run.memory.steps = steps + 1;
  run.nodeId = id;
  run.visits += 1;
  run.waiting = null;
  const before = effects.length;
  return settle(course, node, node.isSound ? arrive(node, course) : unsound(node), before);
}

/** Does what the node has decided. What the visit led to stands from `before` on among the effects; the visit itself comes first. */
function settle(
  course: Course,
  node: GraphNode | undefined,
  move: Move,
  before: number,
): string | null {
  const { run } = course;
  const tell = (outcome: string | null, detail: Detail) =>
    course.effects.splice(before, 0, visitEffect(course, node, outcome, detail));
  switch (move.kind) {
    case "stay":
      return null;
    case "wait":
      tell(null, null);
      return rest(run, move.waiting, course.now);
    case "end":
      tell(move.ended.reason, move.detail);
      return stop(run, move.ended);
    case "leave":
      tell(move.handle, move.detail);
      run.waiting = null;
      delete run.memory.attempts;
      return (
        node?.next.get(move.handle) ?? stop(run, { state: "completed", reason: "reached_end" })
      );
  }
}

function visitEffect(
  { run, now }: Course,
  node: GraphNode | undefined,
  outcome: string | null,
  detail: Detail,
): Effect {
  const leftAt = outcome === null ? null : now;
  const visit = {
    visit: run.visits,
    nodeId: run.nodeId ?? "",
    type: node?.type ?? "unknown",
    enteredAt: now,
    leftAt,
    outcome,
    detail,
  };
  return { kind: "visit", visit };
}

/**
 * What ends a loop is a wait for somebody or for a time. While its message is being sent, its webhook asked or its lead analysed the run only
 * pauses; how long it will wait for a tag or a stage is known when it leaves. What is sent meanwhile loses no reply.
 */
function rest(run: Run, waiting: Waiting, now: number) {
  run.waiting = waiting;
  if (waiting.for === "sending") return null;
  forgetEarly(run);
  if (waiting.for === "tag_added" || waiting.for === "stage_changed") run.memory.since = now;
  else if (!isOwnWait(waiting.for)) delete run.memory.steps;
  return null;
}

/** A tag or a stage that came at once came of another run: two that wait for each other go in a loop. */
function reckonWait({ memory }: Run, now: number) {
  if (memory.since !== undefined && now - memory.since >= REAL_WAIT_MS) delete memory.steps;
  delete memory.since;
}

function stop(run: Run, ended: Ended) {
  run.waiting = null;
  run.ended = ended;
  delete run.memory.attempts;
  forgetEarly(run);
  return null;
}
