import { awaitsReply, choicesIn } from "./choices";
import {
  type Graph,
  handleOf,
  isObject,
  mapNode,
  type Settings,
  settingsOf,
  targetOf,
} from "./graph";
import { isNodeType, kinds } from "./node-kinds";

/** The handles that branches, matches and what can be tapped name, in their order. */
function ownHandles(data: Settings): unknown[] {
  const { branches, matches } = data;
  if (awaitsReply(data)) return choicesIn(data).map(({ id }) => id);
  const list = Array.isArray(branches) ? branches : Array.isArray(matches) ? matches : [];
  return list.map((item) => (isObject(item) ? item.handle : undefined));
}

/** The handle that has another name now, and its name. */
function renamedIn(before: Settings, after: Settings): [from: unknown, to: unknown] | undefined {
  if (awaitsReply(before) !== awaitsReply(after))
    return awaitsReply(after) ? ["next", "reply"] : ["reply", "next"];
  const [old, now] = [ownHandles(before), ownHandles(after)];
  if (old.length !== now.length) return;
  const renamed = old.flatMap((one, index) => (one === now[index] ? [] : [index]));
  const [index] = renamed;
  return index === undefined || renamed.length > 1 ? undefined : [old[index], now[index]];
}

/** Sets the settings of a node. The edge of a handle that is renamed keeps leaving by it. */
export function setData(graph: Graph, id: string, data: Settings): Graph {
  const node = graph.nodes.find((one) => one.id === id);
  if (!node) return graph;
  const changed = mapNode(graph, id, (one) => ({ ...one, data }));
  const [from, to] = renamedIn(settingsOf(node), data) ?? [];
  if (typeof from !== "string" || typeof to !== "string" || to === "") return changed;
  return {
    ...changed,
    edges: changed.edges.map((edge) =>
      edge.source === id && handleOf(edge) === from ? { ...edge, source_handle: to } : edge,
    ),
  };
}

const DAY = 86_400;

/**
 * The settings of a message that has just got its first buttons or a list: it then waits for what
 * the lead taps, unless it leads to a step that does.
 */
export function withWait(graph: Graph, id: string, data: Settings): Settings {
  const node = graph.nodes.find((one) => one.id === id);
  if (!node || !isNodeType(node.type) || !kinds[node.type].asks) return data;
  const isNew = choicesIn(data).length > 0 && choicesIn(settingsOf(node)).length === 0;
  const next = graph.nodes.find((one) => one.id === targetOf(graph, id, "next"));
  const isAwaited = next && isNodeType(next.type) && kinds[next.type].takesReply;
  return isNew && data.wait == null && !isAwaited
    ? { ...data, wait: { timeout_seconds: DAY } }
    : data;
}
