import { type SQL, sql } from "drizzle-orm";
import { dropQuiet, type Ending, finish, holdsClaim, postpone } from "#db/statements/analyses";
import { writeSummary } from "#db/statements/conversations";
import { applyClaims } from "#db/statements/leads/profiles";
import type { Scope } from "#env";
import type { Claimed, Outcome, Reading, Result } from "./outcome";

type Completed = Extract<Result, { status: "completed" }>;

/**
 * The statements that commit the outcome of an analysis. A worker that no longer holds the claim
 * writes nothing but the costs.
 */
export function commitStatements(scope: Scope, { claimed, day, result }: Outcome, now: number) {
  const { reading } = result;
  const isHeld = holdsClaim(scope, claimed);
  const lead = sql`select ${claimed.leadId} where ${isHeld}`;
  return {
    usage: reading ? addUsage(scope, day, reading, result.status !== "pending") : undefined,
    ...(result.status === "completed"
      ? {
          ...claimStatements(claimed, result, isHeld, now),
          profile: applyClaims(scope, lead, true, now),
          summary: writeSummary(
            scope,
            claimed.conversationId,
            { analysedAs: result.state, summary: result.findings.summary },
            isHeld,
            now,
          ),
        }
      : {
          // The lead may have deleted messages, and so claims, since.
          profile: isUpToDate(result) ? applyClaims(scope, lead, false, now) : undefined,
        }),
    ...(result.status === "pending" && {
      // A requested analysis replaces one that waits for the conversation to be quiet.
      quiet:
        claimed.cause === "quiet" ? undefined : dropQuiet(scope, claimed.conversationId, claimed),
      postponed: postpone(scope, claimed, result.nextAt, result.reason, reading),
    }),
    finished: finish(scope, claimed, endingOf(result), reading, now),
  };
}

const isUpToDate = (result: Result) =>
  result.status === "skipped" && ["unchanged", "no_text"].includes(result.reason);

/** An attempt that will be repeated does not count as an analysis yet. */
const addUsage = (
  { workspaceId }: Scope,
  day: string,
  { model, cost }: Reading,
  isFinished: boolean,
) => sql`
  insert into analysis_usage
    (workspace_id, day, model, analyses, calls, input_tokens, output_tokens)
  select id, ${day}, ${model}, ${Number(isFinished)},
    ${cost.calls}, ${cost.inputTokens}, ${cost.outputTokens}
  from workspaces where id = ${workspaceId}
  on conflict do update set
    analyses = analyses + excluded.analyses,
    calls = calls + excluded.calls,
    input_tokens = input_tokens + excluded.input_tokens,
    output_tokens = output_tokens + excluded.output_tokens`;

/**
 * Replaces the claims on the messages that were read; those on older messages stay. A message that
 * the lead has deleted meanwhile is no evidence.
 */
function claimStatements(
  { conversationId, leadId }: Claimed,
  { findings, reading }: Completed,
  isHeld: SQL,
  now: number,
) {
  const { model, promptVersion, firstMessageId } = reading;
  return {
    oldClaims: sql`
      delete from profile_claims
      where conversation_id = ${conversationId} and message_id >= ${firstMessageId}
        and ${isHeld}`,
    newClaims: sql`
      insert into profile_claims
        (lead_id, conversation_id, field, value, confidence, message_id, quote, model,
          prompt_version, created_at)
      select ${leadId}, ${conversationId}, claim.value ->> 'field', claim.value -> 'value',
        claim.value ->> 'confidence', messages.id, claim.value ->> 'quote', ${model},
        ${promptVersion}, ${now}
      from json_each(${JSON.stringify(findings.claims)}) as claim
        cross join messages on messages.id = claim.value ->> 'messageId'
      where messages.conversation_id = ${conversationId} and messages.text is not null
        and ${isHeld}
      order by claim.key`,
  };
}

/** The end of an analysis that is still running. One to be retried ends if another is pending. */
function endingOf(result: Result): Ending {
  const counts = { claimsCount: 0, droppedCount: 0 };
  switch (result.status) {
    case "completed": {
      const { findings, droppedCount } = result;
      const claimsCount = findings.claims.length;
      return { status: "completed", reason: null, claimsCount, droppedCount };
    }
    case "pending": {
      const status = result.reason === "daily_limit" ? "skipped" : "failed";
      return { status, reason: result.reason, ...counts };
    }
    default:
      return { status: result.status, reason: result.reason, ...counts };
  }
}
