import type { EndState } from "#domain/automation";
import type { EndReason } from "#domain/end-reasons";
import { shareOf } from "./interval";
import { ACTIVE, BEGAN, REFUSED, readKey } from "./keys";
import type { NodeStats } from "./schema";

/** A counter by its key (tally.ts). */
export type Counter = { key: string; n: number };

const noMessages = () => ({ sent: 0, delivered: 0, read: 0, clicked: 0, replied: 0 });
type MessageFigure = keyof ReturnType<typeof noMessages>;
const isMessageFigure = (kind: string): kind is MessageFigure => Object.hasOwn(noMessages(), kind);

/** The figures of nodes, the most visited first. */
export function nodesFrom(counters: Counter[]): NodeStats[] {
  const nodes = new Map<string, NodeStats>();
  for (const { key, n } of counters) {
    const {
      figure,
      about: [id, ...about],
    } = readKey(key);
    if (id === undefined || figure === BEGAN || figure === REFUSED) continue;
    const node = nodes.get(id) ?? emptyNode(id);
    nodes.set(id, node);
    addTo(node, figure, about, n);
  }
  for (const branch of [...nodes.values()].flatMap(({ branches }) => branches))
    branch.conversion = shareOf(branch.converted, branch.runs);
  return [...nodes.values()].toSorted(
    (one, other) => other.entered - one.entered || (one.node_id < other.node_id ? -1 : 1),
  );
}

const emptyNode = (id: string): NodeStats => ({
  node_id: id,
  entered: 0,
  waiting: 0,
  left: [],
  ended: [],
  messages: null,
  branches: [],
});

function addTo(node: NodeStats, kind: string, [first = "", second = ""]: string[], n: number) {
  if (isMessageFigure(kind)) {
    node.messages ??= noMessages();
    node.messages[kind] = n;
  } else if (kind === "entered") node.entered = n;
  else if (kind === ACTIVE) node.waiting = n;
  else if (kind === "left") node.left.push({ handle: first, runs: n });
  else if (kind === "ended")
    node.ended.push({ state: first as EndState, reason: second as EndReason, runs: n });
  else if (kind === "tried") branchOf(node, first).runs = n;
  else if (kind === "converted") branchOf(node, first).converted = n;
}

function branchOf({ branches }: NodeStats, handle: string) {
  const known = branches.find((branch) => branch.handle === handle);
  if (known) return known;
  const branch = { handle, runs: 0, converted: 0, conversion: null };
  branches.push(branch);
  return branch;
}
