import type { ScenarioDiff } from "#client";
import { headOf } from "#console/screens/scenarios/editor/triggers/heads";
import { edgeKey, type Highlight } from "#console/screens/scenarios/highlight";

export const isSame = ({ nodes, edges, triggers, settings }: ScenarioDiff) =>
  settings.length === 0 &&
  [nodes, edges, triggers].every(
    ({ added, removed, changed }) => added.length + removed.length + changed.length === 0,
  );

type Words = { added: string; changed: string; removed: string };

const handleOf = ({ source_handle: handle }: { source_handle?: string | null }) =>
  typeof handle === "string" ? handle : null;

/** Shows on the graph what differs. What a graph no longer has is told in the list alone. */
export function highlightOf({ nodes, edges, triggers }: ScenarioDiff, words: Words): Highlight {
  const mark = (tone: "green" | "amber" | "red", text: string) => ({ isLit: true, tone, text });
  return {
    nodes: Object.fromEntries([
      ...nodes.removed.map(({ id }) => [id, mark("red", words.removed)] as const),
      ...nodes.changed.map(({ id }) => [id, mark("amber", words.changed)] as const),
      ...nodes.added.map(({ id }) => [id, mark("green", words.added)] as const),
      ...triggers.changed.map((one) => [headOf(one), mark("amber", words.changed)] as const),
      ...triggers.added.map((one) => [headOf(one), mark("green", words.added)] as const),
    ]),
    edges: Object.fromEntries([
      ...edges.removed.map(
        (edge) =>
          [edgeKey(edge.source, handleOf(edge)), { isLit: true, text: words.removed }] as const,
      ),
      ...edges.added.map(
        (edge) =>
          [edgeKey(edge.source, handleOf(edge)), { isLit: true, text: words.added }] as const,
      ),
    ]),
  };
}
