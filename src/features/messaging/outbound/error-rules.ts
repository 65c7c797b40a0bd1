import type { FailureReason } from "#domain/failure-reasons";
import type { MarketingEndpoint, StopReason } from "#domain/messaging";
import type { RefusalPause } from "#domain/pauses";
import { DAY_MS } from "#lib/time";

/**
 * The channels that an error is about: the one that has met it, or those of its business account.
 * They are always of one workspace: clients enter the account's id themselves, so that of another
 * workspace proves nothing. Those that pause together: domain/pauses.ts.
 */
export type Reach = "channel" | "account";

/** `isDoubted`: a platform may say it of one lead alone (`deniedLeadsToStop` of its API). */
export type Stop = { reason: StopReason; over: Reach; isDoubted?: true };

/** The effects of an error beyond the message, the same in an answer and in a report. */
export type Effects = {
  stop?: Stop;
  pause?: RefusalPause;
  backOff?: Reach;
  optOut?: true;
  unreachable?: true;
  /** The status that the message's template has from now on. */
  template?: "paused" | "disabled";
  /** The endpoint by which the channel sends marketing templates from now on. */
  marketing?: MarketingEndpoint;
};

/**
 * The times of the next attempts: as the back-off of the channel or of its account's channels says,
 * as the limit from one number to another does, soon and then more and more rarely, once more,
 * every hour, or once when Meta has prepared the template; if it is `new`, where only that can be
 * the reason.
 */
export type Retry =
  | "channel"
  | "account"
  | "lead"
  | "message"
  | "once"
  | "hourly"
  | "prepared"
  | "new";

/**
 * The consequence of an error. `reason`: that of a message that is not tried again. `holdMs`: how
 * long a limit on marketing to the person goes on; a template may ask to be tried again after it.
 */
export type Rule = { reason: FailureReason } & (
  | { fate: "fail"; effects?: Effects; holdMs?: number }
  | { fate: "retry"; retry: Retry }
  | { fate: "keep"; pause: RefusalPause }
);

/** Meta's code where a comment has had its private reply. */
export const ALREADY_REPLIED = 10_900;

const fail = (reason: FailureReason, effects: Effects = {}): Rule => ({
  fate: "fail",
  reason,
  effects,
});

const retry = (retry: Retry, reason: FailureReason = "unavailable"): Rule => ({
  fate: "retry",
  reason,
  retry,
});

const keep = (pause: RefusalPause): Rule => ({ fate: "keep", reason: pause, pause });

const stop = (reason: StopReason & FailureReason, more: Partial<Stop> = {}) =>
  fail(reason, { stop: { reason, over: "channel", ...more } });

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

export const UNAUTHORIZED = stop("unauthorized");
export const REJECTED = fail("rejected");
export const UNPREPARED = retry("new", "rejected");

/** Meta's error codes: WhatsApp Cloud API and Instagram messaging, "Error codes". */
export const CODES: [codes: number[], rule: Rule][] = [
  [[0, 190], UNAUTHORIZED],
  [[3, 10, ...range(200, 299), 131005], stop("permission", { isDoubted: true })],
  [[368, 131031], stop("account_restricted", { over: "account" })],
  [[33, 131045, 133010], stop("not_registered")],
  [[131037], stop("name_not_approved")],
  [[131042], keep("payment")],
  [[131048], keep("spam_rate")],
  [[131064], keep("template_misuse")],
  [[4, 17, 32, 613, 80006, 130429, 133016], retry("channel")],
  // Of a page and an Instagram account, but for their messaging: no message waits meanwhile.
  [[80001, 80002], retry("hourly")],
  [[80007], retry("account")],
  [[131056], retry("lead")],
  [[1, 2, 131000, 131016, 131057, 133004, 133005], retry("message")],
  [[551, 131026], fail("undeliverable", { unreachable: true })],
  [[130472], fail("experiment")],
  [[130497], fail("country_refused")],
  [[131030], fail("not_a_test_number")],
  [[131047], fail("window_closed")],
  [[131049], { fate: "fail", reason: "marketing_cap", holdMs: DAY_MS }],
  [[131050], fail("marketing_opted_out", { optOut: true })],
  [[131062], fail("number_required")],
  [[131063], fail("rejected", { marketing: "marketing_messages" })],
  [[131052], fail("media_failed")],
  [[131053], retry("once", "media_failed")],
  [[132015], fail("invalid_template", { template: "paused" })],
  [[132016], fail("invalid_template", { template: "disabled" })],
  [range(132000, 132014), fail("invalid_template")],
  [[132068], fail("invalid_flow")],
  [[132069], retry("hourly", "flow_throttled")],
  [[131009], UNPREPARED],
  [[134101], retry("prepared", "rejected")],
  [[131008, 131021, 131051, 135000, 137000], REJECTED],
];

/** Subcodes, which say more than their code. Instagram alone has these. */
export const SUBCODES: [subcodes: number[], rule: Rule][] = [
  [[2534022, 2018278], fail("window_closed")],
  [[1893063, 2534122, 2534029], keep("page_restricted")],
  [[2534014], fail("undeliverable", { unreachable: true })],
  [[2018108, 1545041, 2534001], fail("undeliverable")],
  [[1545133], retry("message")],
];

/** The effects of a rule beyond the message. */
export function effectsOf(rule: Rule): Effects {
  if (rule.fate === "fail") return rule.effects ?? {};
  if (rule.fate === "keep") return { pause: rule.pause };
  return rule.retry === "channel" || rule.retry === "account" ? { backOff: rule.retry } : {};
}
