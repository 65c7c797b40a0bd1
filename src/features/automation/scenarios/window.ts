import { type Platform, platformTraits } from "#domain/platforms";
import type { Sending, StartedBy } from "../engine/nodes/definition";
import { AT_ONCE, ON_REPLY, type Passage, WINDOW_SECONDS } from "../engine/nodes/passage";
import { definitionOf, findDefinition } from "../engine/nodes/registry";
import type { Graph, GraphNode } from "./compile";
import { handlesOf } from "./nodes";
import { groupsOf, reachableFrom } from "./paths";

// Finds the nodes whose free text may be refused, since the lead has not written for 24 hours. A
// comment allows for one message then, as a private reply.

type Arrow = Passage & { target: string; handle: string };
type Arrows = Map<string, Arrow[]>;

/**
 * A kind of start: how many seconds ago the lead may have written, and the trigger, if any.
 * `replyWithin`: the seconds in which one private reply may answer its comment. `hasBooking`: a
 * booking has started the run.
 */
export type Start = {
  age: number;
  replyWithin?: number;
  trigger?: StartedBy;
  hasBooking?: boolean;
};

export type WindowFault = "window_may_be_closed" | "private_reply_spent" | "private_reply_late";

/**
 * The worst values of the runs that come to a node. `age`: how many seconds ago the lead may have
 * written, Infinity where the 24 hours may be over. `sent`: the private replies, up to 2.
 * `elapsed`: the seconds since the start.
 */
type Worst = { age: number; sent: number; elapsed: number };

/** A run begins some seconds after its comment. */
const START_SECONDS = 5;
const FAILED = "failed";

/** The faults of nodes after the starts, by the ids of the nodes. */
export function windowFaults(graph: Graph, entries: string[], starts: Start[], on: Platform) {
  const tried = isByTrigger(graph) ? starts : strictestOf(starts);
  const faults = new Map<string, Set<WindowFault>>();
  for (const start of tried)
    for (const [id, fault] of faultsAfter(graph, entries, start, on))
      faults.set(id, (faults.get(id) ?? new Set()).add(fault));
  return faults;
}

/** True if a node of the graph tells by which trigger runs leave. */
const isByTrigger = ({ nodes }: Graph) =>
  [...nodes.values()].some((node) => node.isValid && definitionOf(node).leavesBy?.(node.data));

/** The start of which the faults are those of all, with a private reply and without. */
function strictestOf(starts: Start[]): Start[] {
  const [replying, others] = [true, false].map((isReplying) =>
    starts.filter(({ replyWithin }) => (replyWithin !== undefined) === isReplying),
  );
  const within = ({ replyWithin = Number.POSITIVE_INFINITY }: Start) => replyWithin;
  return [
    ...(others ?? []).toSorted((one, other) => other.age - one.age).slice(0, 1),
    ...(replying ?? []).toSorted((one, other) => within(one) - within(other)).slice(0, 1),
  ];
}

/**
 * The nodes whose free text may be refused on some path from the entries. The longest time on any
 * path counts, which is endless around a loop on which time passes and the lead need not write.
 */
function faultsAfter(
  { nodes }: Graph,
  entries: string[],
  { age, replyWithin, trigger }: Start,
  platform: Platform,
): [string, WindowFault][] {
  const arrows = new Map([...nodes].map(([id, node]) => [id, arrowsOf(node, trigger)]));
  const sendings = new Map([...nodes].map(([id, node]) => [id, sendingOf(node)]));
  const answered = [...reachableFrom(entries, targetsOf(arrows))]
    .flatMap((id) => arrows.get(id) ?? [])
    .flatMap((arrow) => (keepsAge(arrow) ? [] : [arrow.target]));
  const spends = (id: string, worst: Worst) =>
    replyWithin !== undefined && isPrivate(sendings.get(id), platform, worst.age);
  const from = (ids: string[], first: number) =>
    spread(arrows, ids, { age: first, sent: 0, elapsed: START_SECONDS }, spends);
  const onReply = [...from(answered, 0)].flatMap(([id, worst]): [string, WindowFault][] =>
    missesWindow(sendings.get(id), worst.age) ? [[id, "window_may_be_closed"]] : [],
  );
  const unasked = [...from(entries, age)].flatMap(([id, worst]): [string, WindowFault][] => {
    const sending = sendings.get(id);
    if (!missesWindow(sending, worst.age)) return [];
    if (!spends(id, worst) || replyWithin === undefined) return [[id, "window_may_be_closed"]];
    const isLate = sending?.isWithin || worst.elapsed >= replyWithin;
    return [
      ...(worst.sent > 0 ? [[id, "private_reply_spent"] as [string, WindowFault]] : []),
      ...(isLate ? [[id, "private_reply_late"] as [string, WindowFault]] : []),
    ];
  });
  return [...onReply, ...unasked];
}

/**
 * The worst values at the nodes to which runs come without a reply. `spends`: a node may spend the
 * private reply.
 */
