import type { Scope } from "#env";
import { isRefusal } from "#lib/alarm";
import { describeError, log } from "#lib/log";
import { DAY_MS, dayOf } from "#lib/time";
import type { Analyst, Failure, Findings, Transcript } from "../analyst";
import { MAX_ATTEMPTS, retryDelay, skipReasonOf } from "../eligibility";
import { verifyEvidence } from "../evidence";
import { stateOf, withinBudget } from "../transcript";
import { mayRead } from "./claim";
import type { Claimed, Outcome, Reading, Result } from "./outcome";

/** The delay before an analysis is tried again that D1 failed to begin. */
const BEGIN_DELAY_MS = 10_000;

const nextDay = (ms: number) => (Math.floor(ms / DAY_MS) + 1) * DAY_MS;

const internalError = { status: "failed", reason: "internal_error", reading: null } as const;

/** Lets an analyst read a claimed conversation. Never throws. */
export async function analyse(scope: Scope, analyst: Analyst, claimed: Claimed): Promise<Outcome> {
  const ids = { workspace_id: scope.workspaceId, analysis_id: claimed.id };
  const day = dayOf(Date.now());
  const result = await resultOf(scope, analyst, claimed, day).catch((error): Result => {
    const { analysis_id } = ids;
    log("error", "conversation not analysed", { analysis_id, ...describeError(error) });
    return internalError;
  });
  if (result.status === "failed") log("warn", "analysis failed", { ...ids, reason: result.reason });
  return { claimed, day, result };
}

async function resultOf(
  scope: Scope,
  analyst: Analyst,
  claimed: Claimed,
  day: string,
): Promise<Result> {
  const transcript = withinBudget(claimed.transcript, analyst.maxTokens);
  const state = await stateOf(analyst, transcript);
  const skipReason = skipReasonOf({ ...claimed, transcript }, state);
  const [first] = transcript;
  if (skipReason || !first)
    return { status: "skipped", reason: skipReason ?? "no_text", reading: null };
  if (claimed.attempt > MAX_ATTEMPTS) return internalError;
  const obstacle = await obstacleTo(scope, analyst, claimed, day);
  if (obstacle) return obstacle;
  const answer = await analyst.analyse(transcript);
  const reading = {
    model: analyst.model,
    promptVersion: analyst.promptVersion,
    messagesCount: transcript.length,
    firstMessageId: first.id,
    cost: answer.cost,
    pauseMs: answer.kind === "found" ? null : answer.retryAfterMs,
  };
  return answer.kind === "found"
    ? completed(answer.findings, transcript, state, reading)
    : failedOrPending(answer, claimed, reading);
}

/** The result of an analysis that can't begin now; undefined if it has begun. */
async function obstacleTo(
  scope: Scope,
  analyst: Analyst,
  claimed: Claimed,
  day: string,
): Promise<Result | undefined> {
  try {
    if (await mayRead(scope, claimed, analyst, day)) return undefined;
  } catch (error) {
    if (isRefusal(error)) throw error;
    log("error", "analysis not begun, will retry", {
      analysis_id: claimed.id,
      ...describeError(error),
    });
    const nextAt = Date.now() + BEGIN_DELAY_MS;
    return { status: "pending", reason: "internal_error", nextAt, reading: null };
  }
  const reason = "daily_limit";
  return claimed.cause === "quiet"
    ? { status: "pending", reason, nextAt: nextDay(Date.now()), reading: null }
    : { status: "skipped", reason, reading: null };
}

function completed(
  { claims, summary }: Findings,
  transcript: Transcript,
  state: string,
  reading: Reading,
): Result {
  const verified = verifyEvidence(claims, transcript);
  return {
    status: "completed",
    findings: { claims: verified, summary },
    droppedCount: claims.length - verified.length,
    state,
    reading,
  };
}

function failedOrPending(
  { reason, mayRetry, retryAfterMs }: Failure,
  { attempt }: Claimed,
  reading: Reading,
): Result {
  const delay = mayRetry ? retryDelay(attempt, retryAfterMs) : null;
  return delay === null
    ? { status: "failed", reason, reading }
    : { status: "pending", reason, nextAt: Date.now() + delay, reading };
}
