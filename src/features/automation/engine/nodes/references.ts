import type { Reference } from "./definition";

/** References to things whose ids stand in a list at `path`. */
export const listReferences = (
  kind: "tag" | "link",
  path: string,
  ids: number[] | null | undefined,
): Reference[] => (ids ?? []).map((ref, index) => ({ kind, ref, path: `${path}.${index}` }));
