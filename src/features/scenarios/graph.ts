import type { Edge, Node, Warning } from "./schema";

const TYPES = new Set([
  "start",
  "message",
  "template",
  "delay",
  "wait_for_reply",
  "wait_for_event",
  "condition",
  "split",
  "add_tag",
  "remove_tag",
  "update_lead",
  "webhook",
  "start_scenario",
  "handoff",
  "exit",
]);

/** Where a run stops for a while. */
const WAITS = new Set(["delay", "wait_for_reply", "wait_for_event"]);

/** What would keep the graph from running. The entry is the one `start` node or, without any, the only node that no edge leads to. */
export function findWarnings(nodes: Node[], edges: Edge[]): Warning[] {
  const warnings: Warning[] = nodes
    .filter(({ type }) => !TYPES.has(type))
    .map(({ id, type }) => ({ code: "unknown_type", message: `There is no node type "${type}".`, node_id: id }));
  const entries = entriesOf(nodes, edges);
  if (entries.length === 0) warnings.push({ code: "missing_entry", message: "No node is the entry: add a start node." });
  for (const { id } of entries.slice(1))
    warnings.push({ code: "several_entries", message: "The graph has an entry already.", node_id: id });
  const reached = reachableFrom(entries, edges);
  for (const { id } of nodes) {
    if (entries.length > 0 && !reached.has(id))
      warnings.push({ code: "unreachable_node", message: "No path leads here from the entry.", node_id: id });
  }
  for (const id of loopingNodes(nodes, edges))
    warnings.push({ code: "loop_without_wait", message: "On a loop without a wait, or between two such loops.", node_id: id });
  return warnings;
}

/** The nodes that don't wait and are left when those that come from nowhere or lead nowhere are peeled off. */
function loopingNodes(nodes: Node[], edges: Edge[]) {
  const waits = new Set(nodes.filter(({ type }) => WAITS.has(type)).map(({ id }) => id));
  const inner = edges.filter(({ source, target }) => !waits.has(source) && !waits.has(target));
  const forwards = peel(inner.map(({ source, target }) => [source, target]));
  const left = new Set(peel(forwards.map(([from, to]) => [to, from])).flat());
  return nodes.map(({ id }) => id).filter((id) => left.has(id));
}

/** What is left of arrows when the nodes that none of them points to are taken away, again and again. */
function peel(arrows: [from: string, to: string][]) {
  const leaving = Map.groupBy(arrows, ([from]) => from);
  const incoming = new Map<string, number>();
  for (const [, to] of arrows) incoming.set(to, (incoming.get(to) ?? 0) + 1);
  const peeled = new Set([...leaving.keys()].filter((id) => !incoming.has(id)));
  for (const id of peeled) {
    for (const [, to] of leaving.get(id) ?? []) {
      incoming.set(to, incoming.get(to)! - 1);
      if (incoming.get(to) === 0) peeled.add(to);
    }
  }
  return arrows.filter(([from]) => !peeled.has(from));
}

function entriesOf(nodes: Node[], edges: Edge[]) {
  const starts = nodes.filter(({ type }) => type === "start");
  if (starts.length > 0) return starts;
  const targets = new Set(edges.map(({ target }) => target));
  return nodes.filter(({ id }) => !targets.has(id));
}

function reachableFrom(entries: Node[], edges: Edge[]) {
  const next = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(entries.map(({ id }) => id));
  for (const id of reached) for (const { target } of next.get(id) ?? []) reached.add(target);
  return reached;
}
