import type { Platform } from "../../../domain/messaging";
import type { Known, ReferenceKind } from "../engine/nodes/definition";
import { entriesOf, type Graph, type GraphWithSource } from "./compile";
import { settingFaults } from "./faults";
import { edgeWarnings, unconnectedHandles } from "./handles";
import { type Mention, referencesIn } from "./mentions";
import { longPaths, loopingNodes, reachableFrom, successorsOf } from "./paths";
import type { Edge, Node } from "./schema";
import { unknownSettings } from "./unknown-settings";
import { inData, type NodeWarning, type Warning } from "./warnings";
import { closedWindowNodes } from "./window";

/** Everything that would keep a graph or some of its runs from working as meant. */
export function findWarnings(
  { nodes, edges, graph }: GraphWithSource,
  platform: Platform,
  known: Known,
): Warning[] {
  const entries = entriesOf(nodes, edges);
  const pathsOf = pathFaults(
    graph,
    edges,
    entries.map(({ id }) => id),
    platform,
  );
  const context = { platform, known, hasNode: (id: string) => graph.nodes.has(id) };
  const mentions = Map.groupBy(referencesIn(graph, known.shortUrlBase), ({ nodeId }) => nodeId);
  const unknown = unknownSettings(nodes, MAX_UNKNOWN_SETTINGS);
  const ofNodes = [...graph.nodes.values()].flatMap((node) =>
    [
      ...settingFaults(node, context),
      ...(unknown.get(node.id) ?? []),
      ...unknownReferences(mentions.get(node.id) ?? [], known),
      ...unconnectedHandles(node),
      ...pathsOf(node.id),
    ].map((found): Warning => ({ ...found, node_id: node.id })),
  );
  return atMost(MAX_WARNINGS, [
    ...entryWarnings(entries),
    ...ofNodes,
    ...edgeWarnings(graph, edges),
  ]);
}

/** Whether runs of a graph with these warnings can begin. */
export const isRunnable = (warnings: Warning[]) =>
  !warnings.some(({ code }) => code === "missing_entry" || code === "several_entries");

function entryWarnings(entries: Node[]): Warning[] {
  const [first, ...others] = entries;
  if (!first)
    return [
      {
        code: "missing_entry",
        message: "The graph has no entry, so every run fails: add a start node.",
      },
    ];
  const message =
    first.type === "start"
      ? "The graph already has a start node, and with several every run fails: keep one."
      : "The graph could begin here or elsewhere, so every run fails: add a start node, or " +
        "connect this one.";
  return others.map(({ id }) => ({ code: "several_entries", message, node_id: id }));
}

const UNREACHABLE: NodeWarning = {
  code: "unreachable_node",
  message: "No path leads here from the entry: connect the node or remove it.",
};
const LOOP: NodeWarning = {
  code: "loop_without_wait",
  message:
    "A run comes back here without waiting, and ends after 100 steps: add a delay or a wait to " +
    "the loop.",
};
const LONG_PATH: NodeWarning = {
  code: "path_without_wait",
  message:
    "A path of more than 100 nodes without a wait begins here, and runs end after 100 steps: " +
    "add a delay or a wait to it.",
};
const windowFault = (platform: Platform): NodeWarning => ({
  code: "window_may_be_closed",
  message:
    "On some path the lead may not have written for 24 hours, and the message fails: " +
    `set data.on_window_closed to skip${platform === "whatsapp" ? " or to a template" : ""}, ` +
    "or wait for a reply first.",
  path: "data.on_window_closed",
});

/** The faults of the paths to and from a node, by the node's id. */
function pathFaults(graph: Graph, edges: Edge[], entries: string[], platform: Platform) {
  const successors = successorsOf(graph, edges);
  const reached =
    entries.length > 0 ? reachableFrom(entries, successors) : new Set(graph.nodes.keys());
  const looping = loopingNodes(graph, successors);
  const long = longPaths(graph, successors, entries, looping);
  const closed = closedWindowNodes(graph, entries);
  const mayBeClosed = windowFault(platform);
  return (id: string): NodeWarning[] => [
    ...(reached.has(id) ? [] : [UNREACHABLE]),
    ...(looping.has(id) ? [LOOP] : []),
    ...(long.has(id) ? [LONG_PATH] : []),
    ...(closed.has(id) ? [mayBeClosed] : []),
  ];
}

const REFERENCES: Record<ReferenceKind, { code: Warning["code"]; name: string }> = {
  tag: { code: "unknown_tag", name: "tag with the id" },
  scenario: { code: "unknown_scenario", name: "scenario with the id" },
  link: { code: "unknown_link", name: "short link with the id" },
  slug: { code: "unknown_link", name: "short link" },
  assignee: { code: "unknown_assignee", name: "token that may write conversations, with the id" },
};

const unknownReferences = (mentions: Mention[], known: Known): NodeWarning[] =>
  mentions
    .filter(({ kind, ref }) => !known[kind].has(ref))
    .map(({ kind, ref, path }) => {
      const { code, name } = REFERENCES[kind];
      return {
        code,
        message:
          `The workspace has no ${name} ${JSON.stringify(ref)}: choose one that it has, or ` +
          "create it.",
        path: inData(path),
      };
    });

const MAX_WARNINGS = 1000;
const MAX_UNKNOWN_SETTINGS = 200;
/** The most JSON of warnings: an answer with the graph and its warnings is stored in one row. */
const MAX_BYTES = 300_000;
const encoder = new TextEncoder();

/** Limits the number and the size of the warnings: a hostile graph has tens of thousands. */
function atMost(count: number, warnings: Warning[]): Warning[] {
  let bytes = 0;
  const kept = warnings.slice(0, count).filter((warning) => {
    bytes += encoder.encode(JSON.stringify(warning)).length;
    return bytes <= MAX_BYTES;
  });
  const more = warnings.length - kept.length;
  return more === 0
    ? kept
    : [
        ...kept,
        {
          code: "too_many_warnings",
          message: `There are ${more} more warnings: fix these, then check again.`,
        },
      ];
}
