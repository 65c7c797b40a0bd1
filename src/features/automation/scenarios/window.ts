import { WINDOW_MS } from "../../../domain/window";
import type { Clause } from "./clauses";
import type { Graph, GraphNode } from "./compile";
import { handlesOf, type NodeData } from "./nodes";
import { groupsOf, reachableFrom } from "./paths";

// How long ago the lead may have written last, in seconds, where a run comes to a node; Infinity where the 24 hours may be over.

const WINDOW_SECONDS = WINDOW_MS / 1000;
/** The window is open, and it is not known for how long. */
const JUST_OPEN = WINDOW_SECONDS - 1;

/** What a handle does to it: the lead has written so long ago at most, and then so much time passes. */
type Passage = { atMost: number; takes: number };

const AT_ONCE: Passage = { atMost: Number.POSITIVE_INFINITY, takes: 0 };
const ON_REPLY: Passage = { atMost: 0, takes: 0 };
const after = (seconds: number | null | undefined): Passage => ({
  ...AT_ONCE,
  takes: seconds ?? Number.POSITIVE_INFINITY,
});

type Arrow = Passage & { target: string };

/**
 * The nodes where free text may fall outside the window on some path from the entries, which nobody needs to have written before. The
 * longest time on any path counts: around a loop on which time passes and the lead need not write, that is without an end.
 */
export function closedWindowNodes({ nodes }: Graph, entries: string[]): Set<string> {
  const arrows = new Map([...nodes].map(([id, node]) => [id, arrowsOf(node)]));
  const groups = groupsOf([...nodes.keys()], targetsOf(arrows, carries));
  const groupOf = new Map(groups.flatMap((group, index) => group.map((id) => [id, index])));
  const ages = new Map<string, number>();
  const pending = new Set(groups.flat());
  const raise = (id: string, age: number) => {
    if (age <= (ages.get(id) ?? -1)) return;
    ages.set(id, age);
    pending.add(id);
  };
  for (const id of reachableFrom(entries, targetsOf(arrows))) {
    for (const arrow of arrows.get(id)!) if (!carries(arrow)) raise(arrow.target, 0);
  }
  for (const id of entries) raise(id, Number.POSITIVE_INFINITY);
  for (const id of pending) {
    pending.delete(id);
    const age = ages.get(id);
    for (const arrow of age === undefined ? [] : arrows.get(id)!.filter(carries)) {
      const then = Math.min(age!, arrow.atMost) + arrow.takes;
      const isEndless = arrow.takes > 0 && groupOf.get(id) === groupOf.get(arrow.target);
      raise(arrow.target, isEndless || then >= WINDOW_SECONDS ? Number.POSITIVE_INFINITY : then);
    }
  }
  return new Set(
    [...ages]
      .filter(([id, age]) => age === Number.POSITIVE_INFINITY && needsWindow(nodes.get(id)!))
      .map(([id]) => id),
  );
}

const targetsOf = (arrows: Map<string, Arrow[]>, counts: (arrow: Arrow) => boolean = () => true) =>
  new Map(
    [...arrows].map(([id, leaving]) => [id, leaving.filter(counts).map(({ target }) => target)]),
  );

const needsWindow = (node: GraphNode) =>
  node.isSound && node.type === "message" && node.data.on_window_closed === "fail";

/** Whether it matters behind the handle what was before. */
const carries = ({ atMost }: Passage) => atMost > 0;

/** Along the edges that runs can take. */
const arrowsOf = (node: GraphNode): Arrow[] =>
  [...passagesOf(node)].flatMap(([handle, passage]) => {
    const target = node.next.get(handle);
    return target === undefined ? [] : [{ ...passage, target }];
  });

function passagesOf(node: GraphNode): Map<string, Passage> {
  if (!node.isSound)
    return new Map([...node.next.keys()].map((handle) => [handle, guess(node.type, handle)]));
  if (node.type === "condition") return branchPassages(node.data.branches);
  const passages = new Map(handlesOf(node).map((handle) => [handle, AT_ONCE]));
  if (node.type === "delay") passages.set("next", after(node.data.seconds));
  if (node.type === "ai_analyze")
    for (const handle of passages.keys()) passages.set(handle, after(node.data.timeout_seconds));
  if (node.type === "wait_for_reply")
    for (const handle of passages.keys()) passages.set(handle, ON_REPLY);
  if (node.type === "wait_for_event") passages.set("event", after(node.data.timeout_seconds));
  if (node.type === "wait_for_reply" || node.type === "wait_for_event")
    passages.set("timeout", after(node.data.timeout_seconds));
  return passages;
}

/** Of a node that can't be read: what it would do at best. */
const guess = (type: string, handle: string) =>
  type === "wait_for_reply" && handle !== "timeout" ? ON_REPLY : AT_ONCE;

/** A branch that asks for the open window has it, and so have those behind one that every closed window takes. */
function branchPassages(branches: NodeData["condition"]["branches"]) {
  const passages = new Map<string, Passage>();
  let isOpen = false;
  for (const { handle, all, any } of branches) {
    const opens =
      all?.some((clause) => asksWindow(clause, true)) ??
      any?.every((clause) => asksWindow(clause, true));
    passages.set(handle, isOpen || opens ? { ...AT_ONCE, atMost: JUST_OPEN } : AT_ONCE);
    isOpen ||=
      (all?.every((clause) => asksWindow(clause, false)) ??
        any?.some((clause) => asksWindow(clause, false))) === true;
  }
  return passages.set("else", isOpen ? { ...AT_ONCE, atMost: JUST_OPEN } : AT_ONCE);
}

/** Whether a clause holds exactly where the window is open, or exactly where it is closed. */
function asksWindow({ field, op, value }: Clause, isOpen: boolean) {
  if (field !== "window_open" || (op !== "equals" && op !== "not_equals")) return false;
  return String(value) === String(op === "equals" ? isOpen : !isOpen);
}
