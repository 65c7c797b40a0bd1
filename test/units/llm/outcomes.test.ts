import { describe, expect, it } from "vitest";
import { verifyEvidence } from "#features/analysis/evidence";
import type { Order } from "#test/support/graph";
import { ANSWER, FINDINGS, JEANNE, newModel } from "#test/support/llm";

const good: Order = { do: "complete", answer: ANSWER };
const complete = (answer: unknown, more: object = {}): Order => ({
  do: "complete",
  answer,
  ...more,
});
const message = (content: unknown, more: object = {}): Order => ({
  do: "complete",
  message: { role: "assistant", content, ...more },
});
const status = (code: number, retry_after?: number | string): Order => ({
  do: "status",
  status: code,
  body: "{}",
  retry_after,
});
const body = (text: string): Order => ({ do: "status", status: 200, body: text });

const wrongEnum = complete({
  ...ANSWER,
  maturity_level: { message_id: 102, quote: "34", value: "guru", confidence: 1 },
});

const analyse = async (orders: Order[], config: Parameters<typeof newModel>[1] = {}) =>
  (await newModel(orders, config)).analyst.analyse(JEANNE);

describe("an analysis finds", () => {
  it.each<[string, Order[], number]>([
    ["the claims of a valid answer", [good], 1],
    ["an answer within prose", [complete(ANSWER, { prose: "Of course." })], 1],
    ["an answer in parts", [message([{ type: "text", text: JSON.stringify(ANSWER) }])], 1],
    [
      "an answer in pieces",
      [
        message([
          { type: "text", text: JSON.stringify(ANSWER).slice(0, 90) },
          null,
          { text: JSON.stringify(ANSWER).slice(90) },
        ]),
      ],
      1,
    ],
    ["an answer that is an object", [message(ANSWER)], 1],
    ["the claims of the repeat after an invalid answer", [complete("Sorry?"), good], 2],
    ["the claims of the repeat after a wrong enum", [wrongEnum, good], 2],
    [
      "the claims of the repeat after a cut answer",
      [complete(ANSWER, { finish_reason: "length" }), good],
      2,
    ],
    ["the claims of the second form", [status(400), good], 2],
    ["the claims of the second form after 422", [status(422), good], 2],
    ["the claims of the repeat of the second form", [status(400), complete("{}"), good], 3],
  ])("%s", async (_, orders, calls) => {
    expect(await analyse(orders)).toMatchObject({
      kind: "found",
      findings: FINDINGS,
      cost: { calls },
    });
  });

  it("nothing when there is no text", async () => {
    expect(await analyse([])).toMatchObject({
      kind: "found",
      findings: { claims: [], summary: "They have talked." },
    });
  });

  it("what the lead wrote first, from a model that quotes it", async () => {
    const outcome = await analyse([{ do: "complete", from: "first_lead_message" }]);
    const proven = outcome.kind === "found" ? verifyEvidence(outcome.findings.claims, JEANNE) : [];
    expect(proven).toMatchObject(
      ["primary_objective", "verbatim"].map((field) => ({
        field,
        value: JEANNE[1]!.text,
        messageId: 102,
      })),
    );
  });

  it("claims about unknown messages, which are checked elsewhere", async () => {
    const answer = complete({
      ...ANSWER,
      age: { message_id: 7, quote: "I am 50", value: 50, confidence: 1 },
    });
    const outcome = await analyse([answer]);
    expect(outcome.kind === "found" && outcome.findings.claims[0]).toMatchObject({
      messageId: 7,
      value: 50,
    });
  });
});

const ends = (reason: string, mayRetry: boolean, retryAfterMs: number | null = null) => ({
  kind: "failed",
  reason,
  mayRetry,
  retryAfterMs,
});
const [refused, rejected, invalid] = ["refused", "rejected", "invalid_answer"].map((reason) =>
  ends(reason, false),
);
const unavailable = (retryAfterMs: number | null = null) => ends("unavailable", true, retryAfterMs);

