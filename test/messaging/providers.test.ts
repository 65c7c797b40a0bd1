import { describe, expect, it } from "vitest";
import { retryAfter } from "#lib/retry-after";
import { type Order, order, requestsTo } from "../support/graph";
import { IMPATIENT, newAccount, newOutgoing, send } from "../support/providers";

const ID = { whatsapp_cloud: /^wamid\.[\w-]+$/, instagram: /^mid\.[\w-]+$/ };
const DAY_MS = 86_400_000;

/** The outcome of a message when Meta follows these orders, and the requests it received. */
async function sendWhen(
  reaction: Order,
  provider: "whatsapp_cloud" | "instagram" = "whatsapp_cloud",
) {
  const { account, key } = newAccount(provider);
  await order(key, { queue: [reaction] });
  const outcome = await send(
    account,
    newOutgoing(),
    reaction.do === "silence" || reaction.do === "stall" ? IMPATIENT : {},
  );
  return { outcome, requests: await requestsTo(key) };
}

describe.each(["whatsapp_cloud", "instagram"] as const)("a message through %s", (provider) => {
  it("is accepted, with the platform's id", async () => {
    const { account, key } = newAccount(provider);
    const outgoing = newOutgoing();
    expect(await send(account, outgoing)).toMatchObject({
      kind: "accepted",
      externalId: expect.stringMatching(ID[provider]),
    });
    const [{ path, headers, body }] = (await requestsTo(key)) as [
      Awaited<ReturnType<typeof requestsTo>>[0],
    ];
    expect(path).toBe(
      provider === "instagram" ? "/v26.0/me/messages" : `/v26.0/${account.externalId}/messages`,
    );
    expect(headers).toMatchObject({
      authorization: `Bearer ${account.credentials.access_token}`,
      "content-type": "application/json",
    });
    expect(body.biz_opaque_callback_data ?? body.recipient.id).toBe(
      provider === "instagram" ? outgoing.to.instagram_id : String(outgoing.messageId),
    );
  });

  it("is refused with the code and the text of a Graph error, whatever its status", async () => {
    for (const status of [200, 400, 401, 403, 429, 500, 504]) {
      const { outcome } = await sendWhen(
        { do: "error", status, code: 131047, message: "Re-engagement message" },
        provider,
      );
      const detail = "(#131047) Re-engagement message";
      expect(outcome).toEqual({
        kind: "refused",
        httpStatus: status,
        code: 131047,
        detail,
        retryAfterMs: null,
      });
    }
  });

  it("is refused with the most specific text, and with details that the code lacks", async () => {
    const { outcome } = await sendWhen(
      { do: "error", code: 10, subcode: 2534022, details: "Outside of the window" },
      provider,
    );
    expect(outcome).toMatchObject({ code: 10, subcode: 2534022, detail: "Outside of the window" });
  });

  it.each([300, 302, 400, 401, 404, 429, 500, 501, 502, 503, 521, 599])(
    "is refused by a bare HTTP %i",
    async (status) => {
      const { outcome } = await sendWhen({ do: "status", status }, provider);
      expect(outcome).toEqual({
        kind: "refused",
        httpStatus: status,
        code: null,
        detail: `HTTP ${status}`,
        retryAfterMs: null,
      });
    },
  );

  it.each([504, 520, 522, 524])(
    "may have been sent when a gateway answers HTTP %i",
    async (status) => {
      const { outcome, requests } = await sendWhen({ do: "status", status, sent: true }, provider);
      expect(outcome).toEqual({ kind: "unknown", detail: `HTTP ${status}`, isUnanswered: true });
      expect(requests).toMatchObject([{ sent: true }]);
    },
  );

  it.each([
    ["there is no answer", { do: "silence" }, "timeout"],
    ["the answer comes too late", { do: "silence", after_ms: 2_000 }, "timeout"],
    ["the connection is reset after the request", { do: "reset" }, "connection lost"],
    ["the answer stops half-way", { do: "stall" }, "The answer names no message."],
    ["the answer is cut off", { do: "cut" }, "The answer names no message."],
    [
      "the answer is not JSON",
      { do: "status", status: 200, body: "<html>", sent: true },
      "The answer names no message.",
    ],
    [
      "the answer names no message",
      { do: "status", status: 200, body: '{"messages":[{}]}', sent: true },
      "The answer names no message.",
    ],
    [
      "the answer's id is invalid",
      { do: "status", status: 200, body: '{"message_id":5}', sent: true },
      "The answer names no message.",
    ],
    ["the answer is too long", { do: "huge" }, "The answer names no message."],
  ] as const)("may have been sent when %s", async (_, reaction, detail) => {
    const { outcome, requests } = await sendWhen(reaction, provider);
    const isUnanswered = detail === "timeout" || detail === "connection lost";
    expect(outcome).toEqual({
      kind: "unknown",
      detail,
      ...(isUnanswered && { isUnanswered }),
    });
    expect(requests).toMatchObject([{ sent: true }]);
  });

  it("may have been sent when the connection is reset before the request is read", async () => {
    const { outcome, requests } = await sendWhen({ do: "reset_unread" }, provider);
    expect(outcome).toEqual({
      kind: "unknown",
      detail: "connection lost",
      isUnanswered: true,
    });
    expect(requests).toMatchObject([{ sent: false }]);
  });

  it("is accepted when the answer is slow", async () => {
    expect((await sendWhen({ do: "silence", after_ms: 50 }, provider)).outcome).toMatchObject({
      kind: "accepted",
    });
  });

  it("may have been sent when the connection is refused", async () => {
    const { account } = newAccount(provider);
    expect(await send(account, newOutgoing(), { graphUrl: "http://127.0.0.1:1" })).toEqual({
      kind: "unknown",
      detail: "connection lost",
      isUnanswered: true,
    });
  });

  it("follows no redirect", async () => {
    const { outcome, requests } = await sendWhen({ do: "redirect" }, provider);
    expect(outcome).toMatchObject({ kind: "refused", httpStatus: 301, code: null });
    expect(requests).toHaveLength(1);
  });

  it("is not sent at all when the token does not fit into a header", async () => {
    const { account } = newAccount(provider, { access_token: "line\nbreak" });
    const detail = "The request could not be made.";
    expect(await send(account)).toEqual({
      kind: "refused",
      httpStatus: 0,
      code: null,
      detail,
      retryAfterMs: null,
    });
  });
});

