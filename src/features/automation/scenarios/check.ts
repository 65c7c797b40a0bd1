import type { Platform } from "#domain/platforms";
import { DEFAULT_SETTINGS } from "#features/access/settings/defaults";
import type { CheckContext, Known } from "../engine/nodes/definition";
import { type ReadTrigger, readTriggers } from "../triggers/read";
import type { Rivals } from "../triggers/rivals";
import { triggerWarnings } from "../triggers/warnings";
import { bookingWarnings, nodesWithoutBooking } from "./bookings";
import { entriesOf, type Graph, type GraphWithSource } from "./compile";
import { settingFaults } from "./faults";
import { edgeWarnings, unconnectedHandles } from "./handles";
import { hoursAskedBy, hourWarnings } from "./hours";
import { referencesIn } from "./mentions";
import { byWait, longPaths, loopingNodes, MAX_STEPS, reachableFrom, successorsOf } from "./paths";
import { pauseWarnings } from "./pauses";
import { type Misspelling, misspellingsIn } from "./placeholders";
import type { Edge, Node } from "./schema";
import { startsOf } from "./starts";
import { unknownReferences } from "./unknown-references";
import { schemasOfNode, schemasOfTrigger, unknownSettings } from "./unknown-settings";
import { type NodeWarning, type Warning, warn, warnAt } from "./warnings";
import { windowFaults } from "./window";

const NO_RIVALS: Rivals = {
  ...{ triggers: [], own: [], scenarios: [], keywords: DEFAULT_SETTINGS, room: null },
};

/** Everything that would keep a graph or some of its runs from working as meant. */
export function findWarnings(
  source: GraphWithSource,
  platform: Platform,
  known: Known,
  rivals: Rivals = NO_RIVALS,
): Warning[] {
  const { nodes, edges, graph, triggers } = source;
  const entries = entriesOf(nodes, edges);
  const read = readTriggers(triggers, platform);
  const pathsOf = pathFaults(
    graph,
    edges,
    entries.map(({ id }) => id),
    { platform, triggers: read },
  );
  const hasNode = (id: string) => graph.nodes.has(id);
  const ids = triggers.map(({ id, type }) => ({ id, type }));
  const context = { platform, known, hasNode, triggers: ids };
  const unknown = unknownSettings(triggers, schemasOfTrigger, MAX_UNKNOWN_SETTINGS);
  const started = { triggers: read, unknown, graph };
  return atMost(MAX_WARNINGS, [
    ...entryWarnings(entries),
    ...nodeWarnings(source, context, pathsOf),
    ...edgeWarnings(graph, edges),
    ...triggerWarnings(started, context, rivals),
    ...pauseWarnings(graph, platform, known),
  ]);
}

function nodeWarnings(
  { nodes, graph }: GraphWithSource,
  context: CheckContext,
  pathsOf: (id: string) => NodeWarning[],
): Warning[] {
  const { known } = context;
  const mentions = Map.groupBy(referencesIn(graph, known.shortUrlBase), ({ nodeId }) => nodeId);
  const unknown = unknownSettings(nodes, schemasOfNode, MAX_UNKNOWN_SETTINGS);
  const misspelt = Map.groupBy(misspellingsIn(nodes, graph), ({ nodeId }) => nodeId);
  return [...graph.nodes.values()].flatMap((node) =>
    [
      ...settingFaults(node, context),
      ...(unknown.get(node.id) ?? []),
      ...unknownReferences(mentions.get(node.id) ?? [], known),
      ...unknownPlaceholders(misspelt.get(node.id) ?? [], known),
      ...hourWarnings(hoursAskedBy(node), context),
      ...unconnectedHandles(node),
      ...pathsOf(node.id),
    ].map((found): Warning => ({ ...found, node_id: node.id })),
  );
}

function entryWarnings(entries: Node[]): Warning[] {
  const [first, ...others] = entries;
  if (!first) return [warn("missing_entry", {})];
  return others.map(({ id, type }) => warn("several_entries", { type }, { node_id: id }));
}

const UNREACHABLE = warn("unreachable_node", {});
const LOOP = warn("loop_without_wait", { most: MAX_STEPS });
const LONG_PATH = warn("path_without_wait", { most: MAX_STEPS });

type Starts = { platform: Platform; triggers: ReadTrigger[] };

/** The faults of the paths to and from a node, by the node's id. */
function pathFaults(
  graph: Graph,
  edges: Edge[],
  entries: string[],
  { platform, triggers }: Starts,
) {
  const successors = successorsOf(graph, edges);
  const reached =
    entries.length > 0 ? reachableFrom(entries, successors) : new Set(graph.nodes.keys());
  const { waited, waitless: at } = byWait(graph, edges);
  const waitless = successorsOf(graph, at);
  const looping = loopingNodes(waitless);
  const begins = [...entries, ...[...successorsOf(graph, waited).values()].flat()];
  const long = longPaths(waitless, begins, looping);
  const starts = startsOf(triggers, platform);
  const refused = windowFaults(graph, entries, starts, platform);
  const unbooked = nodesWithoutBooking(graph, entries, starts);
  return (id: string): NodeWarning[] => [
    ...(reached.has(id) ? [] : [UNREACHABLE]),
    ...(looping.has(id) ? [LOOP] : []),
    ...(long.has(id) ? [LONG_PATH] : []),
    ...[...(refused.get(id) ?? [])].map((fault) => warnAt("on_window_closed", fault, { platform })),
    ...bookingWarnings(unbooked.has(id) ? graph.nodes.get(id) : undefined),
  ];
}

const unknownPlaceholders = (misspelt: Misspelling[], { variables }: Known): NodeWarning[] =>
  misspelt
    .filter(({ name }) => !variables.has(name))
    .map(({ name, near, path }) => warnAt(path, "unknown_placeholder", { name, near }));

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
  return more === 0 ? kept : [...kept, warn("too_many_warnings", { count: more })];
}
