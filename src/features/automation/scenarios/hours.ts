import type { CheckContext } from "../engine/nodes/definition";
import { definitionOf } from "../engine/nodes/registry";
import type { GraphNode } from "./compile";
import { type NodeWarning, warnAt } from "./warnings";

/** The paths in a node's `data` that ask for business hours. */
export const hoursAskedBy = (node: GraphNode): string[] =>
  (node.isValid && definitionOf(node).asksHours?.(node.data)) || [];

/** Business hours that nobody has set are always open. */
export const hourWarnings = (
  paths: string[],
  { platform, known: { hours } }: Pick<CheckContext, "platform" | "known">,
): NodeWarning[] =>
  hours.has("workspace") || hours.has(platform)
    ? []
    : paths.map((path) => warnAt(path, "no_business_hours", {}));
