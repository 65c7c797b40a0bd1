import { eq, sql } from "drizzle-orm";
import { scenarioDrafts } from "#db/schema/authoring";
import { scenarios } from "#db/schema/automation";
import { within } from "#db/scope/scope";
import type { Platform } from "#domain/platforms";
import type { Scope } from "#env";
import type { Edge, Node, Trigger } from "../schema";

/** A version of a scenario by its number, its newest version, or its draft. */
export type Side = number | "current" | "draft";

/** The graph of a version or draft, whose `version` is that which it is based on. */
export type StoredGraph = {
  version: number;
  name: string;
  platform: Platform;
  provider: string | null;
  /** As JSON. */
  nodes: string;
  edges: string;
  triggers: string;
};

/** The triggers, as JSON, of the scenario of a draft. */
const newestTriggers = sql`(
  select scenario_versions.triggers from scenarios cross join scenario_versions
    on scenario_versions.scenario_id = scenarios.id
    and scenario_versions.version = scenarios.version
  where scenarios.id = scenario_drafts.scenario_id)`;

/** Selects a scenario's graph, as JSON. A draft without triggers of its own keeps the newest. */
export function selectGraphOf(scope: Scope, id: number, side: Side) {
  if (side === "draft")
    return sql<StoredGraph>`
      select base_version as version, settings ->> 'name' as name,
        settings ->> 'platform' as platform, settings ->> 'provider' as provider, nodes, edges,
        ifnull(triggers, ${newestTriggers}) as triggers
      from scenario_drafts
      where ${within(scope, scenarioDrafts, eq(scenarioDrafts.scenarioId, id))}`;
  return sql<StoredGraph>`
    select scenario_versions.version, scenario_versions.name, scenario_versions.platform,
      scenario_versions.provider, nodes, edges, triggers
    from scenarios cross join scenario_versions
      on scenario_id = scenarios.id
      and scenario_versions.version = ${side === "current" ? sql`scenarios.version` : side}
    where ${within(scope, scenarios, eq(scenarios.id, id))}`;
}

export const graphOf = ({
  nodes,
  edges,
  triggers,
}: Pick<StoredGraph, "nodes" | "edges" | "triggers">) => ({
  nodes: JSON.parse(nodes) as Node[],
  edges: JSON.parse(edges) as Edge[],
  triggers: JSON.parse(triggers) as Trigger[],
});
