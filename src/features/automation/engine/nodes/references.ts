import type { Reference } from "./definition";

/** References by the ids of a list at `path`. */
export const listReferences = (
  kind: "tag" | "link" | "channel" | "source",
  path: string,
  ids: number[] | null | undefined,
): Reference[] => (ids ?? []).map((ref, index) => ({ kind, ref, path: `${path}.${index}` }));
