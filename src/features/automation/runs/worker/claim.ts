import { type SQL, sql } from "drizzle-orm";
import { batch, countStatements, type Results } from "#db/batch";
import { dropDue } from "#db/removal/hide-runs";
import { runs } from "#db/schema/automation";
import { present } from "#db/scope/present";
import { owned } from "#db/scope/scope";
import { isSuspended } from "#db/scope/suspension";
import { answeredCommentJson } from "#db/statements/messages/comments";
import { isBeingPaused, isWaiting } from "#db/statements/run-states";
import { reviveParked } from "#db/statements/runs";
import { pauseDue } from "#db/statements/switches";
import { beginDay, isFull, isUsedUp, recordReached } from "#db/writes/quotas";
import type { RunWait } from "#domain/automation";
import type { Platform } from "#domain/platforms";
import type { Scope } from "#env";
import { type Hours, NO_HOURS } from "#features/automation/engine/hours";
import type { Memory } from "#features/automation/engine/run";
import type { Edge, Node } from "#features/automation/scenarios/schema";
import { withLeadRef } from "#features/leads/lead-ref";
import { channelsJson, commentIn } from "#features/messaging/outbound/recipient";
import { askedJson } from "../bookings";
import { columnsOfLead, hoursJson, type LeadRow, tagStagesJson, toLead } from "../engine-lead";
import { selectGraphs } from "./claimed-graphs";
import { type CommitStatements, commitStatements, type RunCommit } from "./commit";
import { type EventRow, eventsIn, replyFrom, replyJson, selectEvents } from "./run-events";
import { triggerFrom, triggerJson } from "./run-trigger";
import type { Claimed } from "./work";

export { scopeOf } from "#db/scope/scope";

/** The most parked runs that one batch makes due. */
const MAX_REVIVED = 200;
/** The most deleted runs that one batch drops. Only an event makes them due again. */
const MAX_DROPPED = 500;

type RunRow = LeadRow & {
  run_id: number;
  lead_id: number;
  scenario_id: number;
  version: number;
  revision: number;
  platform: Platform;
  channel_id: number | null;
  node_id: string | null;
  waiting_for: RunWait | null;
  waiting_until: number | null;
  visits: number;
  memory: string;
  early: string | null;
  trigger: string | null;
  comment: string | null;
  booking_id: number | null;
  /** JSON; null where the graph reads none. */
  bookings: string | null;
  /** The number of due runs of its lead, itself included. */
  found: number;
};

type WorkspaceRow = {
  channels: string;
  tagStages: string;
  defaultCountry: string | null;
  hours: string;
  isOverMessages: 0 | 1;
  isOverRequests: 0 | 1;
  isFull: 0 | 1;
  nextAt: number | null;
};

export type SavedGraph = { key: string; nodes: Node[]; edges: Edge[]; characters: number };

/**
 * The result of one round trip. `committed` are the ids of the runs that it wrote: the others had
 * changed since they were read, and are claimed again. `claimed` has at most one run of each lead,
 * and none of those whose events were too many to be read this time. `found` counts all that were
 * due, up to the limit. `nextAt` is when the first run is due, claimed or not; null while the
 * workspace is suspended or full (`isFull`), which claims nothing. `statements` counts the
 * statements. `areRevived`: no run is parked any more.
 */
export type Batch = {
  committed: number[];
  claimed: Claimed[];
  found: number;
  graphs: SavedGraph[];
  isFull: boolean;
  nextAt: number | null;
  statements: number;
  areRevived: boolean;
};

/**
 * Commits the outcomes of the last batch and claims the runs that are due, the longest due first,
 * in one round trip. Graphs of `knownKeys` (`scenario:version`) are not read again. `revives` makes
 * some hundred parked runs due before.
 */
export async function claimBatch(
  scope: Scope,
  commit: RunCommit | null,
  limit: number,
  knownKeys: string[],
  revives = false,
): Promise<Batch> {
  const committing: Partial<CommitStatements> = commit ? commitStatements(scope, commit) : {};
  const statements = {
    ...committing,
    revived: revives ? reviveParked(scope, MAX_REVIVED, Date.now()) : undefined,
    ...claimStatements(scope, Date.now(), limit, knownKeys),
  };
  const { committed = [], revived = [], ...claimed } = await batch(scope, statements);
  const { claimed: runs, ...others } = toClaimed(scope, claimed);
  return {
    committed: committed.flat().map(({ id }) => id),
    areRevived: revives && revived.length < MAX_REVIVED,
    ...others,
    claimed: await Promise.all(runs.map((one) => withRef(scope, one))),
    statements: countStatements(statements),
  };
}

const withRef = async (scope: Scope, { run, ...others }: Claimed): Promise<Claimed> => ({
  ...others,
  run: { ...run, lead: await withLeadRef(scope, run.lead) },
});

/** Records that the runs of a full workspace wait. The first time on a day is an event. */
export const recordFull = (scope: Scope) =>
  batch(scope, { day: beginDay(scope), reached: recordReached(scope, "stored_bytes") });

