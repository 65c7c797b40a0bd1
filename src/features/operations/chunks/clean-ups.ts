import type { SQL } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { pruneRefs } from "#db/statements/bookings";
import { pruneComments } from "#db/statements/comments";
import { pruneMoves } from "#db/statements/identity-moves";
import { endAssessments } from "#db/statements/messages/delivery";
import { pruneBodies, pruneDeliveries } from "#db/statements/source-bodies";
import { pruneEvaluations } from "#db/statements/trigger-evaluations";
import { pruneKeys } from "#db/writes/idempotency";
import { resealing } from "#db/writes/reseal";
import type { Bindings, Scope } from "#env";
import { pruneAnalyses } from "#features/analysis/store";
import { pruneJobs } from "#features/automation/runs/bulk/job";
import { pruneTestRuns } from "#features/automation/test-runs/store";
import { pruneEvents } from "#features/events/store";
import {
  forgetOldFile,
  pruneImportedLeads,
  pruneImportRows,
  pruneImports,
} from "#features/imports/clean-up";
import { hideOldExport, removeHiddenExport } from "#features/imports/exports/clean-up";
import { pruneReports } from "#features/messaging/outbound/reports";
import { type Chunk, ChunkSize, sized, workInChunks } from "#lib/chunks";
import { pruneAuditLog } from "../audit-log/store";
import { pruneRemovals } from "../removal/store";
import { CLEAN_UPS, retainChunk } from "../retention/clean-ups";
import { mergeSearchChunk } from "../retention/search-index";

/** The pages of the search index that are merged in an hour. */
const MERGED_PAGES = 8_000;

/** Deletes rows in chunks, as long as there are as many as fit into one. */
const pruning = (db: Scope["db"], prune: (limit: number) => SQL<{ pruned: 1 }>): Chunk =>
  sized(new ChunkSize(20, 2_000, 200), async (limit) => {
    const { pruned } = await readBatch({ db }, { pruned: prune(limit) });
    return pruned.length >= limit;
  });

const retaining = (db: Scope["db"], cleanUp: (typeof CLEAN_UPS)[number]): Chunk =>
  sized(new ChunkSize(20, cleanUp.chunk, 100), (chunk) =>
    retainChunk(db, { ...cleanUp, chunk }, Date.now()),
  );

function merging(db: Scope["db"]): Chunk {
  let left = MERGED_PAGES;
  return sized(new ChunkSize(50, 1_000, 250), async (pages) => {
    await mergeSearchChunk(db, pages, Date.now());
    left -= pages;
    return left > 0;
  });
}

/** The hourly clean-ups by their names. */
const cleanUps = (env: Bindings, db: Scope["db"]): Record<string, Chunk> => {
  return {
    idempotency_keys: pruning(db, pruneKeys),
    status_reports: pruning(db, pruneReports),
    assessments: pruning(db, endAssessments),
    events: pruning(db, pruneEvents),
    comments: pruning(db, pruneComments),
    source_deliveries: pruning(db, pruneDeliveries),
    source_bodies: pruning(db, pruneBodies),
    booking_refs: pruning(db, pruneRefs),
    identity_moves: pruning(db, pruneMoves),
    analyses: pruning(db, pruneAnalyses),
    audit_log: pruning(db, pruneAuditLog),
    workspace_removals: pruning(db, pruneRemovals),
    ...Object.fromEntries(CLEAN_UPS.map((one) => [one.setting, retaining(db, one)])),
    test_runs: pruning(db, pruneTestRuns),
    trigger_evaluations: pruning(db, pruneEvaluations),
    bulk_enrolments: pruning(db, pruneJobs),
    import_files: () => forgetOldFile(env, db, Date.now()),
    import_rows: pruning(db, pruneImportRows),
    imported_leads: pruning(db, pruneImportedLeads),
    imports: pruning(db, pruneImports),
    old_exports: () => hideOldExport(env, db, Date.now()),
    hidden_exports: () => removeHiddenExport(env, db, Date.now()),
    search_index: merging(db),
    secrets: resealing(env, db),
  };
};

/**
 * Cleans up for all workspaces of a database, in `most` chunks. One that fails is logged, and does
 * not end the others.
 */
export const cleanUp = (env: Bindings, db: Scope["db"], most: number) =>
  workInChunks(cleanUps(env, db), { most });
