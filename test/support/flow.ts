/** Nodes by their ids. */
export type Nodes = Record<string, [type: string, data?: unknown]>;

/**
 * Builds a graph for the API from its short form. Edges are `from>to` or `from:handle>to`, or
 * chains of them such as `a > b:handle > c`.
 */
export const flowOf = (nodes: Nodes, ...edges: string[]) => ({
  nodes: Object.entries(nodes).map(([id, [type, data]]) => ({
    id,
    type,
    ...(data !== undefined && { data }),
  })),
  edges: edges.flatMap(chainsIn).flatMap(edgesAlong),
});

const chainsIn = (text: string) =>
  text
    .replace(/\s*>\s*/g, ">")
    .split(/\s+/)
    .filter(Boolean);

function edgesAlong(chain: string) {
  const stops = chain.split(">").map((stop) => stop.split(":"));
  return stops.slice(1).map(([target], index) => {
    const [source, handle] = stops[index]!;
    return { source: source!, target: target!, ...(handle && { source_handle: handle }) };
  });
}
