import type { Tone } from "#console/ui/badge";

/** Marks on a graph beside its content: the path of a run, the number of runs that wait. */
export type Highlight = {
  /** By the id of the node. `isLit` leads the eye along a path; the others step back. */
  nodes: Record<string, { isLit?: boolean; tone?: Tone; text?: string }>;
  /** By `edgeKey`. */
  edges: Record<string, { isLit?: boolean; text?: string }>;
};

/** Names an edge by where it leaves. Each handle of a node has one edge. */
export const edgeKey = (source: string, handle: string | null | undefined) =>
  `${source} ${handle ?? "next"}`;
