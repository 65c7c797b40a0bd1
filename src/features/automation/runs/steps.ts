import { and, eq, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { runSteps, runs } from "#db/schema/automation";
import { selectId } from "#db/scope/rows";
import { detailOfStep } from "#db/statements/run-events";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import type { RunStep } from "./schema";

type Row = Omit<RunStep, "visit" | "entered_at" | "left_at" | "detail"> & {
  id: number;
  entered_at: number;
  left_at: number | null;
  detail: string | null;
};

const toWire = ({ id, entered_at, left_at, detail, ...row }: Row): RunStep => ({
  visit: id,
  ...row,
  entered_at: iso(entered_at),
  left_at: isoOrNull(left_at),
  detail: detail === null ? null : JSON.parse(detail),
});

/** The visits of a run, the latest first. Cursors hold the numbers of visits. */
export async function listRunSteps(
  scope: Scope,
  runId: number,
  page: PageRequest,
): Promise<Page<RunStep>> {
  const { after, order, limit } = keyset(runSteps.visit, page);
  const ownRun = selectId(scope, runs, runId);
  const { run, steps } = await readBatch(scope, {
    run: ownRun,
    steps: sql<Row>`
      select visit as id, node_id, type, entered_at, left_at, outcome,
             (select id from messages where messages.run_id = run_steps.run_id
                                        and messages.visit = run_steps.visit) as message_id,
             ${detailOfStep} as detail
      from ${runSteps} where ${and(eq(runSteps.runId, sql`(${ownRun})`), after)}
      order by ${order} limit ${limit}`,
  });
  found(run[0]);
  return cutPage(steps, page, toWire);
}
