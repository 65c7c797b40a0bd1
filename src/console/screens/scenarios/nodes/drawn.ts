import type { KnownNode } from "#client";

/** A node as it is drawn: perhaps not saved, and not yet as the service wants it. */
export type DrawnNode = { id: string; type: string; data?: unknown; [member: string]: unknown };
type DrawnEdge = { source: string; target: string; [member: string]: unknown };
export type Drawn = { nodes: readonly DrawnNode[]; edges: readonly DrawnEdge[] };

const ENTRY: KnownNode["type"] = "start";

/** True if runs begin at the node. */
export const isEntry = ({ type }: Pick<DrawnNode, "type">) => type === ENTRY;

/** The settings of a node, of any type. */
export const settingsOf = ({ data }: DrawnNode): Record<string, unknown> =>
  typeof data === "object" && data !== null ? { ...data } : {};

const textIn = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

/** A setting that is a text, and not an empty one. */
export const textOf = (node: DrawnNode, setting: string) => textIn(settingsOf(node)[setting]);

/** The author's name for the node. */
export const labelOf = ({ label }: DrawnNode) => textIn(label);
