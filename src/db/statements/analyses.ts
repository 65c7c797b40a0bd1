import { eq, type SQL, sql } from "drizzle-orm";
import type { AnalysisFailure, SkipReason } from "#domain/analysis";
import type { Scope } from "#env";
import { oldRows } from "../removal/prune";
import { analyses } from "../schema/analysis";
import { owned, within } from "../scope/scope";
import { isSuspended } from "../scope/suspension";

// The statements that write `analyses`. Triggers write it, too: those of the view
// `analysis_requests` add and bring forward, `analyses_message_deleted` ends claims.

/** An analysis, and the token of the worker that has claimed it. */
export type AnalysisClaim = { id: number; claimToken: string };

/** The tokens and costs of an attempt. */
export type AttemptTotals = {
  model: string;
  promptVersion: string;
  messagesCount: number;
  cost: { calls: number; inputTokens: number; outputTokens: number };
};

/**
 * True if a worker may claim an analysis. Only one analysis of a conversation runs at a time:
 * otherwise an older one could overwrite a newer one. None does while the workspace is suspended.
 */
export const isClaimable = (scope: Scope) =>
  within(
    scope,
    analyses,
    sql`not exists (
      select 1 from analyses as other
      where other.conversation_id = analyses.conversation_id
        and other.status = 'running' and other.id <> analyses.id)`,
    sql`not ${isSuspended(scope.workspaceId)}`,
  );

/** Selects the analysis as long as the worker holds its claim. */
const isHeld = (scope: Scope, { id, claimToken }: AnalysisClaim) =>
  within(
    scope,
    analyses,
    eq(analyses.id, id),
    sql`taken = ${claimToken} and ${analyses.status} = 'running'`,
  );

/**
 * True if the worker still holds its claim: not if the claim has expired and another worker took
 * over, the lead is gone, or the lead has deleted a message meanwhile.
 */
export const holdsClaim = (scope: Scope, claim: AnalysisClaim) =>
  sql`exists (select 1 from analyses where ${isHeld(scope, claim)})`;

/** Requests the analysis of conversations, which `conversations` selects by `id`. */
export const requestAnalyses = (conversations: SQL, condition: SQL) => sql`
  insert into analysis_requests (conversation_id, cause, next_at, created_at)
  select id, 'request', 0, ${Date.now()} from (${conversations})
  where ${condition}
  order by id`;

/** Claims the next due analysis, requested ones first, until `expiresAt`. */
export const claimNext = (scope: Scope, claimToken: string, now: number, expiresAt: number) => sql`
  update analyses set
    status = 'running', taken = ${claimToken}, model = null, reason = null,
    attempts = attempts + 1, next_at = ${expiresAt}
  where ${owned(scope, analyses)} and id = (
    select id from analyses
    where ${isClaimable(scope)} and next_at <= ${now}
    order by next_at, id limit 1)`;

/** Stores which analyst reads a claimed conversation, if `condition` holds. */
export const beginReading = (
  scope: Scope,
  claim: AnalysisClaim,
  { model, promptVersion }: { model: string; promptVersion: string },
  condition: SQL,
) => sql<{ id: number }>`
  update analyses set model = ${model}, prompt_version = ${promptVersion}
  where ${isHeld(scope, claim)} and ${condition}
  returning id`;

const totals = (attempt: AttemptTotals | null) => sql`
  model = ifnull(${attempt?.model ?? null}, model),
  prompt_version = ifnull(${attempt?.promptVersion ?? null}, prompt_version),
  messages_count = ${attempt?.messagesCount ?? 0},
  calls = calls + ${attempt?.cost.calls ?? 0},
  input_tokens = input_tokens + ${attempt?.cost.inputTokens ?? 0},
  output_tokens = output_tokens + ${attempt?.cost.outputTokens ?? 0}`;

/** Deletes the analysis that waits for the conversation to be quiet, if the claim is held. */
export const dropQuiet = (scope: Scope, conversationId: number, claim: AnalysisClaim) => sql`
  delete from analyses
  where ${within(scope, analyses, eq(analyses.conversationId, conversationId))}
    and status = 'pending' and cause = 'quiet' and ${holdsClaim(scope, claim)}`;

/**
 * Makes a claimed analysis pending again. If its conversation has another pending analysis, that
 * one takes its place, and this one stays as it is. Null as `attempt` takes back the count of the
 * attempt.
 */
export const postpone = (
  scope: Scope,
  claim: AnalysisClaim & { conversationId: number },
  nextAt: number,
  reason: SkipReason | AnalysisFailure,
  attempt: AttemptTotals | null,
) => sql`
  update analyses set
    status = 'pending', taken = null, next_at = ${nextAt}, reason = ${reason}, ${totals(attempt)},
    attempts = attempts - ${attempt ? 0 : 1}
  where ${isHeld(scope, claim)}
    and not exists (
      select 1 from analyses as other
      where other.conversation_id = ${claim.conversationId} and other.status = 'pending')`;

export type Ending = {
  status: "completed" | "skipped" | "failed";
  reason: SkipReason | AnalysisFailure | null;
  claimsCount: number;
  droppedCount: number;
};

/** Finishes a claimed analysis that is still running. */
export const finish = (
  scope: Scope,
  claim: AnalysisClaim,
  { status, reason, claimsCount, droppedCount }: Ending,
  attempt: AttemptTotals | null,
  now: number,
) => sql`
  update analyses set
    status = ${status}, reason = ${reason}, next_at = null, finished_at = ${now},
    claims_count = ${claimsCount}, dropped_count = ${droppedCount}, ${totals(attempt)}
  where ${isHeld(scope, claim)}`;

/** Deletes at most `limit` finished analyses of all workspaces, which are older than `before`. */
export const pruneFinished = (before: number, limit: number) => sql<{ pruned: 1 }>`
  delete from analyses where (workspace_id, id) in (
    ${oldRows(analyses, sql`${before}`, limit, sql`finished_at is not null`)})
  returning 1 as pruned`;
