import { sql } from "drizzle-orm";
import type { Hashes } from "#db/statements/contact-hashes";
import type { Assignee } from "#db/statements/conversations";
import { bindBookings } from "#db/statements/run-bookings";
import { deleteRunEvents } from "#db/statements/run-events";
import { PARKED } from "#db/statements/run-states";
import { announceRuns, commitRuns, isCommitted, listOf, type RunUpdate } from "#db/statements/runs";
import { addRunChanges } from "#db/statements/scenario-days";
import { beginDay, recordReached } from "#db/writes/quotas";
import { isOwnWait } from "#domain/automation";
import { RUN_QUOTAS, type RunQuota } from "#domain/quotas";
import type { Scope } from "#env";
import { ownBooking } from "#features/automation/engine/booking";
import type { Run, Visit } from "#features/automation/engine/run";
import { gather, tally } from "#features/automation/statistics/tally";
import { effectStatements } from "./commit-effects";
import { isChange } from "./commit-leads";
import type { SentMessage } from "./outgoing";
import type { Outcome } from "./work";

/** The outcomes of one batch, to be committed together. `token` identifies the commit. */
export type RunCommit = {
  token: string;
  outcomes: Outcome[];
  messages: SentMessage[];
  hashes: Hashes;
  /** Those to whom runs hand over. */
  assignees: Assignee[];
};

export const newCommit = (
  outcomes: Outcome[],
  messages: SentMessage[],
  hashes: Hashes,
  assignees: Assignee[] = [],
): RunCommit => ({
  token: crypto.randomUUID(),
  outcomes,
  messages,
  hashes,
  assignees,
});

/**
 * The statements that write the outcomes, which must run in one transaction. `committed` writes the
 * runs that have not changed since they were read, and returns their ids; the statements after it
 * write for those runs only.
 */
export function commitStatements(scope: Scope, commit: RunCommit) {
  const { token, outcomes } = commit;
  const now = Date.now();
  return {
    committed: commitRuns(scope, token, outcomes.map(updateOf), now),
    bookings: takeBookings(scope, token, outcomes, now),
    visits: writeVisits(scope, token, outcomes),
    statistics: countSteps(scope, token, outcomes, now),
    effects: effectStatements(scope, token, commit, now),
    consumedEvents: deleteEvents(scope, token, outcomes),
    analyses: requestAnalyses(scope, token, outcomes, now),
    announced: announce(scope, token, outcomes),
    quotas: quotasIn(outcomes).flatMap((name) => [beginDay(scope), recordReached(scope, name)]),
  };
}

export type CommitStatements = ReturnType<typeof commitStatements>;

/** The quotas that have stopped runs from sending or asking. */
function quotasIn(outcomes: Outcome[]): RunQuota[] {
  const details = outcomes.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.kind === "visit" ? [effect.visit.detail] : [])),
  );
  return RUN_QUOTAS.filter((name) => details.some((detail) => detail?.quota === name));
}

const updateOf = ({ claimed, run, isParked }: Outcome): RunUpdate => ({
  id: run.id,
  revision: claimed.revision,
  state: run.ended?.state ?? (isOwnWait(run.waiting?.for) ? "running" : "waiting"),
  node: run.nodeId,
  for: run.waiting?.for ?? null,
  until: run.waiting?.until ?? null,
  next: isParked ? PARKED : (run.waiting?.until ?? null),
  visits: run.visits,
  memory: run.memory,
  reason: run.ended?.reason ?? null,
});

/** The runs that begin to be about a booking, as it was when they were stepped. */
function takeBookings(scope: Scope, token: string, outcomes: Outcome[], now: number) {
  const list = outcomes.flatMap(({ claimed, run }) => {
    const { bookingId: booking = null } = run;
    if (booking === (claimed.run.bookingId ?? null)) return [];
    const { startsAt = null, endsAt = null, state = null } = ownBooking(run) ?? {};
    return { run: run.id, booking, startsAt, endsAt, state };
  });
  return list.length > 0 ? bindBookings(scope, token, list, now) : undefined;
}