describe("an analysis fails", () => {
  it.each<[string, Order[], object | undefined, number]>([
    [
      "refused, when the model says so",
      [complete(ANSWER, { refusal: "I can't help with that." })],
      refused,
      1,
    ],
    ["refused, when a part says so", [message([{ type: "refusal", refusal: "No." }])], refused, 1],
    ["refused, by a filter", [complete("", { finish_reason: "content_filter" })], refused, 1],
    ["refused, in the repeat", [complete("?"), complete(ANSWER, { refusal: "No." })], refused, 2],
    ["rejected, without a key", [status(401)], rejected, 1],
    ["rejected, when it is forbidden", [status(403)], rejected, 1],
    ["rejected, when the model is unknown", [status(404)], rejected, 1],
    ["rejected, when payment is required", [status(402)], rejected, 1],
    ["rejected, when it is too large", [status(413)], rejected, 1],
    [
      "rejected, when it is still invalid in the second form",
      [status(400), status(400)],
      rejected,
      2,
    ],
    ["rejected, when the second form is unprocessable", [status(422), status(422)], rejected, 2],
    ["rejected, when the second form is forbidden", [status(400), status(403)], rejected, 2],
    ["for an invalid answer that comes twice", [complete("?"), complete("??")], invalid, 2],
    ["for a wrong enum that comes twice", [wrongEnum, wrongEnum], invalid, 2],
    ["for empty content that comes twice", [complete(""), message(null)], invalid, 2],
    [
      "for a call of tools that comes twice",
      [message(null, { tool_calls: [{ id: "1" }] }), message(undefined)],
      invalid,
      2,
    ],
    [
      "for a cut answer that comes twice",
      Array(2).fill(complete(ANSWER, { finish_reason: "length" })),
      invalid,
      2,
    ],
    ["for 200 without JSON that comes twice", [body("<html>"), body("")], invalid, 2],
    [
      "for odd JSON that comes twice",
      [body("null"), body('{"choices":{"0":{"message":[]}}}')],
      invalid,
      2,
    ],
    [
      "for other JSON that comes twice",
      [body('{"choices":[null]}'), body('{"error":{"message":"Overloaded"}}')],
      invalid,
      2,
    ],
    [
      "for content that is not a text, twice",
      [message(5), message([[], {}, 7, { text: 7 }])],
      invalid,
      2,
    ],
    [
      "for JSON with a key that holds a backslash, twice",
      Array(2).fill(body('{"\\\\":1,"choices":[]}')),
      invalid,
      2,
    ],
    ["for now, at 408", [status(408)], unavailable(), 1],
    ["for now, at 409", [status(409)], unavailable(), 1],
    ["for now, at 429", [status(429)], unavailable(), 1],
    ["for now, at 429 with Retry-After", [status(429, 17)], unavailable(17_000), 1],
    ["for now, at 429 with an odd Retry-After", [status(429, "soon")], unavailable(), 1],
    ["for now, at 503 with Retry-After", [status(503, 3)], unavailable(3_000), 1],
    ["for now, at 500, whatever it says", [status(500, 3)], unavailable(), 1],
    ["for now, in the repeat", [complete("?"), status(429, 5)], unavailable(5_000), 2],
    ["for now, when it is redirected", [{ do: "redirect" }], unavailable(), 1],
    ["for now, when the connection is reset", [{ do: "reset" }], unavailable(), 1],
    ["for now, when the answer is cut", [{ do: "cut", answer: ANSWER }], unavailable(), 1],
    ["for now, when the answer is huge", [{ do: "huge", answer: ANSWER }], unavailable(), 1],
  ])("%s", async (_, orders, end, calls) => {
    const { analyst, asked } = await newModel(orders);
    expect(await analyst.analyse(JEANNE)).toMatchObject({ ...end, cost: { calls } });
    expect(await asked()).toHaveLength(calls);
  });

  it.each<Order>([{ do: "silence" }, { do: "stall", answer: ANSWER }, { do: "drip" }])(
    "for now, in time, at $do",
    async (reaction) => {
      expect(await analyse([reaction], { timeoutMs: 300 })).toMatchObject({
        ...unavailable(),
        cost: { calls: 1 },
      });
    },
  );

  it("for now, when the connection is refused or the URL is invalid", async () => {
    for (const baseUrl of ["http://127.0.0.1:9/v1", "nowhere"])
      expect(await analyse([], { baseUrl })).toMatchObject(unavailable());
  });
});

describe("an analysis costs", () => {
  it("the tokens that the server counts, over all its requests", async () => {
    const usage = { prompt_tokens: 400, completion_tokens: 30 };
    const orders = [
      status(400),
      complete("?", { usage }),
      complete(ANSWER, { usage: { ...usage, total_tokens: "many" } }),
    ];
    expect(await analyse(orders)).toMatchObject({
      cost: { calls: 3, inputTokens: 800, outputTokens: 60 },
    });
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["texts", { prompt_tokens: "400", completion_tokens: "30" }],
    ["negative numbers", { prompt_tokens: -1, completion_tokens: -1 }],
    ["fractions", { prompt_tokens: 0.5, completion_tokens: 1.5 }],
    ["impossible numbers", { prompt_tokens: 1e300, completion_tokens: 9e15 }],
    ["a list", [[400], [30]]],
  ])("an estimate by its texts, when the server counts %s", async (_, usage) => {
    const { cost } = await analyse([complete(ANSWER, { usage })]);
    const tokens = Math.ceil(new TextEncoder().encode(JSON.stringify(ANSWER)).length / 3);
    expect(cost.outputTokens).toBe(tokens);
    expect(cost.inputTokens).toBeGreaterThan(800);
    expect(cost.inputTokens).toBeLessThan(3_000);
  });

  it.each<[string, Order]>([
    ["refused", status(401)],
    ["not answered", status(500)],
    ["cut", { do: "cut" }],
  ])("a request and no tokens when it is %s", async (_, reaction) => {
    expect((await analyse([reaction])).cost).toEqual({ calls: 1, inputTokens: 0, outputTokens: 0 });
  });
});
