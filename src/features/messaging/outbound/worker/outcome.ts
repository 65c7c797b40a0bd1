import type { MessageOutcome } from "#db/statements/messages/delivery";
import { blockError, ownError } from "#domain/block-reasons";
import { type AccountKind, apisWith, type ProviderName } from "#domain/platforms";
import { ALREADY_REPLIED, type Effects } from "../error-rules";
import { verdictOn } from "../verdict";
import type { AttemptResult } from "./work";

/**
 * The outcome of an attempted message. `waId` is WhatsApp's spelling of the recipient's number,
 * `bsuid` its id of the person, `commenter` is the person whose comment it answers, `sealedStart`
 * the beginning of the sealed credentials that the provider took it with.
 */
export type Outcome = MessageOutcome & {
  waId: string | null;
  bsuid: string | null;
  commenter: { kind: AccountKind; value: string } | null;
  isDelivered: boolean;
  /** An echo of it may be held, until it is known to be of this message. */
  mayBeEchoed: boolean;
  sealedStart: string | null;
  effects: Effects;
  /** The provider's wording of a refusal. */
  detail: string;
};

const ECHOING: ReadonlySet<ProviderName> = new Set(apisWith("echoesSent"));

/** An attempt that has ended. `random` lies between 0 and 1, and spreads retries. */
export type EndedAttempt = {
  messageId: number;
  attempt: number;
  at: number;
  result: AttemptResult;
  random: number;
};

type Attempted = Outcome & { pauseUntil: number | null };

/**
 * The outcome of an attempt. `pauseUntil` is when the whole channel may send again. `isHalting`:
 * the messages that are claimed have to be claimed again, as it stops or pauses what they need, or
 * sends them elsewhere.
 */
export function outcomeOf(ended: EndedAttempt): Attempted & { isHalting: boolean } {
  const outcome = attempted(ended);
  const { marketing } = ended.result;
  const effects = { ...outcome.effects, ...(marketing && { marketing }) };
  const { stop, pause, template } = effects;
  const isHalting = outcome.pauseUntil !== null || Boolean(stop ?? pause ?? template ?? marketing);
  return { ...outcome, effects, isHalting };
}

function attempted(ended: EndedAttempt): Attempted {
  const { messageId, attempt, at, result } = ended;
  const base = {
    messageId,
    attempt,
    at,
    nextAt: null,
    isKept: false,
    externalId: null,
    waId: null,
    bsuid: null,
    commenter: null,
    isDelivered: false,
    mayBeEchoed: ECHOING.has(result.provider),
    sealedStart: null,
    error: null,
    effects: {},
    detail: "",
    pauseUntil: null,
  };
  switch (result.kind) {
    case "accepted":
      return {
        ...base,
        status: result.isHeld ? "assessing" : "sent",
        externalId: result.externalId,
        waId: result.waId ?? null,
        bsuid: result.bsuid ?? null,
        commenter: result.commenter ?? null,
        isDelivered: result.delivered ?? false,
        sealedStart: result.sealedStart ?? null,
      };
    case "unknown":
      return { ...base, status: "unknown" };
    case "no_identity":
    case "number_required":
      return { ...base, status: "failed", error: blockError(result.kind) };
    case "template_refused":
    case "template_unsupported":
    case "offer_expired":
      return { ...base, status: "failed", error: ownError(result.kind, result.detail) };
    case "refused":
      return isSentBefore(result, attempt)
        ? { ...base, status: "unknown" }
        : { ...base, ...afterRefusal(result, ended) };
  }
}

/** True if an earlier attempt may have sent the private reply, whatever its answer was. */
const isSentBefore = ({ code }: { code: number | null }, attempt: number) =>
  code === ALREADY_REPLIED && attempt > 1;

function afterRefusal(
  refusal: AttemptResult & { kind: "refused" },
  { attempt, at, random }: EndedAttempt,
) {
  const verdict = verdictOn(refusal, attempt, at, random, refusal.provider);
  const { effects } = verdict;
  const { detail } = refusal;
  if (verdict.action === "keep")
    return { status: "queued" as const, isKept: true, effects, detail };
  if (verdict.action === "retry")
    return {
      status: "queued" as const,
      nextAt: verdict.at,
      pauseUntil: effects.backOff ? verdict.at : null,
      effects,
      detail,
    };
  const error = {
    reason: verdict.reason,
    code: refusal.code,
    message: detail,
    retry_at: verdict.retryAt,
  };
  return { status: "failed" as const, error, effects, detail };
}

/** True if the message has reached the lead, as far as anybody can tell. */
export const mayBeSent = ({ kind }: AttemptResult) => kind === "accepted" || kind === "unknown";
