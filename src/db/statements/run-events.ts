import { type SQL, sql } from "drizzle-orm";
import type { RunEventKind } from "../../domain/automation";

/**
 * Records an event for the runs that `which` finds, of the visit that they are in, and returns
 * their ids. A trigger of `run_events` then makes the runs due.
 */
export const insertRunEvents = (kind: RunEventKind, data: object, which: SQL) =>
  sql<{ run_id: number }>`
    insert into run_events (run_id, seq, visit, kind, data, at)
    select id, (select ifnull(max(seq), 0) + 1 from run_events where run_id = runs.id), visits, ${kind}, ${JSON.stringify(data)}, ${Date.now()} from runs where ${which}
    returning run_id`;

/** Deletes the events of runs. `runIds` selects the runs. */
export const deleteRunEvents = (runIds: SQL) =>
  sql`delete from run_events where run_id in (${runIds})`;
