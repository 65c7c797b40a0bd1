import type { FailureReason } from "#domain/failure-reasons";
import { deniedLeadsToStop, isApi, type ProviderName } from "#domain/platforms";
import { TEMPLATE_PREPARATION_MS } from "#domain/templates";
import { HOUR_MS } from "#lib/time";
import type { Address } from "./address";
import {
  CODES,
  type Effects,
  effectsOf,
  REJECTED,
  type Retry,
  type Rule,
  SUBCODES,
  UNAUTHORIZED,
  UNPREPARED,
} from "./error-rules";
import type { SendResult } from "./providers/provider";
import { isOfUnitedStates } from "./united-states";

/**
 * A refusal. `deniedLeads` counts the different leads in a row, this one too, to whom a message was
 * refused for want of a permission; `isTemplateNew`: Meta may not have prepared the template yet.
 */
type Refusal = Omit<Extract<SendResult, { kind: "refused" }>, "kind"> & {
  deniedLeads?: number;
  isTemplateNew?: true;
};

/** The final failure of a message. `retryAt` is when a similar one may be sent. */
export type Failure = { reason: FailureReason; retryAt: number | null; effects: Effects };

/** The consequence of a refusal: the message is tried again, waits for a pause to end, or fails. */
export type Verdict =
  | { action: "retry"; at: number; effects: Effects }
  | { action: "keep"; effects: Effects }
  | ({ action: "fail" } & Failure);

const byNumber = (rows: [numbers: number[], rule: Rule][]) =>
  new Map(rows.flatMap(([numbers, rule]) => numbers.map((number) => [number, rule] as const)));

const BY_CODE = byNumber(CODES);
const BY_SUBCODE = byNumber(SUBCODES);

const BACK_OFF: Rule = { fate: "retry", reason: "unavailable", retry: "channel" };
const TRY_AGAIN: Rule = { fate: "retry", reason: "unavailable", retry: "message" };

function ruleOfStatus(httpStatus: number, provider: ProviderName): Rule {
  if (httpStatus === 429) return BACK_OFF;
  if (httpStatus >= 500 || httpStatus === 408 || httpStatus === 425) return TRY_AGAIN;
  return isApi(provider) && (httpStatus === 401 || httpStatus === 403) ? UNAUTHORIZED : REJECTED;
}

function ruleOf(
  { code, subcode, httpStatus, isTemplateNew }: Refusal,
  provider: ProviderName,
): Rule {
  if (code === null) return ruleOfStatus(httpStatus, provider);
  const known = BY_SUBCODE.get(subcode ?? 0) ?? BY_CODE.get(code);
  const isVague = known === REJECTED || (known === UNPREPARED && !isTemplateNew);
  if (known && !isVague) return known;
  return httpStatus >= 500 || httpStatus === 429 ? ruleOfStatus(httpStatus, provider) : REJECTED;
}

/** The delays before the second attempt, the third and so on; then there are no more attempts. */
const DELAYS_MS = {
  message: [2_000, 8_000, 30_000, 120_000, 600_000],
  once: [30_000],
  hourly: [HOUR_MS, HOUR_MS, HOUR_MS],
} satisfies Partial<Record<Retry, number[]>>;
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
  retry: Retry,
  retryAfterMs: number | null,
  attempts: number,
  random: number,
): number | undefined {
  const least = retryAfterMs ?? 0;
  // A template that was new is not when it is tried again.
  if (retry === "new" || (retry === "prepared" && attempts === 1))
    return Math.max(TEMPLATE_PREPARATION_MS, least);
  if (retry === "prepared") return undefined;
  if (retry !== "channel" && retry !== "account" && retry !== "lead") {
    const delay = DELAYS_MS[retry][attempts - 1];
    return delay === undefined ? undefined : Math.max(around(delay, random), least);
  }
  if (attempts >= MAX_PAUSED_ATTEMPTS) return undefined;
  return retry === "lead"
    ? Math.max(above(PAIR_PAUSE_MS, random), least)
    : backOffMs(retryAfterMs, attempts, random);
}

function backOffMs(retryAfterMs: number | null, attempts: number, random: number) {
  const backOff = around(Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS), random);
  return Math.max(retryAfterMs ?? backOff, MIN_PAUSE_MS);
}

const isHeld = (rule: Rule) => rule.fate === "fail" && rule.holdMs !== undefined;

/** The failure that a rule means for a message that is not tried again. */
const failed = (rule: Rule, effects: Effects, now: number, isOfUs = false): Failure => ({
  reason: rule.reason,
  retryAt: rule.fate === "fail" && rule.holdMs && !isOfUs ? now + rule.holdMs : null,
  effects,
});

/**
 * The consequence of a refusal. `attempts` counts the refused attempt too; `random` lies between 0
 * and 1. People of the United States are never sent what a hold is of.
 */
export function verdictOn(
  refusal: Refusal & { isOfUnitedStates?: boolean },
  attempts: number,
  now: number,
  random: number,
  provider: ProviderName,
): Verdict {
  const rule = ruleOf(refusal, provider);
  const effects = effectsOf(rule);
  if (rule.fate === "keep") return { action: "keep", effects };
  const { stop, ...others } = effects;
  const isDoubted = stop?.isDoubted && (refusal.deniedLeads ?? 0) < deniedLeadsToStop(provider);
  if (rule.fate === "fail")
    return {
      action: "fail",
      ...failed(rule, isDoubted ? others : effects, now, refusal.isOfUnitedStates),
    };
  const delay = delayMs(rule.retry, refusal.retryAfterMs, attempts, random);
  if (delay === undefined) return { action: "fail", ...failed(rule, effects, now) };
  return { action: "retry", at: now + delay, effects };
}

/** True if a refusal says that a permission is missing. */
export const isDenial = (refusal: Refusal, provider: ProviderName) =>
  effectsOf(ruleOf(refusal, provider)).stop?.isDoubted === true;

/**
 * The failure that a status report's error code means, of a message to `to`. Only a marketing
 * template may be sent again (`retryCapped` of db/statements/messages/capped.ts).
 */
export function failureOf(code: number | null, now: number, to: Address = {}): Failure {
  const rule = (code !== null && BY_CODE.get(code)) || REJECTED;
  return failed(rule, effectsOf(rule), now, isHeld(rule) && isOfUnitedStates(to));
}
