import { handleOf } from "../edges";
import type { Edge, Node, Trigger } from "../schema";

/** A member that differs. `before` or `after` is undefined where there was, or is, none. */
export type Difference = { path: string; before?: unknown; after?: unknown };

const MAX_PATH_CHARACTERS = 255;
export const MAX_DIFFERENCES = 1_000;

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const own = (map: Record<string, unknown>, name: string) =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** True if two values of JSON are the same, in whichever order their members come. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => isEqual(item, other[index]))
    );
  if (!isMap(one) || !isMap(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

/**
 * The differences of two values by their paths. Lists are compared as a whole, and so are maps with
 * very long names.
 */
export function differences(before: unknown, after: unknown, path = ""): Difference[] {
  if (isEqual(before, after)) return [];
  const pathTo = (name: string) => (path === "" ? name : `${path}.${name}`);
  if (isMap(before) && isMap(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    if (names.every((name) => pathTo(name).length <= MAX_PATH_CHARACTERS))
      return names.flatMap((name) =>
        differences(own(before, name), own(after, name), pathTo(name)),
      );
  }
  return [{ path, before, after }];
}

/**
 * The key of the connection of two nodes: an edge's own id or, without one, its ends and its
 * handle.
 */
const keyOfEdge = (edge: Edge) =>
  typeof edge.id === "string"
    ? `id ${edge.id}`
    : JSON.stringify([edge.source, handleOf(edge), edge.target]);

/** Items by their keys, each of which is numbered where it comes again. */
function byKey<Item>(items: Item[], keyOf: (item: Item) => string) {
  const times = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const key = keyOf(item);
      const nth = (times.get(key) ?? 0) + 1;
      times.set(key, nth);
      return [`${nth} ${key}`, item];
    }),
  );
}

/** An item that differs by its members. */
export type Changed<Item> = { before: Item; after: Item; changes: Difference[] };

/** The items that were added, removed and changed; `ignored` members don't count as changes. */
function compareItems<Item extends Node | Edge | Trigger>(
  [before, after]: [Item[], Item[]],
  keyOf: (item: Item) => string,
  ignored: string[] = [],
) {
  const [was, is] = [byKey(before, keyOf), byKey(after, keyOf)];
  const changed = [...is].flatMap(([key, item]): Changed<Item>[] => {
    const old = was.get(key);
    if (!old) return [];
    const changes = differences(without(old, ignored), without(item, ignored));
    return changes.length > 0 ? [{ before: old, after: item, changes }] : [];
  });
  return {
    added: [...is].filter(([key]) => !was.has(key)).map(([, item]) => item),
    removed: [...was].filter(([key]) => !is.has(key)).map(([, item]) => item),
    changed,
  };
}

const without = (item: object, names: string[]) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !names.includes(name)));

/** Where an editor draws a node, which is no change of what it does. */
const POSITION = "position";

type Compared = {
  nodes: Node[];
  edges: Edge[];
  triggers: Trigger[];
  settings: Record<string, unknown>;
};

/** Compares two graphs with their triggers, and the settings of their scenario. */
export function compareGraphs(before: Compared, after: Compared) {
  const nodes = compareItems([before.nodes, after.nodes], ({ id }) => id, [POSITION]);
  const places = new Map(before.nodes.map((node) => [node.id, node[POSITION]]));
  const moved = after.nodes.filter(
    (node) => places.has(node.id) && !isEqual(places.get(node.id), node[POSITION]),
  );
  return {
    nodes: { ...nodes, moved: moved.map(({ id }) => id) },
    edges: compareItems([before.edges, after.edges], keyOfEdge),
    triggers: compareItems([before.triggers, after.triggers], ({ id }) => id, [POSITION]),
    settings: differences(before.settings, after.settings),
  };
}
