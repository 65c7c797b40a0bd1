import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import type { Platform } from "#domain/platforms";
import type { Scope } from "#env";
import { findAssignees } from "#features/access/assignees/store";
import { found } from "#lib/problem";
import type { ReferenceKind } from "../engine/nodes/definition";
import { findDefinition } from "../engine/nodes/registry";
import { readTriggers, type Trigger } from "../triggers/read";
import { hoursAskedByTrigger, triggerReferences, variablesReadBy } from "../triggers/references";
import { findWarnings } from "./check";
import type { GraphCheck, GraphCheckInput, ScenarioCheckInput } from "./check-schema";
import { entriesOf, type GraphWithSource, withSource } from "./compile";
import { hoursAskedBy } from "./hours";
import { type KnownRow, selectKnownAmong } from "./known";
import { knownIn, rivalsIn } from "./known-things";
import { referencesIn, templatesIn } from "./mentions";
import { misspellingsIn } from "./placeholders";
import type { Node } from "./schema";
import { graphOf, type StoredGraph, selectGraphOf } from "./versions/graph";
import { inData, isRunnable, type Warning } from "./warnings";
import { repliesUnder, sendsUnasked } from "./window";

export { readsBookings } from "./bookings";
export { effectsOf } from "./effects";

/** The graph of a request. */
export const requestedGraph = ({ nodes, edges, triggers }: RequestedGraph) =>
  withSource(nodes ?? [], edges ?? [], triggers ?? []);

type RequestedGraph = Pick<ScenarioCheckInput, "nodes" | "edges"> & {
  triggers?: Trigger[] | null | undefined;
};

/** True if nodes of the type pass the fields of leads on. */
export const passesOn = ({ type }: Pick<Node, "type">) => findDefinition(type)?.passesOn ?? false;

/** The rows of the workspace's database that a graph refers to, by their kind. */
export function mentionedIn(scope: Scope, { nodes, graph, triggers }: GraphWithSource) {
  const read = readTriggers(triggers, null);
  const mentions = [...referencesIn(graph, scope.shortUrlBase), ...read.flatMap(triggerReferences)];
  const of = (kind: ReferenceKind) => [
    ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ ref }) => ref)),
  ];
  return {
    tag: of("tag"),
    scenario: of("scenario"),
    link: of("link"),
    slug: of("slug"),
    medium: of("medium"),
    channel: of("channel"),
    segment: of("segment"),
    source: of("source"),
    template: [...new Set(templatesIn(graph))],
    // One of them has the triggers of other scenarios read.
    trigger: triggers.slice(0, 1).map(({ id }) => id),
    variable: [...new Set(misspellingsIn(nodes, graph).map(({ name }) => name))],
    dated: variablesReadBy(read),
    // One of them has the hours read.
    hours: [
      ...[...graph.nodes.values()].flatMap(hoursAskedBy),
      ...read.flatMap(hoursAskedByTrigger),
    ].slice(0, 1),
  };
}

/** Selects the things that a graph refers to and that the workspace has, for `graphWarnings`. */
export function selectKnown(scope: Scope, graph: GraphWithSource) {
  const mentioned = mentionedIn(scope, graph);
  return selectKnownAmong(
    scope,
    (kind) => sql`(select value from json_each(${JSON.stringify(mentioned[kind])}))`,
  );
}

/**
 * The assignees that a graph refers to: one round trip to the directory, or none without any.
 */
async function knownAssignees(scope: Scope, { graph }: GraphWithSource) {
  const refs = referencesIn(graph, scope.shortUrlBase)
    .filter(({ kind }) => kind === "assignee")
    .map(({ ref }) => Number(ref));
  const found = await findAssignees(scope, [...new Set(refs)]);
  return found.map(({ id }): KnownRow => ({ kind: "assignee", ref: id }));
}

/**
 * The warnings about a graph. `rows` are those of `selectKnown`. A graph that refers to assignees
 * takes a further round trip, to the directory. `ownId`: the scenario that it is of.
 */
