import { eq, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { countLeft, moveHistory } from "#db/merging/history";
import { joinLeads, MAX_JOINED } from "#db/merging/join";
import {
  type Merge,
  type MergeRow,
  moving,
  postponeMerge,
  selectMerge,
  startMerge,
} from "#db/merging/merge";
import { stopBoth } from "#db/merging/optouts";
import { backups } from "#db/schema/directory";
import { leads } from "#db/schema/leads";
import { foreignIds } from "#db/scope/rows";
import { inDirectory, within } from "#db/scope/scope";
import type { Scope } from "#env";
import { found, Problem, throwErrors } from "#lib/problem";
import { iso, isoOrNull } from "#lib/time";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { selectLead } from "../read";
import { toLead } from "../row";
import type { LeadMerge, MergedLead, MergeInput } from "./schema";

const BEING_MERGED = "One of the leads is being merged with another lead.";

const toWire = (row: MergeRow): LeadMerge => ({
  lead_id: row.lead_id,
  keep_id: row.keep_id,
  state: row.finished_at === null ? "running" : "completed",
  created_at: iso(row.created_at),
  finished_at: isoOrNull(row.finished_at),
});

const FIELDS = ["keep", "merge"] as const;

const foreignErrors = (foreign: { index: number }[]) =>
  fieldErrors(
    foreign.flatMap(({ index }) => FIELDS[index] ?? []),
    validationMessages.selected,
  );

/** The errors on the leads of a body that is invalid in another way. */
export async function mergeErrors(scope: Scope, input: Record<string, unknown>) {
  const ids = FIELDS.map((field) =>
    Number.isSafeInteger(input[field]) ? Number(input[field]) : 0,
  );
  const foreign = await foreignIds(scope, leads, ids);
  return foreignErrors(foreign.filter(({ id }) => id > 0));
}

/** The act of a merge names the lead that is gone. */
const about = (scope: Scope, leadId: number): Scope =>
  scope.act ? { ...scope, act: { ...scope.act, targetId: leadId } } : scope;

/**
 * True if a backup of the workspace is being made. It walks messages by their conversations: one
 * that moves meanwhile would be in it twice, or not at all.
 */
async function isBackedUp(scope: Scope) {
  const { running } = await readBatch(inDirectory(scope), {
    running: sql`
      select 1 from backups where ${within(scope, backups, eq(backups.state, "running"))} limit 1`,
  });
  return running.length > 0;
}

/**
 * Joins two leads: at once, if `merge` has no more than `most` rows of what there may be much of.
 * Otherwise a worker moves them first.
 */
export async function mergeLeads(
  scope: Scope,
  input: MergeInput,
  most = MAX_JOINED,
): Promise<MergedLead> {
  const pair: Merge = { leadId: input.merge, keepId: input.keep };
  const now = Date.now();
  // With less than no rows left to move, nothing is joined: the worker does it after the backup.
  const atOnce = (await isBackedUp(scope)) ? -1 : most;
  const { foreign, merge, lead } = await batch(about(scope, pair.leadId), {
    foreign: foreignIds(scope, leads, [pair.keepId, pair.leadId]),
    started: startMerge(scope, pair, now),
    joined: joinLeads(scope, pair, now, atOnce),
    stopped: stopBoth(scope, pair, now),
    merge: selectMerge(scope, pair.leadId),
    lead: selectLead(scope, pair.keepId),
  });
  throwErrors(foreignErrors(foreign));
  const [row] = merge;
  if (row?.keep_id !== pair.keepId) throw new Problem("in_progress", { message: BEING_MERGED });
  return { data: toLead(found(lead[0])), merge: toWire(row) };
}

export async function mergeExists(scope: Scope, leadId: number) {
  const { merge } = await readBatch(scope, { merge: selectMerge(scope, leadId) });
  return merge.length > 0;
}

export async function getMerge(scope: Scope, leadId: number): Promise<LeadMerge> {
  const { merge } = await readBatch(scope, { merge: selectMerge(scope, leadId) });
  return toWire(found(merge[0]));
}

/** When a merge is tried again: a backup is being made, or too many messages wait to be sent. */
const RETRY_MS = 30_000;

const writes = sql<{ n: number }>`select total_changes() as n`;

/** Moves a chunk of the rows of a merge, or ends it. A chunk may be worked twice. */
export async function advanceMerge(scope: Scope, pair: Merge, limit: number, most = MAX_JOINED) {
  if (await isBackedUp(scope)) {
    await batch(scope, { postponed: postponeMerge(scope, pair, Date.now() + RETRY_MS) });
    return;
  }
  const from = moving(scope, pair, "open");
  const { before, after, left } = await batch(scope, {
    before: writes,
    moved: moveHistory(scope, { merge: pair, from, limit, isLast: false }),
    after: writes,
    left: sql<{ n: number }>`select ${countLeft(scope, pair, from, most + 1)} as n`,
  });
  if ((left[0]?.n ?? 0) <= most) {
    await batch(scope, { joined: joinLeads(scope, pair, Date.now(), most) });
    return;
  }
  if (before[0]?.n === after[0]?.n)
    await batch(scope, { postponed: postponeMerge(scope, pair, Date.now() + RETRY_MS) });
}
