import { fieldMessage } from "#lib/validation-messages";
import { workSpent } from "#lib/work";
import type { Graph, GraphNode } from "../scenarios/compile";
import { MAX_STEPS } from "../scenarios/paths";
import { applyTransition, endRun, resetLoopGuard } from "./apply-transition";
import { keepEarlyRead, keepEarlyReply } from "./early-events";
import { findGoals } from "./goals";
import { definitionOf } from "./nodes/registry";
import type { Run, RunEvent, StepResult, Waiting } from "./run";
import { end, type StepContext, type Transition } from "./transition";
import { keepWords } from "./words";

/**
 * The most work of a step (lib/work.ts), which the patterns of a graph don't reach unless they are
 * matched again and again: some tenths of a second.
 */
const MAX_WORK = 50_000_000;

/**
 * Begins a run or lets it handle an event, then goes from node to node until the run waits or ends.
 * Pure: the given run is not changed; it is itself the result if the event does not concern it.
 */
export function step(graph: Graph, run: Run, event: RunEvent, now: number): StepResult {
  const context: StepContext = {
    ...{ run: { ...run, memory: { ...run.memory } }, now, effects: [] },
    mostWork: workSpent() + MAX_WORK,
    isAskedFor: run.nodeId === null && run.memory.steps === undefined && run.trigger === null,
  };
  if (event.kind === "reply" || event.kind === "link_clicked") delete context.run.memory.depth;
  const isHandled = !run.ended && handleEvent(graph, context, event);
  if (!isHandled) return { run, effects: [] };
  findGoals(graph, context, event);
  keepWords(graph, context.run);
  return { run: context.run, effects: context.effects };
}

/** Returns whether the event concerns the run. */
function handleEvent(graph: Graph, context: StepContext, event: RunEvent): boolean {
  const { run, now } = context;
  const { waiting, nodeId } = run;
  if (run.lead.isOptout) return endUnsubscribed(graph, context);
  if (!waiting) return event.kind === "time" && begin(graph, context);
  if (waiting.for === "sending" && event.kind === "reply") return keepEarlyReply(run, event);
  if (waiting.for === "sending" && event.kind === "message_read") return keepEarlyRead(run, event);
  if (!isAwaited(waiting, event, now)) return false;
  const node = graph.nodes.get(nodeId ?? "");
  const transition = node ? transitionAt(node, context, waiting, event) : INVALID_GRAPH;
  if (!transition) return false;
  if (transition.kind !== "stay") resetLoopGuard(run, now);
  return walk(graph, context, applyTransition(context, node, transition, 0));
}

/** True if the run waits for the event, or its time has come. */
const isAwaited = ({ for: awaited, until }: Waiting, event: RunEvent, now: number) => {
  if (event.kind === "rebooked") return awaited === "time";
  return event.kind === "time" ? until !== null && until <= now : event.kind === awaited;
};

const INVALID_GRAPH = end("failed", "invalid_graph");

function transitionAt(
  node: GraphNode,
  context: StepContext,
  waiting: Waiting,
  event: RunEvent,
): Transition | undefined {
  if (!node.isValid) return failInvalid(node);
  const { waitsFor, react, sends, arrive } = definitionOf(node);
  // Its message was held, and its time has come.
  if (sends && waiting.for === "time")
    return event.kind === "time" ? arrive(node, context) : undefined;
  if (!waitsFor?.(node.data).includes(waiting.for)) return INVALID_GRAPH;
  return react?.(node, context, event);
}

const failInvalid = ({ reason, faults }: GraphNode & { isValid: false }) =>
  end("failed", reason, {
    faults: faults.map(({ path, message }) => ({
      path,
      message: fieldMessage(path || "data", message),
    })),
  });

function endUnsubscribed(graph: Graph, context: StepContext) {
  const { run } = context;
  const node = graph.nodes.get(run.nodeId ?? "");
  if (run.waiting) applyTransition(context, node, end("exited", "opted_out"), 0);
  else endRun(run, { state: "exited", reason: "opted_out" });
  return true;
}

function begin(graph: Graph, context: StepContext) {
  const first = context.run.nodeId ?? graph.entry;
  if (first === null) endRun(context.run, { state: "failed", reason: "invalid_graph" });
  return walk(graph, context, first);
}

function walk(graph: Graph, context: StepContext, from: string | null) {
  for (let id = from; id !== null; ) id = visit(graph, context, id);
  return true;
}

/** Visits a node, and returns the id of the next one, if any. */
function visit(graph: Graph, context: StepContext, id: string): string | null {
  const { run, effects } = context;
  const node = graph.nodes.get(id);
  if (!node) return endRun(run, { state: "failed", reason: "invalid_graph" });
  const steps = run.memory.steps ?? 0;
  if (steps >= MAX_STEPS || workSpent() > context.mostWork)
    return endRun(run, { state: "failed", reason: "loop_detected" });
  run.memory.steps = steps + 1;
  run.nodeId = id;
  run.visits += 1;
  run.waiting = null;
  const position = effects.length;
  const transition = node.isValid ? definitionOf(node).arrive(node, context) : failInvalid(node);
  return applyTransition(context, node, transition, position);
}
