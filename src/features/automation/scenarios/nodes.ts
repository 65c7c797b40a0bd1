import type { z } from "zod";
import { wording } from "#lib/zod-errors";
import {
  definitionOf,
  type NodeData,
  type NodeType,
  nodeDefinitions,
} from "../engine/nodes/registry";

/** A node whose settings are valid. */
export type ReadNode = { [Type in NodeType]: { type: Type; data: NodeData[Type] } }[NodeType];

/** The fault of a setting. `path` starts in `data`; `:f` in `message` is the field. */
export type Fault = { path: string; message: string };

/** Reads the settings of a node. */
export function readNode(type: NodeType, data: unknown): { node: ReadNode } | { faults: Fault[] } {
  const read = nodeDefinitions[type].settings.safeParse(data ?? {}, {
    error: (issue) => wording(issue),
  });
  // TypeScript can't follow that the data is of the type by which its schema was found.
  if (read.success) return { node: { type, data: read.data } as ReadNode };
  return { faults: faultsIn(read.error) };
}

/** The faults of settings that their schema refuses. */
export const faultsIn = ({ issues }: z.ZodError): Fault[] =>
  issues.flatMap(issuesOfShape).map(({ path, message }) => ({ path: path.join("."), message }));

/**
 * The issues of settings that fit none of several shapes, by the one shape that they resemble, if
 * any.
 */
function issuesOfShape(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union") return [issue];
  const [shape, ...others] = issue.errors.filter((errors) =>
    errors.every(({ path }) => path.length > 0),
  );
  if (!shape || others.length > 0) return [issue];
  return shape
    .flatMap(issuesOfShape)
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** The handles of a node that edges can leave by. */
export const handlesOf = (node: ReadNode): string[] =>
  definitionOf(node).handles.flatMap((handle) =>
    typeof handle === "string" ? handle : handle.of(node.data),
  );
