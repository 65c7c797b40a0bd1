import { WINDOW_MS } from "#domain/window";
import type { NodeData } from "../engine/nodes/registry";
import type { Clause } from "./clauses";
import type { Graph, GraphNode } from "./compile";
import { handlesOf } from "./nodes";
import { groupsOf, reachableFrom } from "./paths";

// Finds the nodes where the window may be closed. The age of a node is how many seconds ago the
// lead may have written last when a run comes there: Infinity where the 24 hours may be over.

const WINDOW_SECONDS = WINDOW_MS / 1000;
/** The age where the window is open, but it is not known for how long. */
const JUST_OPEN = WINDOW_SECONDS - 1;

/** The effect of a handle on the age: it is limited to `atMost`, and then `takes` seconds pass. */
type Passage = { atMost: number; takes: number };

const AT_ONCE: Passage = { atMost: Number.POSITIVE_INFINITY, takes: 0 };
const ON_REPLY: Passage = { atMost: 0, takes: 0 };
const after = (seconds: number | null | undefined): Passage => ({
  ...AT_ONCE,
  takes: seconds ?? Number.POSITIVE_INFINITY,
});

type Arrow = Passage & { target: string };

/**
 * The nodes whose free text may fall outside the window on some path from the entries. The lead
 * need not have written before the entries. The longest time on any path counts, which is endless
 * around a loop on which time passes and the lead need not write.
 */
export function closedWindowNodes({ nodes }: Graph, entries: string[]): Set<string> {
  const arrows = new Map([...nodes].map(([id, node]) => [id, arrowsOf(node)]));
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
  for (const id of entries) raise(id, Number.POSITIVE_INFINITY);
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
    [...ages]
      .filter(([id, age]) => age === Number.POSITIVE_INFINITY && needsWindow(nodes.get(id)))
      .map(([id]) => id),
  );
}

const targetsOf = (arrows: Map<string, Arrow[]>, counts: (arrow: Arrow) => boolean = () => true) =>
  new Map(
    [...arrows].map(([id, leaving]) => [id, leaving.filter(counts).map(({ target }) => target)]),
  );

const needsWindow = (node: GraphNode | undefined) =>
  node?.isValid && node.type === "message" && node.data.on_window_closed === "fail";

/** Whether the age behind the handle depends on the age before it. */
const keepsAge = ({ atMost }: Passage) => atMost > 0;

/** The edges that runs can take from a node. */
const arrowsOf = (node: GraphNode): Arrow[] =>
  [...passagesOf(node)].flatMap(([handle, passage]) => {
    const target = node.next.get(handle);
    return target === undefined ? [] : [{ ...passage, target }];
  });

function passagesOf(node: GraphNode): Map<string, Passage> {
  if (!node.isValid)
    return new Map(
      [...node.next.keys()].map((handle) => [handle, invalidPassage(node.type, handle)]),
    );
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

/** The passage of a handle of a node with invalid settings, at best. */
const invalidPassage = (type: string, handle: string) =>
  type === "wait_for_reply" && handle !== "timeout" ? ON_REPLY : AT_ONCE;

/**
 * The window is open behind a branch that asks for the open window, and behind all branches that
 * follow one that takes every closed window.
 */
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
