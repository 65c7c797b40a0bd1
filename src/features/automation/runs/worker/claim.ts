import { sql } from "drizzle-orm";
import { waitingRuns } from "../../../../db/runs";
import { rows } from "../../../../db/scope";
import type { RunEventKind, RunWait } from "../../../../domain/automation";
import type { Platform } from "../../../../domain/messaging";
import type { Scope } from "../../../../env";
import { channelsJson } from "../../../messaging/outbound/recipient";
import type { AnalysisStatus, Memory, Reply, RunEvent } from "../../engine/run";
import type { Edge, Node } from "../../scenarios/schema";
import { columnsOfLead, type LeadRow, tagStagesJson, toLead } from "../engine-lead";
import type { DueRun } from "./work";

/** Of graphs as JSON that one round reads; one graph is always read. */
const MAX_GRAPH_CHARACTERS = 4_000_000;

type RunRow = LeadRow & {
  run_id: number;
  lead_id: number;
  scenario_id: number;
  version: number;
  revision: number;
  platform: Platform;
  node_id: string | null;
  waiting_for: RunWait | null;
  waiting_until: number | null;
  visits: number;
  memory: string;
  early: string | null;
};

type EventRow = {
  runId: number;
  visit: number;
  kind: RunEventKind;
  data: string;
  reply: string | null;
};
type GraphRow = { key: string; nodes: string; edges: string };
type WorkspaceRow = {
  channels: string;
  tagStages: string;
  defaultCountry: string | null;
  nextAt: number | null;
};

export type SavedGraph = { key: string; nodes: Node[]; edges: Edge[]; characters: number };

/** What a clock takes in one round: of each lead one run. `nextAt` is when the first run is due, also of those that are taken. */
export type Due = { runs: DueRun[]; graphs: SavedGraph[]; nextAt: number | null };

const reply = sql.raw("json_array(id, text, tapped)");

/**
 * The statements that read the runs of a workspace that are due, the longest due first, with all that stepping them takes. Graphs that are
 * known are not read again: `knownKeys` are `scenario:version`.
 */
export function selectDue(scope: Scope, now: number, limit: number, knownKeys: string[]) {
  const { workspaceId } = scope;
  const due = sql`(select * from runs where ${waitingRuns(workspaceId)} and next_at <= ${now} order by next_at, id limit ${limit})`;
  const key = sql.raw("scenario_id || ':' || version");
  return [
    rows<RunRow>(
      scope,
      sql`select run.id as run_id, run.lead_id, run.scenario_id, run.version, run.revision, scenarios.platform, run.node_id, run.waiting_for, run.waiting_until,
          run.visits, run.memory, (select ${reply} from messages where messages.id = run.memory ->> 'early') as early, ${columnsOfLead(sql`scenarios.platform`)}
        from ${due} as run cross join scenarios on scenarios.id = run.scenario_id cross join leads on leads.id = run.lead_id order by run.next_at, run.id`,
    ),
    rows<EventRow>(
      scope,
      sql`select run_id as runId, visit, kind, data, (select ${reply} from messages where messages.id = message_id) as reply
        from run_events where run_id in (select id from ${due}) order by id`,
    ),
    rows<GraphRow>(
      scope,
      sql`select key, nodes, edges from (
          select ${key} as key, nodes, edges, sum(length(nodes) + length(edges)) over (order by scenario_id, version) - length(nodes) - length(edges) as before
          from scenario_versions where (scenario_id, version) in (select scenario_id, version from ${due})
            and ${key} not in (select value from json_each(${JSON.stringify(knownKeys)}))
        ) where before < ${MAX_GRAPH_CHARACTERS}`,
    ),
    rows<WorkspaceRow>(
      scope,
      sql`select ${channelsJson(workspaceId)} as channels,
          ${tagStagesJson(workspaceId)} as tagStages, default_country as defaultCountry, (select min(next_at) from runs where ${waitingRuns(workspaceId)}) as nextAt
        from workspaces where id = ${workspaceId}`,
    ),
  ] as const;
}

export type DueResults = [RunRow[], EventRow[], GraphRow[], WorkspaceRow[]];

/** What those statements have read. */
export function toDue(
  { shortUrlBase }: Scope,
  [runRows, eventRows, graphRows, [workspace]]: DueResults,
): Due {
  const eventsOf = Map.groupBy(eventRows, ({ runId }) => runId);
  const channels = workspace?.channels ?? "[]";
  const tagStages: Record<string, string> = JSON.parse(workspace?.tagStages ?? "{}");
  // What one run changes of its lead, another run of the lead must see.
  const firstOfLead = [
    ...new Map(runRows.toReversed().map((row) => [row.lead_id, row])).values(),
  ].toReversed();
  return {
    runs: firstOfLead.map((row) => ({
      run: {
        id: row.run_id,
        platform: row.platform,
        workspace: { shortUrlBase, defaultCountry: workspace?.defaultCountry ?? null, tagStages },
        nodeId: row.node_id,
        visits: row.visits,
        waiting:
          row.waiting_for === null ? null : { for: row.waiting_for, until: row.waiting_until },
        memory: JSON.parse(row.memory) as Memory,
        early: replyFrom(row.early),
        ended: null,
        lead: toLead({ ...row, channels }),
      },
      graphKey: `${row.scenario_id}:${row.version}`,
      revision: row.revision,
      // What happened during an earlier visit is nothing to this one.
      events: (eventsOf.get(row.run_id) ?? []).flatMap(({ visit, kind, data, reply }) => {
        const event =
          visit === row.visits ? eventFrom(kind, JSON.parse(data), reply, row.run_id) : undefined;
        return event ? [event] : [];
      }),
      hasEvents: eventsOf.has(row.run_id),
    })),
    graphs: graphRows.map(({ key, nodes, edges }) => ({
      key,
      nodes: JSON.parse(nodes),
      edges: JSON.parse(edges),
      characters: nodes.length + edges.length,
    })),
    nextAt: workspace?.nextAt ?? null,
  };
}

function replyFrom(json: string | null): Reply | null {
  if (json === null) return null;
  const [messageId, text, tapped] = JSON.parse(json);
  return { messageId, text, tapped };
}

/** As the triggers write it (drizzle/0004_engine.sql, drizzle/0006_analysis.sql). */
function eventFrom(
  kind: RunEventKind,
  data: Record<string, unknown>,
  reply: string | null,
  runId: number,
): RunEvent | undefined {
  switch (kind) {
    case "reply": {
      const said = replyFrom(reply);
      return said ? { kind, ...said } : undefined;
    }
    case "sending":
      return {
        kind,
        isSent: data.status !== "failed",
        reason: (data.reason as string | null) ?? null,
      };
    case "webhook":
      return {
        kind,
        isOk: data.isOk === true,
        status: (data.status as number | null) ?? null,
        ...("saved" in data && { saved: data.saved }),
      };
    case "analysis":
      return {
        kind,
        status: data.status as AnalysisStatus,
        reason: (data.reason as string | null) ?? null,
      };
    case "link_clicked":
      return { kind, shortLinkId: data.short_link_id as number, isOwn: data.run_id === runId };
    case "message_read":
      return { kind, nodeId: (data.node_id as string | null) ?? null };
    case "tag_added":
      return { kind, tagId: data.tag_id as number };
    case "stage_changed":
      return { kind, from: data.from as string | null, to: data.to as string | null };
    case "custom":
      return {
        kind,
        name: data.name as string,
        ...(data.data !== undefined && { data: data.data as Record<string, unknown> }),
      };
  }
}