export async function graphWarnings(
  scope: Scope,
  graph: GraphWithSource,
  platform: Platform,
  inWorkspace: KnownRow[],
  ownId?: number,
): Promise<Warning[]> {
  const rows = [...inWorkspace, ...(await knownAssignees(scope, graph))];
  return findWarnings(graph, platform, knownIn(scope, graph, rows), rivalsIn(rows, ownId));
}

/**
 * The needs of a stored graph's runs that an enrolment does not meet: an open window, for free text
 * before the lead has written, and a comment, for a reply under it.
 */
export function needsOfEnrolment(stored: StoredGraph) {
  const { nodes, edges, graph } = storedGraph(stored);
  const entries = entriesOf(nodes, edges).map(({ id }) => id);
  return { window: sendsUnasked(graph, entries), comment: repliesUnder(graph, entries) };
}

/** Checks a graph that belongs to no scenario, in one round trip. */
export async function checkGraph(
  scope: Scope,
  { platform, ...input }: GraphCheckInput,
): Promise<GraphCheck> {
  const graph = requestedGraph(input);
  return checkedGraph(scope, graph, platform, await readKnown(scope, graph));
}

/** Checks the graph of a request in one round trip or, without one, the scenario's own in two. */
export async function checkScenario(
  scope: Scope,
  id: number,
  { platform, ...input }: ScenarioCheckInput,
): Promise<GraphCheck> {
  const isGiven = input.nodes != null || input.edges != null;
  const given = requestedGraph(input);
  const { scenario, ofGiven } = await readBatch(scope, {
    scenario: selectGraphOf(scope, id, "current"),
    ofGiven: selectKnown(scope, given),
  });
  const stored = found(scenario[0]);
  const kept = storedGraph(stored);
  const { nodes, edges } = isGiven ? given : kept;
  const checked = withSource(nodes, edges, input.triggers ?? kept.triggers);
  const isAsked = isGiven && (input.triggers !== undefined || kept.triggers.length === 0);
  const known = isAsked ? ofGiven : await readKnown(scope, checked);
  return checkedGraph(scope, checked, platform ?? stored.platform, known, id);
}

async function checkedGraph(
  scope: Scope,
  graph: GraphWithSource,
  platform: Platform,
  known: KnownRow[],
  ownId?: number,
): Promise<GraphCheck> {
  const warnings = await graphWarnings(scope, graph, platform, known, ownId);
  return {
    is_runnable: isRunnable(warnings),
    warnings,
    references: fewReferences([
      ...referencesIn(graph.graph, scope.shortUrlBase).map(({ nodeId, ...mention }) => ({
        node_id: nodeId,
        ...mention,
      })),
      ...readTriggers(graph.triggers, platform).flatMap((trigger) =>
        triggerReferences(trigger).map((mention) => ({ trigger_id: trigger.id, ...mention })),
      ),
    ]),
  };
}

const MAX_REFERENCES = 1000;
const MAX_REFERENCES_CHARACTERS = 300_000;

type PlacedReference = NonNullable<GraphCheck["references"]>[number];

/** References as they are shown; null where they would make too long an answer. */
function fewReferences(mentions: PlacedReference[]): GraphCheck["references"] {
  if (mentions.length > MAX_REFERENCES) return null;
  const references = mentions.map((mention) => ({ ...mention, path: inData(mention.path) }));
  return JSON.stringify(references).length > MAX_REFERENCES_CHARACTERS ? null : references;
}

function storedGraph(stored: StoredGraph) {
  const { nodes, edges, triggers } = graphOf(stored);
  return withSource(nodes, edges, triggers);
}

/** Reads what `selectKnown` selects. */
export const readKnown = async (scope: Scope, graph: GraphWithSource) =>
  (await readBatch(scope, { known: selectKnown(scope, graph) })).known;
