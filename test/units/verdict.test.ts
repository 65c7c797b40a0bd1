import { describe, expect, it } from "vitest";
import type { ProviderName } from "#domain/platforms";
import { failureOf, verdictOn } from "#features/messaging/outbound/verdict";

const NOW = Date.UTC(2026, 10, 21, 12);
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

type Refusal = Parameters<typeof verdictOn>[0];
type Given = Partial<Refusal> & { attempts?: number; random?: number; provider?: ProviderName };

const verdict = ({ attempts = 1, random = 0.5, provider = "whatsapp_cloud", ...refusal }: Given) =>
  verdictOn(
    { httpStatus: 400, code: null, detail: "", retryAfterMs: null, ...refusal },
    attempts,
    NOW,
    random,
    provider,
  );

/** The waiting time of a verdict, if there is one. */
const delay = (given: Given) => {
  const made = verdict(given);
  return made.action === "retry" ? made.at - NOW : null;
};

const failure = (reason: string, effects: object = {}, retryAt: number | null = null) => ({
  action: "fail",
  reason,
  retryAt,
  effects,
});

const retry = (at: number, effects: object = {}) => ({
  action: "retry",
  at,
  effects,
});

describe("a rate limit", () => {
  it.each([4, 17, 32, 613, 80006, 130429, 133016])(
    "of code %i makes the whole channel wait",
    (code) => {
      expect(verdict({ code })).toEqual(retry(NOW + 5_000, { backOff: "channel" }));
    },
  );

  it("of the account makes its channels wait", () => {
    expect(verdict({ code: 80007 })).toEqual(retry(NOW + 5_000, { backOff: "account" }));
  });

  it("may be an HTTP 429 without a code, of any provider", () => {
    for (const provider of ["whatsapp_cloud", "instagram", "webhook"] as const)
      expect(verdict({ httpStatus: 429, provider })).toMatchObject({
        action: "retry",
        effects: { backOff: "channel" },
      });
  });

  it.each([
    [1, 4_000, 6_000],
    [2, 8_000, 12_000],
    [5, 64_000, 96_000],
    [8, 512_000, 768_000],
    [9, 720_000, 1_080_000],
    [49, 720_000, 1_080_000],
  ])("is waited out after attempt %i for %i to %i ms", (attempts, least, most) => {
    expect(delay({ code: 130429, attempts, random: 0 })).toBe(least);
    expect(delay({ code: 130429, attempts, random: 1 })).toBe(most);
  });

  it("is waited out for as long as the provider says, but never for zero time", () => {
    expect(delay({ code: 4, retryAfterMs: 90_000, attempts: 9 })).toBe(90_000);
    expect(delay({ code: 4, retryAfterMs: 2_000 })).toBe(2_000);
    expect(delay({ code: 4, retryAfterMs: 0 })).toBe(1_000);
  });

  it("of one lead makes that lead wait for about six seconds", () => {
    expect(verdict({ code: 131056, random: 0 })).toEqual(retry(NOW + 6_000));
    expect(delay({ code: 131056, random: 1, attempts: 20 })).toBe(8_400);
    expect(delay({ code: 131056, retryAfterMs: 60_000 })).toBe(60_000);
  });

  it.each([
    [130429, { backOff: "channel" }],
    [131056, {}],
  ])("of code %i is given up after 50 attempts", (code, effects) => {
    expect(verdict({ code, attempts: 49 }).action).toBe("retry");
    expect(verdict({ code, attempts: 50 })).toEqual(failure("unavailable", effects));
  });

  it("of what is no message, or of a template's Flow, is waited out three times for an hour", () => {
    expect(verdict({ code: 80002 })).toEqual(retry(NOW + HOUR_MS));
    for (const attempts of [1, 2, 3])
      expect(verdict({ code: 132069, attempts })).toEqual(retry(NOW + HOUR_MS));
    expect(verdict({ code: 132069, attempts: 4 })).toEqual(failure("flow_throttled"));
  });
});

describe("a transient fault", () => {
  const faults: Given[] = [1, 2, 131000, 131016, 131057, 133004, 133005].map((code) => ({ code }));
  const statuses: Given[] = [408, 425, 500, 502, 503, 599].map((httpStatus) => ({ httpStatus }));

  it.each([...faults, ...statuses, { httpStatus: 500, provider: "webhook" } as const])(
    "as %j makes that message wait",
    (given) => {
      expect(verdict(given)).toEqual(retry(NOW + 2_000));
    },
  );

  it.each([
    [1, 1_600, 2_400],
    [2, 6_400, 9_600],
    [3, 24_000, 36_000],
    [4, 96_000, 144_000],
    [5, 480_000, 720_000],
  ])("is retried after attempt %i in %i to %i ms", (attempts, least, most) => {
    expect(delay({ code: 131000, attempts, random: 0 })).toBe(least);
    expect(delay({ code: 131000, attempts, random: 1 })).toBe(most);
  });

  it("is retried no sooner than the provider says", () => {
    expect(delay({ httpStatus: 503, retryAfterMs: 60_000 })).toBe(60_000);
    expect(delay({ httpStatus: 503, retryAfterMs: 1 })).toBe(2_000);
  });

  it("is given up after the sixth attempt", () => {
    for (const attempts of [6, 7, 50])
      expect(verdict({ code: 131000, attempts })).toEqual(failure("unavailable"));
  });

  it("of a file is retried once", () => {
    expect(verdict({ code: 131053 })).toEqual(retry(NOW + 30_000));
    expect(verdict({ code: 131053, attempts: 2 })).toEqual(failure("media_failed"));
  });
});