function spread(
  arrows: Arrows,
  entries: string[],
  first: Worst,
  spends: (id: string, worst: Worst) => boolean,
): Map<string, Worst> {
  const groups = groupsOf([...arrows.keys()], targetsOf(arrows, keepsAge));
  const groupOf = new Map(groups.flatMap((group, index) => group.map((id) => [id, index])));
  const found = new Map<string, Worst>();
  const pending = new Set(groups.flat());
  const raise = (id: string, worst: Worst) => {
    const before = found.get(id);
    const after = before ? worseOf(before, worst) : worst;
    if (before && NAMES.every((name) => before[name] === after[name])) return;
    found.set(id, after);
    pending.add(id);
  };
  for (const id of entries) raise(id, first);
  for (const id of pending) {
    pending.delete(id);
    const worst = found.get(id);
    if (!worst) continue;
    const isSpent = spends(id, worst);
    for (const arrow of (arrows.get(id) ?? []).filter(keepsAge)) {
      const isEndless = arrow.takes > 0 && groupOf.get(id) === groupOf.get(arrow.target);
      raise(arrow.target, behind(worst, arrow, isEndless, isSpent));
    }
  }
  return found;
}

const NAMES = ["age", "sent", "elapsed"] as const;

const worseOf = (one: Worst, other: Worst): Worst => ({
  age: Math.max(one.age, other.age),
  sent: Math.max(one.sent, other.sent),
  elapsed: Math.max(one.elapsed, other.elapsed),
});

/** The values behind an arrow. A message that has failed has spent nothing. */
function behind(worst: Worst, arrow: Arrow, isEndless: boolean, isSpent: boolean): Worst {
  const age = Math.min(worst.age, arrow.atMost) + arrow.takes;
  return {
    age: isEndless || age >= WINDOW_SECONDS ? Number.POSITIVE_INFINITY : age,
    sent: Math.min(worst.sent + (isSpent && arrow.handle !== FAILED ? 1 : 0), 2),
    elapsed: isEndless ? Number.POSITIVE_INFINITY : worst.elapsed + arrow.takes,
  };
}

const targetsOf = (arrows: Arrows, counts: (arrow: Arrow) => boolean = () => true) =>
  new Map(
    [...arrows].map(([id, leaving]) => [id, leaving.filter(counts).map(({ target }) => target)]),
  );

/** True if a run that is started by hand may send free text before its lead has written. */
export function sendsUnasked({ nodes }: Graph, entries: string[]) {
  const arrows = new Map([...nodes].map(([id, node]) => [id, arrowsOf(node, undefined)]));
  const isUnasked = ({ atMost }: Passage) => atMost === Number.POSITIVE_INFINITY;
  return [...reachableFrom(entries, targetsOf(arrows, isUnasked))].some((id) => {
    const node = nodes.get(id);
    return node && missesWindow(sendingOf(node), Number.POSITIVE_INFINITY);
  });
}

/** True if a run may reply under a comment: one that nobody but a comment has started can't. */
export function repliesUnder({ nodes }: Graph, entries: string[]) {
  const arrows = new Map([...nodes].map(([id, node]) => [id, arrowsOf(node, undefined)]));
  return [...reachableFrom(entries, targetsOf(arrows))].some((id) => {
    const node = nodes.get(id);
    return node?.isValid && definitionOf(node).repliesUnder;
  });
}

const sendingOf = (node: GraphNode): Sending | undefined =>
  node.isValid ? definitionOf(node).sends?.(node.data) : undefined;

/** A message that waits for business hours may be too late for any window. */
const mayBeClosed = ({ isWithin }: Sending, age: number) =>
  isWithin || age === Number.POSITIVE_INFINITY;

const missesWindow = (sending: Sending | undefined, age: number) =>
  sending?.whenClosed === "fail" && mayBeClosed(sending, age);

/** True if a message may go out as a private reply. */
const isPrivate = (sending: Sending | undefined, platform: Platform, age: number) => {
  const types: readonly string[] = platformTraits[platform].privateReplies;
  return sending !== undefined && mayBeClosed(sending, age) && types.includes(sending.type);
};

/** True if the age behind the handle depends on the age before it. */
const keepsAge = ({ atMost }: Passage) => atMost > 0;

/** The edges that runs can take from a node, after a start by a trigger. */
export const arrowsOf = (node: GraphNode, trigger: StartedBy | undefined): Arrow[] => {
  const leaving = node.isValid && trigger && definitionOf(node).leavesBy?.(node.data)?.(trigger);
  const handles = node.isValid ? new Set(leaving || handlesOf(node)) : node.next.keys();
  return [...handles].flatMap((handle) => {
    const target = node.next.get(handle);
    return target === undefined ? [] : [{ ...passageOf(node, handle), target, handle }];
  });
};

/** The passage of a handle: at best where the settings are invalid. */
function passageOf(node: GraphNode, handle: string): Passage {
  if (node.isValid) return definitionOf(node).passage?.(node.data, handle) ?? AT_ONCE;
  return findDefinition(node.type)?.isAnswer?.(handle) ? ON_REPLY : AT_ONCE;
}
