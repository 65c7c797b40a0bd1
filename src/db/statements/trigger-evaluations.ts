import { sql } from "drizzle-orm";
import { DAY_MS } from "#lib/time";
import { oldRows } from "../removal/prune";
import { triggerEvaluations } from "../schema/triggers";

/** For how long evaluations are kept. */
const KEPT_DAYS = 30;

/** Deletes old evaluations of all workspaces. */
export const pruneEvaluations = (limit: number) => sql<{ pruned: 1 }>`
  delete from trigger_evaluations
  where (workspace_id, id) in (
    ${oldRows(triggerEvaluations, sql`${Date.now() - KEPT_DAYS * DAY_MS}`, limit)})
  returning 1 as pruned`;