describe("a template that Meta may not have prepared", () => {
  const [isTemplateNew, TEN_MINUTES_MS] = [true, 600_000] as const;

  it("is tried again after ten minutes while it is new, as often as that is", () => {
    for (const attempts of [1, 2, 7])
      expect(verdict({ code: 131009, isTemplateNew, attempts, random: 0 })).toEqual(
        retry(NOW + TEN_MINUTES_MS),
      );
    expect(verdict({ code: 131009 })).toEqual(failure("rejected"));
    expect(delay({ code: 131009, isTemplateNew, retryAfterMs: 700_000 })).toBe(700_000);
  });

  it("is tried again once if Meta says so, however old it is", () => {
    expect(verdict({ code: 134101, httpStatus: 500 })).toEqual(retry(NOW + TEN_MINUTES_MS));
    expect(verdict({ code: 134101, attempts: 2 })).toEqual(failure("rejected"));
  });
});

describe("a refusal that keeps the message", () => {
  it.each([1, 50, 500])("keeps it, however often it was tried: %i", (attempts) => {
    const kept = verdict({ code: 131042, attempts });
    expect(kept).toEqual({ action: "keep", effects: { pause: "payment" } });
  });
});

const stop = (reason: string, more: object = {}) =>
  failure(reason, { stop: { reason, over: "channel", ...more } });
const unauthorized = stop("unauthorized");
const denied = stop("permission", { isDoubted: true });

describe("a Graph error whose code is unknown", () => {
  it.each([100, 300, 131009, 131999, 132017])("is judged by its status: %i", (code) => {
    for (const httpStatus of [200, 400, 401, 403, 404])
      expect(verdict({ code, httpStatus })).toEqual(failure("rejected"));
    for (const httpStatus of [500, 502, 503, 504, 520, 524]) {
      expect(verdict({ code, httpStatus })).toEqual(retry(NOW + 2_000));
      expect(delay({ code, httpStatus, retryAfterMs: 60_000 })).toBe(60_000);
    }
    expect(verdict({ code, httpStatus: 429, retryAfterMs: 9_000 })).toEqual(
      retry(NOW + 9_000, { backOff: "channel" }),
    );
  });
});

describe("a permanent refusal", () => {
  it.each([
    [0, unauthorized],
    [368, stop("account_restricted", { over: "account" })],
    [131045, stop("not_registered")],
    [131037, stop("name_not_approved")],
    [131047, failure("window_closed")],
    [131049, failure("marketing_cap", {}, NOW + DAY_MS)],
    [131050, failure("marketing_opted_out", { optOut: true })],
    [131063, failure("rejected", { marketing: "marketing_messages" })],
    [131026, failure("undeliverable", { unreachable: true })],
    [130497, failure("country_refused")],
    [132000, failure("invalid_template")],
    [132016, failure("invalid_template", { template: "disabled" })],
  ])("of code %i, whatever the status", (code, expected) => {
    for (const attempts of [1, 6])
      expect(verdict({ code, attempts, httpStatus: 500, retryAfterMs: 5_000 })).toEqual(expected);
  });

  it("means what Instagram's subcode says", () => {
    const say = (subcode: number) =>
      verdict({ code: 10, subcode, httpStatus: 403, provider: "instagram" });
    expect(say(2534022)).toEqual(failure("window_closed"));
    expect(say(2534014)).toEqual(failure("undeliverable", { unreachable: true }));
    expect(say(1893063)).toMatchObject({ action: "keep" });
    expect(say(33)).toEqual(failure("permission"));
  });

  it("for want of a permission stops a channel of Instagram only at the third lead", () => {
    for (const code of [3, 10, 200, 299, 131005]) {
      expect(verdict({ code, deniedLeads: 1 })).toEqual(denied);
      expect(verdict({ code, deniedLeads: 2, provider: "instagram" })).toEqual(
        failure("permission"),
      );
      expect(verdict({ code, deniedLeads: 3, provider: "instagram" })).toEqual(denied);
    }
  });

  it.each([401, 403])(
    "of HTTP %i without a code stops a Meta channel, but no client's gateway",
    (httpStatus) => {
      for (const provider of ["whatsapp_cloud", "instagram"] as const)
        expect(verdict({ httpStatus, provider })).toEqual(unauthorized);
      expect(verdict({ httpStatus, provider: "webhook" })).toEqual(failure("rejected"));
    },
  );

  it.each([0, 301, 400, 404, 410, 422])(
    "of HTTP %i without a code has no other effect",
    (httpStatus) => {
      for (const provider of ["whatsapp_cloud", "instagram", "webhook"] as const)
        expect(verdict({ httpStatus, provider })).toEqual(failure("rejected"));
    },
  );
});

describe("an error in a status report", () => {
  it.each([
    [131049, { reason: "marketing_cap", retryAt: NOW + DAY_MS, effects: {} }],
    [131026, { reason: "undeliverable", retryAt: null, effects: { unreachable: true } }],
    [131000, { reason: "unavailable", retryAt: null, effects: {} }],
    [null, { reason: "rejected", retryAt: null, effects: {} }],
  ])("of code %j is final", (code, expected) => {
    expect(failureOf(code, NOW)).toEqual(expected);
    expect(failureOf(code, NOW).effects).toEqual(expected.effects);
  });

  it.each([
    [{ wa_id: "16505551234" }, null],
    [{ wa_id: "14165551234" }, NOW + DAY_MS],
    [{ wa_id: "250788123123" }, NOW + DAY_MS],
    [{ bsuid: "US.1234" }, null],
    [{ bsuid: "RW.1234" }, NOW + DAY_MS],
    [{ parent_bsuid: "US.ENT.1234" }, null],
  ])("of marketing to %j may be over at %j", (to, retryAt) => {
    expect(failureOf(131049, NOW, to)).toMatchObject({ reason: "marketing_cap", retryAt });
  });
});