function writeVisits(scope: Scope, token: string, outcomes: Outcome[]) {
  const visits = outcomes.flatMap(({ run, effects }) =>
    effects.flatMap((effect) =>
      effect.kind === "visit" ? [{ run: run.id, ...effect.visit }] : [],
    ),
  );
  if (visits.length === 0) return undefined;
  const of = (member: keyof Visit) => sql.raw(`item.value ->> '${member}'`);
  const detail = sql`iif(json_type(item.value, '$.detail') = 'null', null, item.value -> 'detail')`;
  return sql`
    insert into run_steps (run_id, visit, node_id, type, entered_at, left_at, outcome, answer,
                           detail, event_id)
    select item.value ->> 'run', ${of("visit")}, ${of("nodeId")}, ${of("type")},
           ${of("enteredAt")}, ${of("leftAt")}, ${of("outcome")}, ${of("answer")},
           ${detail}, ${of("eventId")}
    from ${listOf(visits)} where ${isCommitted(scope, token)} order by item.key
    on conflict (run_id, visit) do update set
      left_at = excluded.left_at, outcome = excluded.outcome, answer = excluded.answer,
      detail = ifnull(excluded.detail, detail), event_id = excluded.event_id`;
}

function countSteps(scope: Scope, token: string, outcomes: Outcome[], now: number) {
  const list = outcomes.flatMap((outcome) => tally(outcome, now));
  return list.length > 0 ? addRunChanges(scope, token, gather(list)) : undefined;
}

/**
 * Deletes the events that the runs were stepped with, and those that a run's own changes of its
 * lead have just recorded for it: they came before it began to wait for such an event.
 */
function deleteEvents(scope: Scope, token: string, outcomes: Outcome[]) {
  const stepped = outcomes.filter(
    ({ claimed, run, effects }) =>
      claimed.hasEvents || (awaitsChanges(run) && effects.some(isChange)),
  );
  if (stepped.length === 0) return undefined;
  const list = listOf(stepped.map(({ run }) => ({ run: run.id })));
  return deleteRunEvents(
    sql`select item.value ->> 'run' from ${list} where ${isCommitted(scope, token)}`,
  );
}

const awaitsChanges = ({ waiting }: Run) =>
  waiting?.for === "tag_added" || waiting?.for === "stage_changed";

/** Stores the events of the runs that have ended, or begun to wait at a node. */
function announce(scope: Scope, token: string, outcomes: Outcome[]) {
  const list = outcomes.flatMap(({ claimed, run }) =>
    run.ended || beginsToWait(claimed.run, run) ? [{ run: run.id, ended: run.ended !== null }] : [],
  );
  return list.length > 0 ? announceRuns(scope, token, list) : undefined;
}

/** The service's own waits are no events. A run that goes on waiting at its node is none either. */
const beginsToWait = (before: Run, { visits, waiting }: Run) =>
  !isOwnWait(waiting?.for) && (before.visits !== visits || isOwnWait(before.waiting?.for));

/**
 * Requests the analyses of all conversations of leads. A request joins an analysis that is queued
 * already. The trigger `run_events_analysis` reports the end of the analyses to the runs.
 */
function requestAnalyses(scope: Scope, token: string, outcomes: Outcome[], now: number) {
  const requests = outcomes.flatMap(({ run, effects }) =>
    effects.some(({ kind }) => kind === "analyze") ? [{ run: run.id, lead: run.lead.id }] : [],
  );
  if (requests.length === 0) return undefined;
  return sql`
    insert into analysis_requests (conversation_id, cause, next_at, created_at)
    select conversations.id, 'scenario', 0, ${now}
    from ${listOf(requests)} cross join conversations
      on conversations.lead_id = item.value ->> 'lead' and messages_count > 0
    where ${isCommitted(scope, token)} order by item.key, conversations.id`;
}
