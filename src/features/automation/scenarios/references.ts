import { type SQL, sql } from "drizzle-orm";
import { batch, readBatch } from "../../../db/batch";
import { scenarios } from "../../../db/schema/automation";
import { tags } from "../../../db/schema/leads";
import { shortLinks } from "../../../db/schema/links";
import { within } from "../../../db/scope";
import type { Platform } from "../../../domain/messaging";
import type { Scope } from "../../../env";
import { outboundRules } from "../../../lib/outbound-url";
import { found } from "../../../lib/problem";
import type { Known, ReferenceKind } from "../engine/nodes/definition";
import { findWarnings, isRunnable } from "./check";
import { type GraphWithSource, withSource } from "./compile";
import { referencesIn } from "./mentions";
import type { ScenarioCheck, ScenarioCheckInput } from "./schema";
import { graphOf, type StoredGraph, selectGraphOf } from "./versions/graph";
import type { Warning } from "./warnings";

/** The graph of a request. */
export const requestedGraph = ({ nodes, edges }: Pick<ScenarioCheckInput, "nodes" | "edges">) =>
  withSource(nodes ?? [], edges ?? []);

export type KnownRow = { kind: ReferenceKind; ref: number | string };

/** What a graph refers to, by its kind. */
export function mentionedIn(scope: Scope, { graph }: GraphWithSource) {
  const mentions = referencesIn(graph, scope.shortUrlBase);
  const of = (kind: ReferenceKind) => [
    ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ ref }) => ref)),
  ];
  return { tag: of("tag"), scenario: of("scenario"), link: of("link"), slug: of("slug") };
}

/** Selects the things that a graph refers to and that the workspace has, for `warningsOf`. */
export function selectKnown(scope: Scope, graph: GraphWithSource) {
  const mentioned = mentionedIn(scope, graph);
  return selectKnownAmong(
    scope,
    (kind) => sql`(select value from json_each(${JSON.stringify(mentioned[kind])}))`,
  );
}

/** As `selectKnown`, where `among` selects what is referred to. */
export const selectKnownAmong = (scope: Scope, among: (kind: ReferenceKind) => SQL) =>
  sql<KnownRow>`
    select 'tag' as kind, id as ref from ${tags}
      where id in ${among("tag")} and ${within(scope, tags)}
    union all select 'scenario', id from ${scenarios}
      where id in ${among("scenario")} and ${within(scope, scenarios)}
    union all select 'link', id from ${shortLinks}
      where id in ${among("link")} and ${within(scope, shortLinks)}
    union all select 'slug', slug_key from ${shortLinks}
      where slug_key in ${among("slug")} and ${within(scope, shortLinks)}`;

/** The warnings about a graph. `rows` are those of `selectKnown`. */
export function warningsOf(
  scope: Scope,
  graph: GraphWithSource,
  platform: Platform,
  rows: KnownRow[],
): Warning[] {
  const of = (kind: ReferenceKind) =>
    new Set(rows.filter((row) => row.kind === kind).map(({ ref }) => ref));
  const known: Known = {
    tag: of("tag"),
    scenario: of("scenario"),
    link: of("link"),
    slug: of("slug"),
    shortUrlBase: scope.shortUrlBase,
    outbound: outboundRules(scope),
    region: { country: scope.defaultCountry, timeZone: null },
  };
  return findWarnings(graph, platform, known);
}

/** Checks the graph of a request in one round trip or, without one, the scenario's own in two. */
export async function checkScenario(
  scope: Scope,
  id: number,
  { platform, ...input }: ScenarioCheckInput,
): Promise<ScenarioCheck> {
  const isGiven = input.nodes != null || input.edges != null;
  const given = requestedGraph(input);
  // Nothing else is written, so this batch claims the request's Idempotency-Key.
  const { scenario, ofGiven } = await batch(scope, {
    scenario: selectGraphOf(scope, id, "current"),
    ofGiven: selectKnown(scope, given),
  });
  const stored = found(scenario[0]);
  const checked = isGiven ? given : storedGraph(stored);
  const known = isGiven ? ofGiven : await readKnown(scope, checked);
  const warnings = warningsOf(scope, checked, platform ?? stored.platform, known);
  return { is_runnable: isRunnable(warnings), warnings };
}

function storedGraph(stored: StoredGraph) {
  const { nodes, edges } = graphOf(stored);
  return withSource(nodes, edges);
}

const readKnown = async (scope: Scope, graph: GraphWithSource) =>
  (await readBatch(scope, { known: selectKnown(scope, graph) })).known;
