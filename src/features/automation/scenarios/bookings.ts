import { PLACEHOLDER } from "#features/messaging/outbound/variables";
import { isOfBooking } from "../engine/booking-values";
import { definitionOf } from "../engine/nodes/registry";
import type { Graph, GraphNode } from "./compile";
import { textsIn } from "./placeholders";
import { type NodeWarning, warnAt } from "./warnings";
import { arrowsOf, type Start } from "./window";

/** A placeholder of a booking in a node's `data`. `isOptional`: there is a default. */
type Named = { path: string; name: string; isOptional: boolean };

function placeholdersIn(node: GraphNode): Named[] {
  if (!node.isValid || !definitionOf(node).isFilled) return [];
  return [...textsIn(node.data)].flatMap(({ text, path }) =>
    [...text.matchAll(PLACEHOLDER)].flatMap(([, name = "", fallback = ""]) =>
      isOfBooking(name.trim())
        ? { path, name: name.trim(), isOptional: fallback.trim() !== "" }
        : [],
    ),
  );
}

const settingsOf = (node: GraphNode) =>
  node.isValid ? (definitionOf(node).needsBooking?.(node.data) ?? []) : [];

const isReading = (node: GraphNode) =>
  (node.isValid && definitionOf(node).readsBooking?.(node.data)) ||
  settingsOf(node).length > 0 ||
  placeholdersIn(node).length > 0;

/** True if runs of a graph read bookings: the scheduler reads them for no others. */
export const readsBookings = ({ nodes }: Graph) => [...nodes.values()].some(isReading);

/** The warnings about settings of a node that need a booking, where some runs have none. */
export function bookingWarnings(node: GraphNode | undefined): NodeWarning[] {
  if (!node) return [];
  const needed = placeholdersIn(node).filter(({ isOptional }) => !isOptional);
  const paths = [...needed.map(({ path }) => path), ...settingsOf(node)];
  return [...new Set(paths)].map((path) => warnAt(path, "booking_not_certain", {}));
}

/** The nodes to which runs may come without a booking, after the starts. */
export function nodesWithoutBooking({ nodes }: Graph, entries: string[], starts: Start[]) {
  const found = new Set<string>();
  for (const { trigger, hasBooking } of starts) {
    if (hasBooking) continue;
    const reached = new Set(entries);
    for (const id of reached) {
      const node = nodes.get(id);
      if (!node) continue;
      found.add(id);
      for (const { handle, target } of arrowsOf(node, trigger))
        if (!ensuresBooking(node, handle)) reached.add(target);
    }
  }
  return found;
}

const ensuresBooking = (node: GraphNode, handle: string) =>
  node.isValid && (definitionOf(node).ensuresBooking?.(node.data, handle) ?? false);
