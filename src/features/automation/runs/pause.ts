import { and, eq, isNull, sql } from "drizzle-orm";
import { batch } from "#db/batch";
import { runs } from "#db/schema/automation";
import { present } from "#db/scope/present";
import { within } from "#db/scope/scope";
import { holdQueuedOfRuns, releaseHeldOfRun } from "#db/statements/messages/queued";
import { holdRuns, letGoRun } from "#db/statements/run-pauses";
import type { Scope } from "#env";
import { found, Problem } from "#lib/problem";
import { toWire } from "./list";
import type { Run } from "./schema";
import { selectRun } from "./store";

type Row = Parameters<typeof toWire>[0];

/** The run, as it is now; a `conflict` problem where it has ended. */
function active([row]: Row[]): Run {
  const run = found(row);
  if (run.endedAt !== null)
    throw new Problem("conflict", { message: "The run has ended already." });
  return toWire(run);
}

/** Pauses an active run until it is resumed itself. Its queued messages are held. */
export async function pauseRun(scope: Scope, id: number): Promise<Run> {
  const isActive = and(eq(runs.id, id), isNull(runs.endedAt), present(runs));
  const which = sql`select id from runs where ${within(scope, runs, isActive)}`;
  const { run } = await batch(scope, {
    messages: holdQueuedOfRuns(scope, which),
    paused: holdRuns(scope, which, "requested"),
    run: selectRun(scope, id),
  });
  return active(run);
}

/** Ends the pause of a run, which goes on where it stands, unless its scenario is paused. */
export async function resumeRun(scope: Scope, id: number): Promise<Run> {
  const { released, run } = await batch(scope, {
    resumed: letGoRun(scope, id),
    released: releaseHeldOfRun(scope, id, Date.now()),
    run: selectRun(scope, id),
  });
  scope.sink.wake({ runs: true, channels: released.map(({ channel_id }) => channel_id) });
  return active(run);
}
