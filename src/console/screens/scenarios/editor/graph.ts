export type Position = { x: number; y: number };
/** A node as it is stored. Members that the editor does not know stay as they are. */
export type GraphNode = {
  id: string;
  type: string;
  data?: unknown;
  position?: unknown;
  [member: string]: unknown;
};
export type GraphEdge = {
  source: string;
  target: string;
  source_handle?: unknown;
  [member: string]: unknown;
};
/** A trigger as it is stored. Members that the editor does not know stay as they are. */
export type GraphTrigger = Pick<GraphNode, "id" | "type" | "data" | "position"> & {
  [member: string]: unknown;
};
/** A graph, and what starts it. */
export type Graph = {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  triggers: readonly GraphTrigger[];
};
export type Settings = Record<string, unknown>;

export const isObject = (value: unknown): value is Settings =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value that may be of any type, as a text. `String` throws of some objects. */
export const textFor = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");

export const settingsOf = ({ data }: Pick<GraphNode, "data">): Settings =>
  isObject(data) ? data : {};

/** A value that does not name a handle stands for `next`, as for the service. */
export const handleOf = ({ source_handle: handle }: GraphEdge) =>
  typeof handle === "string" && handle !== "" ? handle : "next";

/** Names an edge as the service's warnings do. */
export const edgeId = ({ id, source, target }: GraphEdge) =>
  typeof id === "string" && id !== "" ? id : `${source}->${target}`;

export function positionOf({ position }: Pick<GraphNode, "position">): Position | undefined {
  if (!isObject(position)) return;
  const { x, y } = position;
  return typeof x === "number" && typeof y === "number" ? { x, y } : undefined;
}

/** The author's name for a node. The service keeps it without knowing what it is. */
export const labelOf = ({ label }: GraphNode) =>
  typeof label === "string" && label.trim() !== "" ? label : undefined;

/** An id that none of these has, such as `message-2`. */
export function freeId(
  others: readonly { id: string }[],
  type: string,
  used: Iterable<string> = [],
) {
  const known = new Set([...others.map(({ id }) => id), ...used]);
  let number = 1;
  while (known.has(`${type}-${number}`)) number++;
  return `${type}-${number}`;
}

/** A graph with one of its nodes changed. */
export const mapNode = (
  graph: Graph,
  id: string,
  change: (node: GraphNode) => GraphNode,
): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => (node.id === id ? change(node) : node)),
});

export const addNode = (graph: Graph, node: GraphNode): Graph => ({
  ...graph,
  nodes: [...graph.nodes, node],
});

export function removeNodes(graph: Graph, ids: readonly string[]): Graph {
  const gone = new Set(ids);
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => !gone.has(id)),
    edges: graph.edges.filter(({ source, target }) => !gone.has(source) && !gone.has(target)),
  };
}

/** A node or a trigger at another place. */
export const placedAt = <Placed extends Pick<GraphNode, "position">>(
  one: Placed,
  place: Position | undefined,
): Placed =>
  place
    ? { ...one, position: isObject(one.position) ? { ...one.position, ...place } : place }
    : one;

export const moveNodes = (graph: Graph, places: ReadonlyMap<string, Position>): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => placedAt(node, places.get(node.id))),
});

export const setLabel = (graph: Graph, id: string, label: string): Graph =>
  mapNode(graph, id, (node) => {
    const { label: _, ...others } = node;
    return label === "" ? { ...others, id, type: node.type } : { ...node, label };
  });

export const targetOf = ({ edges }: Graph, source: string, handle: string) =>
  edges.find((edge) => edge.source === source && handleOf(edge) === handle)?.target;

const leavesBy = (edge: GraphEdge, source: string, handle: string) =>
  edge.source === source && handleOf(edge) === handle;

/** Leads a handle to a node, or nowhere. An edge that left by it keeps its other members. */
export function connect(
  graph: Graph,
  source: string,
  handle: string,
  target: string | undefined,
): Graph {
  const old = graph.edges.find((edge) => leavesBy(edge, source, handle));
  if (target === undefined)
    return { ...graph, edges: graph.edges.filter((edge) => !leavesBy(edge, source, handle)) };
  if (!old) {
    const edge: GraphEdge = { source, target, ...(handle !== "next" && { source_handle: handle }) };
    return { ...graph, edges: [...graph.edges, edge] };
  }
  return {
    ...graph,
    edges: graph.edges.map((edge) => (edge === old ? { ...edge, target } : edge)),
  };
}

/** The handle by which an author adds a node, or the very edge into which it is put. */
export type Way = { source: string; handle: string; edge?: GraphEdge | undefined };

/** The edge that a way goes by. */
export const edgeOn = ({ edges }: Graph, { source, handle, edge }: Way) =>
  edges.find((one) => one === edge) ?? edges.find((one) => leavesBy(one, source, handle));

/** Adds a node that a way leads to. By `onward` it leads to where the way has led so far. */
export function insertNode(graph: Graph, node: GraphNode, way: Way, onward?: string): Graph {
  const old = edgeOn(graph, way);
  const added = addNode(graph, node);
  if (!old) return connect(added, way.source, way.handle, node.id);
  const edges = added.edges.map((edge) => (edge === old ? { ...edge, target: node.id } : edge));
  const led = { ...added, edges };
  return onward === undefined ? led : connect(led, node.id, onward, old.target);
}

export const removeEdges = (graph: Graph, gone: ReadonlySet<GraphEdge>): Graph => ({
  ...graph,
  edges: graph.edges.filter((edge) => !gone.has(edge)),
});

/** Adds copies of nodes with the edges between them, and returns the ids of the copies. */
export function paste(graph: Graph, copied: Graph, by: Position): { graph: Graph; ids: string[] } {
  const names = new Map<string, string>();
  for (const { id, type } of copied.nodes) names.set(id, freeId(graph.nodes, type, names.values()));
  const nodes = copied.nodes.map((node) => {
    const place = positionOf(node) ?? { x: 0, y: 0 };
    const position = { x: place.x + by.x, y: place.y + by.y };
    return { ...node, id: names.get(node.id) ?? node.id, position };
  });
  const edges = copied.edges.flatMap((edge): GraphEdge[] => {
    const [source, target] = [names.get(edge.source), names.get(edge.target)];
    if (!source || !target) return [];
    const { id: _, ...others } = edge;
    return [{ ...others, source, target }];
  });
  return {
    graph: {
      ...graph,
      nodes: [...graph.nodes, ...nodes],
      edges: [...graph.edges, ...edges],
    },
    ids: nodes.map(({ id }) => id),
  };
}

/** Some nodes, with the edges between them. */
export function partOf(graph: Graph, ids: readonly string[]): Graph {
  const wanted = new Set(ids);
  return {
    triggers: [],
    nodes: graph.nodes.filter(({ id }) => wanted.has(id)),
    edges: graph.edges.filter(({ source, target }) => wanted.has(source) && wanted.has(target)),
  };
}
