import { refused } from "../../../../domain/block-reasons";
import type { FailureReason } from "../../../../domain/messaging";
import { type Effects, verdictOn } from "../verdict";
import type { Ending } from "./work";

/** Why a message was not sent, as it is stored. */
export type Failure = {
  reason: FailureReason;
  code: number | null;
  message: string;
  retry_at: number | null;
};

/** What is to be written of a message that a provider was asked to send. `at` is when; `nextAt` when to try once more. */
export type Result = {
  messageId: number;
  attempt: number;
  status: "sent" | "queued" | "failed" | "unknown";
  at: number;
  nextAt: number | null;
  externalId: string | null;
  waId: string | null;
  isDelivered: boolean;
  error: Failure | null;
  effects: Effects;
};

/** What is to be written of a message whose sending has ended so, and until when its whole channel waits. `random` lies between 0 and 1. */
export function resultOf(
  messageId: number,
  attempt: number,
  at: number,
  ending: Ending,
  random: number,
): Result & { pauseUntil: number | null } {
  const base = {
    messageId,
    attempt,
    at,
    nextAt: null,
    externalId: null,
    waId: null,
    isDelivered: false,
    error: null,
    effects: {},
    pauseUntil: null,
  };
  switch (ending.kind) {
    case "accepted":
      return {
        ...base,
        status: "sent",
        externalId: ending.externalId,
        waId: ending.waId ?? null,
        isDelivered: ending.delivered ?? false,
      };
    case "unknown":
      return { ...base, status: "unknown" };
    case "no_identity":
      return { ...base, status: "failed", error: refused("no_identity") };
    case "refused": {
      const verdict = verdictOn(ending, attempt, at, random, ending.provider);
      if (verdict.action === "retry")
        return {
          ...base,
          status: "queued",
          nextAt: verdict.at,
          pauseUntil: verdict.pauseChannel ? verdict.at : null,
        };
      const error = {
        reason: verdict.reason,
        code: ending.code,
        message: ending.detail,
        retry_at: verdict.retryAt,
      };
      return { ...base, status: "failed", error, effects: verdict.effects };
    }
  }
}
