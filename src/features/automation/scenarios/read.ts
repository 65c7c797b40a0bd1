import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { stopIn } from "#db/lists/page";
import { scenarioVersions } from "#db/schema/authoring";
import { scenarios } from "#db/schema/automation";
import type { Scope } from "#env";
import { iso } from "#lib/time";
import type { Scenario } from "./schema";
import type { Warning } from "./warnings";

/** A scenario with the version that its ETag is made from. */
export type Versioned = { scenario: Scenario; version: number };
/** A saved scenario with the warnings about its graph. */
export type Saved = Versioned & { warnings: Warning[] };

const { workspaceId, nameKey, ...columns } = getTableColumns(scenarios);

/** Selects scenarios with their newest graphs, of a page that `filter` may cut short. */
export const selectScenarios = (scope: Scope, filter?: SQL) =>
  scope.db
    .select({
      ...columns,
      nodes: scenarioVersions.nodes,
      edges: scenarioVersions.edges,
      triggers: scenarioVersions.triggers,
      hasDraft: sql<number>`exists (
        select 1 from scenario_drafts where scenario_drafts.scenario_id = ${scenarios.id})`,
      stop: stopIn(filter),
    })
    .from(scenarios)
    .innerJoin(
      scenarioVersions,
      and(
        eq(scenarioVersions.scenarioId, scenarios.id),
        eq(scenarioVersions.version, scenarios.version),
      ),
    )
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectScenarios>>[number];

export const toWire = (row: Row): Scenario => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  provider: row.provider,
  nodes: row.nodes,
  edges: row.edges,
  triggers: row.triggers,
  is_active: row.isActive,
  tracked_tag_ids: row.trackedTagIds,
  webhook_url: row.webhookUrl,
  has_draft: row.hasDraft === 1,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

export const toVersioned = (row: Row): Versioned => ({
  scenario: toWire(row),
  version: row.version,
});
