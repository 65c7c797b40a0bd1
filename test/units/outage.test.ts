import { describe, expect, it } from "vitest";
import {
  afterAnswer,
  afterSilence,
  isAnswered,
  NO_OUTAGE,
  type Outage,
} from "#features/messaging/outbound/worker/outage";

/** The outage after requests that began at these times and had no answer, each a second later. */
const silent = (times: number[], outage: Outage = NO_OUTAGE, answeredAt = 0) =>
  times.reduce((last, at) => afterSilence(last, at, answeredAt, at + 1_000), outage);

describe("an outage", () => {
  it("begins with the third request in a row that has no answer", () => {
    expect(silent([1, 2])).toEqual({ ...NO_OUTAGE, failedAt: [1, 2] });
    expect(silent([1, 2, 3])).toEqual({
      failedAt: [1, 2, 3],
      pauses: 1,
      since: 1,
      until: 11_003,
    });
  });

  it("is not lengthened by requests that were open when it began", () => {
    expect(silent([4, 5], silent([1, 2, 3]))).toMatchObject({ pauses: 1, until: 11_003 });
  });

  it("pauses for longer each time, for five minutes at most", () => {
    const pauses: number[] = [];
    let outage = silent([1, 2, 3]);
    for (let times = 0; times < 7; times++) {
      const begunAt = outage.until;
      outage = silent([begunAt], outage);
      pauses.push(outage.until - begunAt - 1_000);
    }
    expect(pauses).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
  });

  it("is none where a request that began later was answered", () => {
    expect(silent([1, 2, 3], NO_OUTAGE, 4)).toBe(NO_OUTAGE);
    expect(silent([3, 4], afterAnswer(silent([1, 2]), 2))).toMatchObject({ pauses: 0 });
    expect(silent([3, 4], afterAnswer(silent([1, 2]), 1))).toMatchObject({ pauses: 1 });
  });

  it("ends with an answer", () => {
    const outage = silent([20_000], silent([1, 2, 3]));
    expect(afterAnswer(outage, 60_000)).toEqual(NO_OUTAGE);
    expect(afterAnswer(outage, 2)).toEqual({ ...NO_OUTAGE, failedAt: [3, 20_000] });
    expect(afterAnswer(outage, 1)).toBe(outage);
    expect(afterAnswer(NO_OUTAGE, 1)).toBe(NO_OUTAGE);
  });
});

describe("a provider", () => {
  const provider = "whatsapp_cloud" as const;
  const refused = {
    kind: "refused",
    provider,
    code: null,
    detail: "",
    retryAfterMs: null,
  } as const;

  it.each([
    [true, { kind: "accepted", provider, externalId: "1" }],
    [true, { ...refused, httpStatus: 500 }],
    [true, { kind: "unknown", provider, detail: "The answer names no message." }],
    [false, { kind: "unknown", provider, detail: "timeout", isUnanswered: true }],
    [undefined, { ...refused, httpStatus: 0 }],
    [undefined, { kind: "no_identity", provider }],
  ] as const)("has answered, or was not asked: %s, with %j", (expected, result) => {
    expect(isAnswered(result)).toBe(expected);
  });
});
