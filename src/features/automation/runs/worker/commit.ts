import { type SQL, sql } from "drizzle-orm";
import { rows, type Statement } from "../../../../db/scope";
import type { Scope } from "../../../../env";
import { changeJson, changeStatements } from "../../../leads/apply-changes";
import { applyTags } from "../../../leads/tagging";
import type { Effect, Run } from "../../engine/run";
import { isOwnWait } from "../../engine/waits";
import type { SentMessage } from "./outgoing";
import type { Taken } from "./work";

/** A turn of the clock: all that it has made of the runs that it took. `name` tells it from every other. */
export type Commit = { name: string; taken: Taken[]; messages: SentMessage[] };

/** What a run does to its lead. */
type Change = Extract<Effect, { kind: "add_tags" | "remove_tags" | "update_lead" }>;

/**
 * The statements that write a turn, in the order in which they must stand in one transaction. The first takes the runs that nobody has
 * changed since they were read, and gives back their ids; whatever else is written is written for those only.
 */
export function commitStatements(scope: Scope, { name, taken, messages }: Commit): Statement[] {
  const now = Date.now();
  /** Whether this turn has taken the run that a row of a list belongs to. */
  const isTaken = sql`exists (select 1 from runs where runs.id = item.value ->> 'run' and runs.turn = ${name})`;
  const visits = taken.flatMap(({ run, effects }) =>
    effects
      .filter((effect) => effect.kind === "visit")
      .map(({ visit }) => ({ run: run.id, ...visit })),
  );
  const starts = taken.flatMap(({ run, effects }) =>
    effects
      .filter((effect) => effect.kind === "start_scenario")
      .map((start) => ({ run: run.id, lead: run.lead.id, ...start })),
  );
  const analyses = taken.flatMap(({ run, effects }) =>
    effects.some(({ kind }) => kind === "analyze") ? [{ run: run.id, lead: run.lead.id }] : [],
  );
  // Those that the turn was made of, and what the run itself has just done to its lead, before it began to wait for such a thing.
  const told = taken.filter(
    ({ due, run, effects }) => due.hasEvents || (hearsOfChanges(run) && effects.some(isChange)),
  );
  return [
    takeRuns(scope, name, taken, now),
    ...(visits.length > 0 ? [writeVisits(scope, listOf(visits), isTaken)] : []),
    ...(messages.length > 0 ? messageStatements(scope, messages, isTaken, now) : []),
    ...leadStatements(scope, taken, isTaken),
    ...(told.length > 0
      ? [
          rows(
            scope,
            sql`delete from run_events where run_id in (select item.value ->> 'run' from ${listOf(told.map(({ run }) => ({ run: run.id })))} where ${isTaken})`,
          ),
        ]
      : []),
    ...(starts.length > 0 ? [startRuns(scope, listOf(starts), isTaken, now)] : []),
    ...(analyses.length > 0 ? [requestAnalyses(scope, listOf(analyses), isTaken, now)] : []),
  ];
}

const listOf = (items: object[]) => sql`json_each(${JSON.stringify(items)}) as item`;

const isChange = (effect: Effect): effect is Change =>
  ["add_tags", "remove_tags", "update_lead"].includes(effect.kind);

const hearsOfChanges = ({ waiting }: Run) =>
  waiting?.for === "tag_added" || waiting?.for === "stage_changed";

/** The columns of a run as the turn leaves it. */
const columnsOf = ({ id, nodeId, visits, waiting, memory, ended }: Run, revision: number) => ({
  id,
  revision,
  state: ended?.state ?? (isOwnWait(waiting?.for) ? "running" : "waiting"),
  node: nodeId,
  for: waiting?.for ?? null,
  until: waiting?.until ?? null,
  visits,
  memory,
  reason: ended?.reason ?? null,
});

const takeRuns = ({ workspaceId, ...scope }: Scope, name: string, taken: Taken[], now: number) => {
  const of = (member: string) => sql.raw(`item.value ->> '${member}'`);
  return rows<{ id: number }>(
    scope,
    sql`update runs set state = ${of("state")}, node_id = ${of("node")}, waiting_for = ${of("for")}, waiting_until = ${of("until")}, next_at = ${of("until")},
        visits = ${of("visits")}, memory = item.value -> 'memory', revision = runs.revision + 1, turn = ${name},
        end_reason = ${of("reason")}, ended_at = iif(${of("reason")} is null, null, ${now}), updated_at = ${now}
      from ${listOf(taken.map(({ run, due }) => columnsOf(run, due.revision)))}
      where runs.id = ${of("id")} and runs.revision = ${of("revision")} and runs.workspace_id = ${workspaceId} and ended_at is null and runs.state <> 'paused'
      returning runs.id`,
  );
};

const writeVisits = (scope: Scope, list: SQL, isTaken: SQL) =>
  rows(
    scope,
    sql`insert into run_steps (run_id, visit, node_id, type, entered_at, left_at, outcome, detail)
      select item.value ->> 'run', item.value ->> 'visit', item.value ->> 'nodeId', item.value ->> 'type', item.value ->> 'enteredAt',
        item.value ->> 'leftAt', item.value ->> 'outcome', iif(json_type(item.value, '$.detail') = 'null', null, item.value -> 'detail')
      from ${list} where ${isTaken} order by item.key
      on conflict (run_id, visit) do update set left_at = excluded.left_at, outcome = excluded.outcome, detail = excluded.detail`,
  );

