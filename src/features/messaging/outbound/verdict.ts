import type { FailureReason } from "#domain/failure-reasons";
import type { StopReason } from "#domain/messaging";
import { isApi, type ProviderName } from "#domain/platforms";
import { DAY_MS } from "#lib/time";
import type { SendResult } from "./providers/provider";

type Refusal = Omit<Extract<SendResult, { kind: "refused" }>, "kind">;

/** The effects of an error beyond the message: on the channel, the consent, the lead's address. */
export type Effects = { stopChannel?: StopReason; optOut?: true; unreachable?: true };

/** The final failure of a message. `retryAt` is when a similar one may be sent. */
export type Failure = { reason: FailureReason; retryAt: number | null; effects: Effects };

/** The consequence of a refusal. `pauseChannel` makes the whole channel wait until `at`. */
type Verdict =
  | { action: "retry"; at: number; pauseChannel: boolean }
  | ({ action: "fail" } & Failure);

type Rule =
  | { retry: "channel" | "lead" | "message" }
  | { fail: FailureReason; effects?: Effects; holdMs?: number };

const UNAUTHORIZED: Rule = { fail: "channel_stopped", effects: { stopChannel: "unauthorized" } };
const RESTRICTED: Rule = {
  fail: "channel_stopped",
  effects: { stopChannel: "account_restricted" },
};
const REJECTED: Rule = { fail: "rejected" };

/** Meta's error codes: WhatsApp Cloud API and Instagram messaging, "Error codes". */
const RULES: [codes: number[], rule: Rule][] = [
  [[4, 17, 32, 613, 80007, 130429, 133016], { retry: "channel" }],
  [[131056], { retry: "lead" }],
  [[1, 2, 131000, 131016, 131057, 133004, 133005], { retry: "message" }],
  [[0, 190], UNAUTHORIZED],
  [[368, 131031], RESTRICTED],
  [[131047], { fail: "window_closed" }],
  [[131049], { fail: "marketing_cap", holdMs: DAY_MS }],
  [[131050], { fail: "opted_out", effects: { optOut: true } }],
  [[551, 131026], { fail: "undeliverable", effects: { unreachable: true } }],
  [Array.from({ length: 17 }, (_, index) => 132000 + index), { fail: "invalid_template" }],
  [[130497], REJECTED],
];
const BY_CODE = new Map(
  RULES.flatMap(([codes, rule]) => codes.map((code) => [code, rule] as const)),
);

/** Subcodes that say more than their code: Instagram's "sent outside of allowed window". */
const BY_SUBCODE = new Map<number, Rule>([[2534022, { fail: "window_closed" }]]);

function ruleOfStatus(httpStatus: number, provider: ProviderName): Rule {
  if (httpStatus === 429) return { retry: "channel" };
  if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 425) return { retry: "message" };
  return isApi(provider) && (httpStatus === 401 || httpStatus === 403) ? UNAUTHORIZED : REJECTED;
}

function ruleOf({ code, subcode, httpStatus }: Refusal, provider: ProviderName): Rule {
  if (code === null) return ruleOfStatus(httpStatus, provider);
  const known = BY_SUBCODE.get(subcode ?? 0) ?? BY_CODE.get(code);
  if (known) return known;
  return httpStatus >= 500 || httpStatus === 429 ? ruleOfStatus(httpStatus, provider) : REJECTED;
}

/** The delays before the second attempt, the third and so on; then there are no more attempts. */
const RETRY_DELAYS_MS = [2_000, 8_000, 30_000, 120_000, 600_000];
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 900_000;
const MIN_PAUSE_MS = 1_000;
/** WhatsApp accepts about one message in 6 s from one number to another. */
const PAIR_PAUSE_MS = 6_000;
const MAX_PAUSED_ATTEMPTS = 50;
const JITTER = 0.2;

const around = (ms: number, random: number) => Math.round(ms * (1 - JITTER + 2 * JITTER * random));
const above = (ms: number, random: number) => Math.round(ms * (1 + 2 * JITTER * random));

/** The time to wait before the next attempt; undefined where there is none. */
function delayMs(
  waits: "channel" | "lead" | "message",
  retryAfterMs: number | null,
  attempts: number,
  random: number,
): number | undefined {
  if (waits === "message") {
    const delay = RETRY_DELAYS_MS[attempts - 1];
    return delay === undefined ? undefined : Math.max(around(delay, random), retryAfterMs ?? 0);
  }
  if (attempts >= MAX_PAUSED_ATTEMPTS) return undefined;
  if (waits === "lead") return Math.max(above(PAIR_PAUSE_MS, random), retryAfterMs ?? 0);
  const backoff = around(Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS), random);
  return Math.max(retryAfterMs ?? backoff, MIN_PAUSE_MS);
}

const failed = (rule: Rule, now: number): Failure =>
  "fail" in rule
    ? {
        reason: rule.fail,
        retryAt: rule.holdMs ? now + rule.holdMs : null,
        effects: rule.effects ?? {},
      }
    : { reason: "unavailable", retryAt: null, effects: {} };

/**
 * The consequence of a refusal. `attempts` counts the refused attempt too; `random` lies between 0
 * and 1.
 */
export function verdictOn(
  refusal: Refusal,
  attempts: number,
  now: number,
  random: number,
  provider: ProviderName,
): Verdict {
  const rule = ruleOf(refusal, provider);
  if ("fail" in rule) return { action: "fail", ...failed(rule, now) };
  const delay = delayMs(rule.retry, refusal.retryAfterMs, attempts, random);
  if (delay === undefined) return { action: "fail", ...failed(rule, now) };
  return { action: "retry", at: now + delay, pauseChannel: rule.retry === "channel" };
}

/** The failure that a status report's error code means. The message is not sent again. */
export const failureOf = (code: number | null, now: number): Failure =>
  failed((code !== null && BY_CODE.get(code)) || REJECTED, now);
