import { sql } from "drizzle-orm";
import { dueIn } from "../../../../db/due";
import { readAll, rows, type Statement } from "../../../../db/scope";
import type { Due as Wakes } from "../../../../domain/wake";
import type { Scope } from "../../../../env";
import type { Answer } from "./call";
import { type Due, type DueResults, selectDue, toDue } from "./claim";
import { type Commit, commitStatements } from "./commit";

/** What the clock of a workspace acts on. The workspace's country is read in each round. */
export { scopeOf } from "../../../../db/scope";

/**
 * What a round came to. `taken` are the ids of the runs that the turn has written: the others had changed since they were read, and are read
 * again. `wakes` is what else of the workspace is due by then. `statements` counts what was asked of D1.
 */
export type Round = { taken: number[]; due: Due; wakes: Wakes; statements: number };

/** One round of a clock, in one round trip: writes what became of the runs of the last one, and reads those that are due. */
export async function nextRound(
  scope: Scope,
  commit: Commit | null,
  limit: number,
  knownKeys: string[],
): Promise<Round> {
  const committing = commit ? commitStatements(scope, commit) : [];
  const reading = [
    ...selectDue(scope, Date.now(), limit, knownKeys),
    rows<Wakes>(scope, dueIn(scope.workspaceId)),
  ];
  const [first, ...others]: Statement[] = [...committing, ...reading];
  const results: readonly unknown[] = await readAll(scope, [first!, ...others]);
  const taken = commit ? (results[0] as { id: number }[]).map(({ id }) => id) : [];
  const [wakes] = results.at(-1) as [Wakes];
  return {
    taken,
    due: toDue(scope, results.slice(-5, -1) as DueResults),
    wakes: { ...wakes, runs: 0 },
    statements: results.length,
  };
}

/** The run, as long as it waits for the answer to its webhook. */
const awaiting = ({ workspaceId }: Scope, runId: number, visit: number) =>
  sql`id = ${runId} and workspace_id = ${workspaceId} and visits = ${visit} and waiting_for = 'webhook'`;

/** Whether a run still waits for the answer to its webhook, and is not paused. */
export async function isAwaited(scope: Scope, runId: number, visit: number) {
  const waiting = sql`select 1 from runs where ${awaiting(scope, runId, visit)} and state <> 'paused'`;
  const [found] = await readAll(scope, [rows(scope, waiting)]);
  return found.length > 0;
}

/** Tells a run what its webhook has answered, if it still waits for it. */
export const recordAnswer = (scope: Scope, runId: number, visit: number, answer: Answer) =>
  readAll(scope, [
    rows(
      scope,
      sql`insert into run_events (run_id, visit, kind, data, at) select id, visits, 'webhook', ${JSON.stringify(answer)}, ${Date.now()}
        from runs where ${awaiting(scope, runId, visit)}`,
    ),
  ]);