/** The statements that read the due runs, and everything that stepping them needs. */
function claimStatements(scope: Scope, now: number, limit: number, knownKeys: string[]) {
  const isWorking = sql`not ${isSuspended(scope.workspaceId)}`;
  const isDue = owned(scope, runs, sql`${isWaiting} and next_at <= ${now} and ${isWorking}`);
  const first = (most: SQL) =>
    sql`(select id, lead_id, scenario_id, version, next_at from runs where ${isDue}
         order by next_at, id limit ${most})`;
  const due = sql`(
    select * from ${first(sql`${limit}`)} as runs where ${present(runs)} and not ${isBeingPaused})`;
  return {
    dropped: dropDue(scope, first, limit > 0 ? MAX_DROPPED : 0),
    paused: pauseDue(scope, first, limit),
    runs: selectRuns(scope, due, now),
    events: selectEvents(scope, due, firstOfLeads(due)),
    graphs: selectGraphs(due, firstOfLeads(due), knownKeys),
    workspace: sql<WorkspaceRow>`
      select ${channelsJson(scope.workspaceId)} as channels,
             ${tagStagesJson(scope)} as tagStages,
             default_country as defaultCountry,
             ${hoursJson} as hours,
             ${isUsedUp(scope, "messages_per_day")} as isOverMessages,
             ${isUsedUp(scope, "http_requests_per_day")} as isOverRequests,
             ${isFull(scope)} as isFull,
             (select min(next_at) from runs
              where ${owned(scope, runs, isWaiting, isWorking)}) as nextAt
      from workspaces where id = ${scope.workspaceId}`,
  };
}

/**
 * The ids of those of the due runs that come first of their lead, each with the number of the
 * lead's due runs: another run must see the changes that the first one makes to the lead. All else
 * that is read of runs is read of these.
 */
export const firstOfLeads = (due: SQL) => sql`(
  select cast(substr(min(printf('%015d%015d', next_at, id)), 16) as integer) as id,
         count(*) as found
  from ${due} group by lead_id)`;

const selectRuns = (scope: Scope, due: SQL, now: number) => sql<RunRow>`
  select run.id as run_id, found, run.lead_id, run.scenario_id, run.version, run.revision,
         scenarios.platform, run.channel_id, run.node_id, run.waiting_for, run.waiting_until,
         run.visits, run.memory,
         (select ${replyJson} from messages where messages.id = run.memory ->> 'early') as early,
         ${triggerJson(scope)} as trigger, run.booking_id, ${askedJson(scope, now)} as bookings,
         ${answeredCommentJson(sql`run.cause ->> 'comment_id'`)} as comment,
         ${columnsOfLead(sql`scenarios.platform`)}
  from ${firstOfLeads(due)} as one
    cross join runs as run on run.id = one.id
    cross join scenarios on scenarios.id = run.scenario_id
    cross join leads on leads.id = run.lead_id
  order by run.next_at, run.id`;

type ClaimResults = Results<ReturnType<typeof claimStatements>>;

function toClaimed(scope: Scope, { events, graphs, workspace, ...found }: ClaimResults) {
  const [row] = workspace;
  const isFull = row?.isFull === 1;
  const runs = isFull ? [] : found.runs;
  const eventsOf = Map.groupBy(events, ({ runId }) => runId);
  const surroundings = {
    channels: row?.channels ?? "[]",
    workspace: {
      shortUrlBase: scope.shortUrlBase,
      defaultCountry: row?.defaultCountry ?? null,
      ...(row ? (JSON.parse(row.hours) as Hours) : NO_HOURS),
      tagStages: JSON.parse(row?.tagStages ?? "{}") as Record<string, string>,
      usedUp: [
        ...(row?.isOverMessages ? (["messages_per_day"] as const) : []),
        ...(row?.isOverRequests ? (["http_requests_per_day"] as const) : []),
      ],
    },
  };
  return {
    found: runs.reduce((sum, { found }) => sum + found, 0),
    claimed: runs.flatMap((run, index) => {
      const read = eventsOf.get(run.run_id) ?? [];
      return index === 0 || read.every(({ isRead }) => isRead)
        ? toRun(run, read, surroundings)
        : [];
    }),
    graphs: graphs.map(({ key, nodes, edges }) => ({
      key,
      nodes: JSON.parse(nodes),
      edges: JSON.parse(edges),
      characters: nodes.length + edges.length,
    })),
    isFull,
    nextAt: isFull ? null : (row?.nextAt ?? null),
  };
}

type Surroundings = { channels: string; workspace: Claimed["run"]["workspace"] };

const toRun = (
  row: RunRow,
  events: EventRow[],
  { channels, workspace }: Surroundings,
): Claimed => ({
  run: {
    id: row.run_id,
    platform: row.platform,
    channelId: row.channel_id,
    trigger: triggerFrom(row.trigger),
    comment: commentIn(row.comment),
    bookings: row.bookings === null ? [] : JSON.parse(row.bookings),
    bookingId: row.booking_id,
    workspace,
    nodeId: row.node_id,
    visits: row.visits,
    waiting: row.waiting_for === null ? null : { for: row.waiting_for, until: row.waiting_until },
    memory: JSON.parse(row.memory) as Memory,
    early: replyFrom(row.early),
    ended: null,
    lead: toLead({ ...row, channels }),
  },
  graphKey: `${row.scenario_id}:${row.version}`,
  revision: row.revision,
  events: eventsIn(events, row.run_id, row.visits),
  hasEvents: events.length > 0,
});
