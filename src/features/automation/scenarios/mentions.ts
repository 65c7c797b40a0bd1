import type { Reference } from "../engine/nodes/definition";
import { definitionOf } from "../engine/nodes/registry";
import type { Graph } from "./compile";

/** A reference of a node, with the path in its `data`. */
export type Mention = Reference & { nodeId: string };

/** The names of the templates that nodes send. */
export const templatesIn = ({ nodes }: Graph): string[] =>
  [...nodes.values()].flatMap((node) => {
    const template = node.isValid && definitionOf(node).sends?.(node.data).whenClosed;
    return typeof template === "object" ? [template.name] : [];
  });

/** Everything that the nodes of a graph refer to. */
export const referencesIn = ({ nodes }: Graph, shortUrlBase: string): Mention[] =>
  [...nodes.values()].flatMap((node) => {
    const found = node.isValid ? definitionOf(node).references?.(node.data, shortUrlBase) : [];
    return (found ?? []).map((reference) => ({ ...reference, nodeId: node.id }));
  });