describe("WhatsApp", () => {
  it("returns the number by which it knows the lead", async () => {
    const { account, key } = newAccount("whatsapp_cloud");
    await order(key, {
      recipients: {
        "5511987654321": { do: "accept", wa_id: "551187654321" },
        "1": { do: "accept", wa_id: "US.1234" },
      },
    });
    expect(await send(account, newOutgoing({ to: { wa_id: "5511987654321" } }))).toMatchObject({
      waId: "551187654321",
    });
    expect(await send(account, newOutgoing({ to: { wa_id: "1" } }))).not.toHaveProperty("waId");
    expect(await send(account, newOutgoing({ to: { bsuid: "US.1234" } }))).toEqual({
      kind: "accepted",
      externalId: expect.any(String),
    });
  });

  it("refuses an unknown token or type", async () => {
    const { account } = newAccount("whatsapp_cloud", { access_token: "" });
    expect(await send(account)).toMatchObject({ kind: "refused", httpStatus: 401, code: 190 });
    expect(await send(newAccount("whatsapp_cloud").account, newOutgoing({ to: {} }))).toMatchObject(
      { httpStatus: 400, code: 100 },
    );
  });

  it("has its error texts cut to 500 characters", async () => {
    const { outcome } = await sendWhen({ do: "error", code: 100, details: "🙂".repeat(600) });
    expect(outcome).toMatchObject({ detail: "🙂".repeat(500) });
  });
});

describe("Instagram", () => {
  it("is asked at the account where that is connected by a login of its own", async () => {
    const { account, key } = newAccount("instagram");
    expect(await send({ ...account, login: "instagram" }, newOutgoing())).toMatchObject({
      kind: "accepted",
    });
    expect(await requestsTo(key)).toMatchObject([
      { path: `/instagram/v26.0/${account.externalId}/messages` },
    ]);
  });

  it("is not asked to send a template", async () => {
    const { account, key } = newAccount("instagram");
    const template = { name: "revive", language: "en", components: [] };
    expect(
      await send(account, newOutgoing({ type: "template", content: { template } })),
    ).toMatchObject({ kind: "refused", httpStatus: 0 });
    expect(await requestsTo(key)).toEqual([]);
  });
});

describe("Retry-After", () => {
  it("is read with a refusal", async () => {
    expect(
      (await sendWhen({ do: "error", status: 429, code: 130429, retry_after: 30 })).outcome,
    ).toMatchObject({ retryAfterMs: 30_000 });
    expect((await sendWhen({ do: "status", status: 503, retry_after: 7 })).outcome).toMatchObject({
      retryAfterMs: 7_000,
    });
  });

  const now = Date.parse("2026-11-21T12:00:00Z");

  it.each([
    ["0", 0],
    ["120", 120_000],
    ["86401", DAY_MS],
    ["9".repeat(400), DAY_MS],
    ["Sat, 21 Nov 2026 12:01:00 GMT", 60_000],
    ["Sat, 21 Nov 2026 11:59:00 GMT", 0],
    ["Sun, 21 Nov 2027 12:00:00 GMT", DAY_MS],
    [null, null],
    ["", null],
    ["-1", null],
    ["1.5", null],
    ["soon", null],
    ["2026-11-21", null],
  ])("of %j is %j ms", (header, expected) => {
    expect(retryAfter(header, now)).toBe(expected);
  });
});
