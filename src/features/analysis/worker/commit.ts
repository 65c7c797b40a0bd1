import { type SQL, sql } from "drizzle-orm";
import { rows, type Statement } from "../../../db/scope";
import type { AnalysisCause, AnalysisFailure, SkipReason } from "../../../domain/analysis";
import type { Scope } from "../../../env";
import type { Cost, Findings } from "../analyst";
import { applyClaims } from "../apply";

/** By whom it was analysed, and which messages were read: those from `firstMessageId` on. */
export type Reading = {
  model: string;
  promptVersion: string;
  messagesCount: number;
  firstMessageId: number;
  cost: Cost;
};

/** What became of an analysis that was taken. */
export type Ending =
  | {
      status: "completed";
      findings: Findings;
      droppedCount: number;
      state: string;
      reading: Reading;
    }
  | { status: "skipped"; reason: SkipReason }
  | { status: "failed"; reason: AnalysisFailure; reading: Reading | null }
  /** It waits again, until `nextAt`. */
  | {
      status: "pending";
      reason: SkipReason | AnalysisFailure;
      nextAt: number;
      reading: Reading | null;
    };

export type Done = {
  id: number;
  name: string;
  conversationId: number;
  leadId: number;
  cause: AnalysisCause;
  day: string;
  ending: Ending;
};

/**
 * The statements that write what became of an analysis, in one transaction. Who has it no longer, because it was taken for dead, or because
 * the lead is gone, writes nothing but what it has cost.
 */
export function doneStatements(scope: Scope, done: Done, now: number): Statement[] {
  const { id, name, ending } = done;
  const isOwn = sql`exists (select 1 from analyses where analyses.id = ${id} and taken = ${name} and status = 'running')`;
  const reading = "reading" in ending ? ending.reading : null;
  return [
    ...(reading ? [writeUsage(scope, done.day, reading, ending.status !== "pending")] : []),
    ...(ending.status === "completed" ? findingStatements(scope, done, ending, isOwn, now) : []),
    ...(ending.status === "skipped" && ["unchanged", "no_text"].includes(ending.reason)
      ? [applyClaims(scope, leadIf(done, isOwn), false, now)]
      : []),
    ...(ending.status === "pending"
      ? [...joinQuiet(scope, done, isOwn), wait(scope, done, ending.nextAt, reading)]
      : []),
    end(scope, done, reading, now),
  ];
}

const leadIf = ({ leadId }: Done, isOwn: SQL) => sql`select ${leadId} where ${isOwn}`;

/** An attempt that is to be made again is no analysis yet. */
const writeUsage = (scope: Scope, day: string, { model, cost }: Reading, isOver: boolean) =>
  rows(
    scope,
    sql`insert into analysis_usage (workspace_id, day, model, analyses, calls, input_tokens, output_tokens)
      select id, ${day}, ${model}, ${Number(isOver)}, ${cost.calls}, ${cost.inputTokens}, ${cost.outputTokens} from workspaces where id = ${scope.workspaceId}
      on conflict do update set analyses = analyses + excluded.analyses, calls = calls + excluded.calls,
        input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens`,
  );

/** Claims that rest on what was read are replaced; those on older messages stay. What a lead has taken back meanwhile is no evidence. */
function findingStatements(
  scope: Scope,
  done: Done,
  { findings, state, reading }: Ending & { status: "completed" },
  isOwn: SQL,
  now: number,
): Statement[] {
  const { conversationId, leadId } = done;
  const { model, promptVersion, firstMessageId } = reading;
  const claims = JSON.stringify(findings.claims);
  return [
    rows(
      scope,
      sql`delete from profile_claims where conversation_id = ${conversationId} and message_id >= ${firstMessageId} and ${isOwn}`,
    ),
    rows(
      scope,
      sql`insert into profile_claims (lead_id, conversation_id, field, value, confidence, message_id, quote, model, prompt_version, created_at)
        select ${leadId}, ${conversationId}, claim.value ->> 'field', claim.value -> 'value', claim.value ->> 'confidence', messages.id, claim.value ->> 'quote',
          ${model}, ${promptVersion}, ${now}
        from json_each(${claims}) as claim cross join messages on messages.id = claim.value ->> 'messageId'
        where messages.conversation_id = ${conversationId} and messages.text is not null and ${isOwn} order by claim.key`,
    ),
    applyClaims(scope, leadIf(done, isOwn), true, now),
    rows(
      scope,
      sql`update conversations set analysed_as = ${state}, summary = ifnull(${findings.summary}, summary),
          summary_generated_at = iif(${findings.summary} is null, summary_generated_at, ${now}), updated_at = ${now}
        where id = ${conversationId} and ${isOwn}`,
    ),
  ];
}

const added = (
  reading: Reading | null,
) => sql`model = ifnull(${reading?.model ?? null}, model), prompt_version = ifnull(${reading?.promptVersion ?? null}, prompt_version),
  messages_count = ${reading?.messagesCount ?? 0}, calls = calls + ${reading?.cost.calls ?? 0},
  input_tokens = input_tokens + ${reading?.cost.inputTokens ?? 0}, output_tokens = output_tokens + ${reading?.cost.outputTokens ?? 0}`;

/** One that was asked for makes up for one that only waits for the conversation to be quiet. */
const joinQuiet = (scope: Scope, { conversationId, cause }: Done, isOwn: SQL) =>
  cause === "quiet"
    ? []
    : [
        rows(
          scope,
          sql`delete from analyses where conversation_id = ${conversationId} and status = 'pending' and cause = 'quiet' and ${isOwn}`,
        ),
      ];

/** Unless another one was asked for meanwhile: then that one takes its place, and this one is over. Without a reading it was no attempt. */
const wait = (
  scope: Scope,
  { id, name, conversationId, ending }: Done,
  nextAt: number,
  reading: Reading | null,
) =>
  rows(
    scope,
    sql`update analyses set status = 'pending', taken = null, next_at = ${nextAt}, reason = ${"reason" in ending ? ending.reason : null}, ${added(reading)},
        attempts = attempts - ${reading ? 0 : 1}
      where id = ${id} and taken = ${name} and status = 'running'
        and not exists (select 1 from analyses as other where other.conversation_id = ${conversationId} and other.status = 'pending')`,
  );

/** Ends what is still under way. */
function end(scope: Scope, { id, name, ending }: Done, reading: Reading | null, now: number) {
  const status =
    ending.status === "pending"
      ? ending.reason === "daily_limit"
        ? "skipped"
        : "failed"
      : ending.status;
  const [claimsCount, droppedCount] =
    ending.status === "completed" ? [ending.findings.claims.length, ending.droppedCount] : [0, 0];
  return rows(
    scope,
    sql`update analyses set status = ${status}, reason = ${"reason" in ending ? ending.reason : null}, next_at = null, finished_at = ${now},
        claims_count = ${claimsCount}, dropped_count = ${droppedCount}, ${added(reading)}
      where id = ${id} and taken = ${name} and status = 'running'`,
  );
}
