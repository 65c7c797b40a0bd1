import { bookingNames } from "#domain/bookings";
import { triggerNames } from "#domain/triggers";
import { misspeltField } from "#features/links/placeholders";
import { namesIn, PREFERENCES_URL } from "#features/messaging/outbound/variables";
import { definitionOf, findDefinition } from "../engine/nodes/registry";
import type { Graph } from "./compile";
import type { Node } from "./schema";

/** A placeholder that names no field, and may mean `near`, with its path in the node's `data`. */
export type Misspelling = { nodeId: string; path: string; name: string; near: string };

/** The names that are looked up among the variables of leads. */
const MAX_NAMES = 20;

/** The variables that the nodes of a graph set. */
export function variablesOf({ nodes }: Graph): Set<string> {
  const own = [...nodes.values()].flatMap((node) =>
    node.isValid ? (definitionOf(node).sets?.(node.data) ?? []) : [],
  );
  return new Set(own);
}

/** The texts in settings, each with its path. */
export function* textsIn(
  value: unknown,
  path: string[] = [],
): Generator<{ text: string; path: string }> {
  if (typeof value === "string") yield { text: value, path: path.join(".") };
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) yield* textsIn(member, [...path, key]);
}

/**
 * The placeholders of a graph that may be misspelt: they resemble a field, and no node sets a
 * variable of that name.
 */
export function misspellingsIn(nodes: Node[], graph: Graph): Misspelling[] {
  const set = variablesOf(graph);
  const names = new Set<string>();
  return nodes
    .filter(({ type }) => findDefinition(type)?.isFilled)
    .flatMap(({ id, data }) =>
      [...textsIn(data, [])].flatMap(({ text, path }) =>
        [...new Set(text.includes("{{") ? namesIn(text) : [])].flatMap((name) => {
          const near = misspeltField(name, [PREFERENCES_URL, ...triggerNames, ...bookingNames]);
          if (near === undefined || set.has(name.split(".")[0] ?? "")) return [];
          if (names.size >= MAX_NAMES && !names.has(name)) return [];
          names.add(name);
          return [{ nodeId: id, path, name, near }];
        }),
      ),
    );
}