/** A message is one of its run's visit: a second one finds its place taken. */
function messageStatements(
  scope: Scope,
  messages: SentMessage[],
  isTaken: SQL,
  now: number,
): Statement[] {
  const list = listOf(messages.map(({ links, ...message }) => message));
  const links = messages.flatMap(({ run, visit, links }) =>
    links.map((link) => ({ run, visit, ...link })),
  );
  const conversation = sql`(select id from conversations where lead_id = item.value ->> 'lead' and channel_id = item.value ->> 'channel')`;
  const scenario = sql`(select scenario_id from runs where id = item.value ->> 'run')`;
  return [
    rows(
      scope,
      sql`insert into conversations (workspace_id, lead_id, platform, channel_id, created_at, updated_at)
        select ${scope.workspaceId}, item.value ->> 'lead', item.value ->> 'platform', item.value ->> 'channel', ${now}, ${now}
        from ${list} where ${isTaken} and ${conversation} is null on conflict do nothing`,
    ),
    rows(
      scope,
      sql`insert into messages (workspace_id, conversation_id, channel_id, direction, type, text, payload, status, run_id, visit, scenario_id, next_attempt_at, created_at)
        select ${scope.workspaceId}, ${conversation}, item.value ->> 'channel', 'outbound', item.value ->> 'type', item.value ->> 'text', item.value -> 'payload',
          'queued', item.value ->> 'run', item.value ->> 'visit', ${scenario}, ${now}, ${now}
        from ${list} where ${isTaken} order by item.key on conflict do nothing`,
    ),
    ...(links.length > 0
      ? [
          rows(
            scope,
            sql`insert into link_sends (id, workspace_id, short_link_id, lead_id, message_id, scenario_id, created_at)
              select item.value ->> 'sendId', ${scope.workspaceId}, short_links.id, runs.lead_id, messages.id, runs.scenario_id, ${now}
              from ${listOf(links)} cross join runs on runs.id = item.value ->> 'run'
                cross join messages on messages.run_id = runs.id and messages.visit = item.value ->> 'visit'
                cross join short_links on short_links.id = item.value ->> 'linkId'
              where ${isTaken}`,
          ),
        ]
      : []),
  ];
}

/** What runs do to their leads, in their order: first the first change of each, then the second, and so on. */
function leadStatements(scope: Scope, taken: Taken[], isTaken: SQL): Statement[] {
  const changes = taken.map(({ run, effects }) => ({
    run,
    changes: effects.filter(isChange),
  }));
  const longest = Math.max(0, ...changes.map(({ changes }) => changes.length));
  return Array.from({ length: longest }, (_, nth) =>
    changes.flatMap(({ run, changes }) => (changes[nth] ? [{ run, change: changes[nth] }] : [])),
  ).flatMap((round) => roundStatements(scope, round, isTaken));
}

function roundStatements(
  scope: Scope,
  round: { run: Run; change: Change }[],
  isTaken: SQL,
): Statement[] {
  const { db, workspaceId } = scope;
  const pairsOf = (kind: "add_tags" | "remove_tags") =>
    round.flatMap(({ run, change }) =>
      change.kind === kind
        ? change.tagIds.map((tag) => ({ run: run.id, lead: run.lead.id, tag }))
        : [],
    );
  const [added, removed] = [pairsOf("add_tags"), pairsOf("remove_tags")];
  const updates = round.flatMap(({ run, change }) =>
    change.kind === "update_lead"
      ? [{ run: run.id, ...changeJson(run.lead.id, change.change) }]
      : [],
  );
  const named = new Set(updates.flatMap(({ set }) => Object.keys(set)));
  return [
    ...(added.length > 0
      ? applyTags(
          db,
          sql`select item.value ->> 'lead' as lead_id, tags.id as tag_id from ${listOf(added)}
            cross join tags on tags.id = item.value ->> 'tag' and tags.workspace_id = ${workspaceId} where ${isTaken}`,
        )
      : []),
    ...(removed.length > 0
      ? [
          rows(
            scope,
            sql`delete from lead_tags where (lead_id, tag_id) in (select item.value ->> 'lead', item.value ->> 'tag' from ${listOf(removed)} where ${isTaken})`,
          ),
        ]
      : []),
    ...(updates.length > 0
      ? changeStatements(
          db,
          sql`(select item.value from ${listOf(updates)} where ${isTaken}) as change`,
          named,
        )
      : []),
  ];
}

/** The other scenarios of the workspace that runs start for their leads, where these have no active run there. */
const startRuns = (scope: Scope, list: SQL, isTaken: SQL, now: number) =>
  rows(
    scope,
    sql`insert into runs (workspace_id, scenario_id, lead_id, version, state, next_at, memory, enrolled_at, created_at, updated_at)
      select workspace_id, scenarios.id, item.value ->> 'lead', version, iif(is_active, 'pending', 'paused'), ${now}, item.value -> 'memory', ${now}, ${now}, ${now}
      from ${list} cross join scenarios on scenarios.id = item.value ->> 'scenarioId' and scenarios.workspace_id = ${scope.workspaceId}
      where ${isTaken} order by item.key on conflict do nothing`,
  );

/** The analyses of all that was said with leads. One that waits already is joined; `run_events_analysis` tells the runs when they are over. */
const requestAnalyses = (scope: Scope, list: SQL, isTaken: SQL, now: number) =>
  rows(
    scope,
    sql`insert into analysis_requests (conversation_id, cause, next_at, created_at)
      select conversations.id, 'scenario', 0, ${now}
      from ${list} cross join conversations on conversations.lead_id = item.value ->> 'lead' and messages_count > 0
      where ${isTaken} order by item.key, conversations.id`,
  );
