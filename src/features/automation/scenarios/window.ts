import type { StartedBy } from "../engine/nodes/definition";
import { AT_ONCE, ON_REPLY, type Passage, WINDOW_SECONDS } from "../engine/nodes/passage";
import { definitionOf, findDefinition } from "../engine/nodes/registry";
import type { Graph, GraphNode } from "./compile";
import { handlesOf } from "./nodes";
import { groupsOf, reachableFrom } from "./paths";

// Finds the nodes where the window may be closed. The age of a node is how many seconds ago the
// lead may have written last when a run comes there: Infinity where the 24 hours may be over.

type Arrow = Passage & { target: string };

/** A kind of start: how many seconds ago the lead may have written, and the trigger, if any. */
export type Start = { age: number; trigger?: StartedBy };

/** The nodes whose free text may fall outside the window after one of the starts. */
export function closedWindowNodes(graph: Graph, entries: string[], starts: Start[]) {
  const oldest = starts.reduce((one, other) => (other.age > one.age ? other : one));
  const tried = isByTrigger(graph) ? starts : [oldest];
  return new Set(tried.flatMap((start) => [...closedAfter(graph, entries, start)]));
}

/** True if a node of the graph tells by which trigger runs leave. */
const isByTrigger = ({ nodes }: Graph) =>
  [...nodes.values()].some((node) => node.isValid && definitionOf(node).leavesBy?.(node.data));

/**
 * The nodes whose free text may fall outside the window on some path from the entries. The longest
 * time on any path counts, which is endless around a loop on which time passes and the lead need
 * not write.
 */
function closedAfter(
  { nodes }: Graph,
  entries: string[],
  { age: first, trigger }: Start,
): Set<string> {
  const arrows = new Map([...nodes].map(([id, node]) => [id, arrowsOf(node, trigger)]));
  const groups = groupsOf([...nodes.keys()], targetsOf(arrows, keepsAge));
  const groupOf = new Map(groups.flatMap((group, index) => group.map((id) => [id, index])));
  const ages = new Map<string, number>();
  const pending = new Set(groups.flat());
  const raise = (id: string, age: number) => {
    if (age <= (ages.get(id) ?? -1)) return;
    ages.set(id, age);
    pending.add(id);
  };
  for (const id of reachableFrom(entries, targetsOf(arrows))) {
    for (const arrow of arrows.get(id) ?? []) if (!keepsAge(arrow)) raise(arrow.target, 0);
  }
  for (const id of entries) raise(id, first);
  for (const id of pending) {
    pending.delete(id);
    const age = ages.get(id);
    if (age === undefined) continue;
    for (const arrow of (arrows.get(id) ?? []).filter(keepsAge)) {
      const then = Math.min(age, arrow.atMost) + arrow.takes;
      const isEndless = arrow.takes > 0 && groupOf.get(id) === groupOf.get(arrow.target);
      raise(arrow.target, isEndless || then >= WINDOW_SECONDS ? Number.POSITIVE_INFINITY : then);
    }
  }
  return new Set(
    [...ages].filter(([id, age]) => missesWindow(nodes.get(id), age)).map(([id]) => id),
  );
}

const targetsOf = (arrows: Map<string, Arrow[]>, counts: (arrow: Arrow) => boolean = () => true) =>
  new Map(
    [...arrows].map(([id, leaving]) => [id, leaving.filter(counts).map(({ target }) => target)]),
  );

/** True if a run that is started by hand may send free text before its lead has written. */
export function sendsUnasked({ nodes }: Graph, entries: string[]) {
  const arrows = new Map([...nodes].map(([id, node]) => [id, arrowsOf(node, undefined)]));
  const isUnasked = ({ atMost }: Passage) => atMost === Number.POSITIVE_INFINITY;
  return [...reachableFrom(entries, targetsOf(arrows, isUnasked))].some((id) =>
    missesWindow(nodes.get(id), Number.POSITIVE_INFINITY),
  );
}

/** A message that waits for business hours may be too late for any window. */
const missesWindow = (node: GraphNode | undefined, age: number) => {
  const message = node?.isValid ? definitionOf(node).sends?.(node.data) : undefined;
  return message?.whenClosed === "fail" && (message.isWithin || age === Number.POSITIVE_INFINITY);
};

/** True if the age behind the handle depends on the age before it. */
const keepsAge = ({ atMost }: Passage) => atMost > 0;

/** The edges that runs can take from a node, after a start by a trigger. */
const arrowsOf = (node: GraphNode, trigger: StartedBy | undefined): Arrow[] => {
  const leaving = node.isValid && trigger && definitionOf(node).leavesBy?.(node.data)?.(trigger);
  const handles = node.isValid ? new Set(leaving || handlesOf(node)) : node.next.keys();
  return [...handles].flatMap((handle) => {
    const target = node.next.get(handle);
    return target === undefined ? [] : [{ ...passageOf(node, handle), target }];
  });
};

/** The passage of a handle: at best where the settings are invalid. */
function passageOf(node: GraphNode, handle: string): Passage {
  if (node.isValid) return definitionOf(node).passage?.(node.data, handle) ?? AT_ONCE;
  return findDefinition(node.type)?.isAnswer?.(handle) ? ON_REPLY : AT_ONCE;
}
