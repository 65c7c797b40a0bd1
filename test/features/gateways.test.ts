import { describe, expect, it } from "vitest";
import { type Order, order, requestsTo } from "../support/graph";
import { newAccount, newGateway, newOutgoing, send } from "../support/providers";

async function sendWhen(told: Order) {
  const { account, key } = await newGateway();
  await order(key, { queue: [told] });
  const outgoing = newOutgoing();
  return { outcome: await send(account, outgoing), ownId: `msg_${outgoing.messageId}` };
}

describe("a client's gateway", () => {
  it("takes what is signed with its secret, and names the message", async () => {
    const { account, key } = await newGateway();
    expect(await send(account)).toEqual({ kind: "accepted", externalId: expect.stringMatching(/^gateway\./) });
    await order(key, { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
    expect(await send(account)).toMatchObject({ kind: "refused", httpStatus: 401, code: null });
    expect(await requestsTo(key)).toMatchObject([{ sent: true }, { sent: false }]);
  });

  it("can tell a second try of a message by its id", async () => {
    const { account, key } = await newGateway();
    const outgoing = newOutgoing();
    await order(key, { queue: [{ do: "reset" }] });
    expect(await send(account, outgoing)).toEqual({ kind: "unknown", detail: "connection lost" });
    await send(account, outgoing);
    expect((await requestsTo(key)).map(({ headers }) => headers["webhook-id"])).toEqual(Array(2).fill(`msg_${outgoing.messageId}`));
  });

  it.each([
    { do: "status", status: 204 },
    { do: "status", status: 200, body: "<html>" },
    { do: "status", status: 202, body: '{"external_id":5}' },
    { do: "status", status: 200, body: '{"external_id":""}' },
    { do: "status", status: 200, body: JSON.stringify({ external_id: "x".repeat(256) }) },
    { do: "status", status: 200, body: '{"error":{"code":190}}' },
    { do: "cut" },
    { do: "huge" },
  ] as const)("takes a message by any 2xx, as with %j", async (told) => {
    const { outcome, ownId } = await sendWhen(told);
    expect(outcome).toEqual({ kind: "accepted", externalId: ownId });
  });

  it.each([
    [{ do: "status", status: 400, body: '{"message":"No such number"}' }, 400, "No such number"],
    [{ do: "status", status: 422, body: '{"error":"No such number"}' }, 422, "No such number"],
    [{ do: "error", status: 403, code: 190, message: "Expired" }, 403, "(#190) Expired"],
    [{ do: "status", status: 503, body: '{"message":" "}' }, 503, "HTTP 503"],
    [{ do: "redirect" }, 301, "HTTP 301"],
  ] as const)("refuses with %j in its own words, and never with a code of Meta's", async (told, httpStatus, detail) => {
    expect((await sendWhen(told)).outcome).toEqual({ kind: "refused", httpStatus, code: null, detail, retryAfterMs: null });
  });

  it.each([
    "http://example.com/",
    "https://10.0.0.1/",
    "https://example.com:8080/",
    "https://user:pass@example.com/",
    "https://intranet/",
    "",
  ])("is not asked at %j", async (gatewayUrl) => {
    const { account } = newAccount("webhook");
    const detail = "The gateway URL is not allowed.";
    const refused = { kind: "refused", httpStatus: 0, code: null, detail, retryAfterMs: null };
    expect(await send({ ...account, gatewayUrl })).toEqual(refused);
    expect(await send({ ...account, gatewayUrl: null })).toEqual(refused);
  });

  it("is asked on this machine only where that is allowed, and elsewhere over https", async () => {
    const { account, key } = await newGateway();
    expect(await send(account, newOutgoing(), { allowLoopback: false })).toMatchObject({ httpStatus: 0 });
    expect(await requestsTo(key)).toEqual([]);
    const elsewhere = { ...account, gatewayUrl: "https://gateway.example.com:8443/in" };
    expect(await send(elsewhere, newOutgoing(), { allowLoopback: false })).toMatchObject({ kind: "refused", httpStatus: 599 });
  });

  it("is sent nothing without a secret to sign it with", async () => {
    const { account, key } = await newGateway();
    for (const signing_secret of [undefined, "", "whsec_not base64!"])
      expect(await send({ ...account, credentials: { signing_secret } })).toMatchObject({ kind: "refused", httpStatus: 0 });
    expect(await requestsTo(key)).toEqual([]);
  });
});

describe("the sandbox", () => {
  it("has delivered every message at once", async () => {
    const outgoing = newOutgoing();
    const expected = { kind: "accepted", externalId: `sandbox_${outgoing.messageId}`, delivered: true };
    expect(await send(newAccount("sandbox").account, outgoing)).toEqual(expected);
  });
});

describe("an outcome", () => {
  const credentials = { app_secret: "app-secret-123", verify_token: 'quo"te/d' };

  it.each(["plain", "url", "json", "unicode"] as const)("holds no credential that a platform echoes, be it %s", async (spelling) => {
    for (const provider of ["whatsapp_cloud", "instagram", "webhook"] as const) {
      const { account, key } = newAccount(provider, credentials);
      await order(key, { queue: [{ do: "echo", spelling }], secret: account.credentials.signing_secret ?? credentials.app_secret });
      const outcome = await send(account);
      expect(outcome).toMatchObject({ kind: "refused", detail: expect.stringContaining("[redacted]") });
      for (const secret of Object.values(account.credentials)) {
        const bare = secret.replace(/^whsec_/, "");
        for (const spelled of [bare, encodeURIComponent(bare)]) expect(JSON.stringify(outcome)).not.toContain(spelled);
      }
    }
  });

  it("holds none that a platform gives as the message's id", async () => {
    const { account, key } = newAccount("whatsapp_cloud");
    const body = JSON.stringify({ messages: [{ id: account.credentials.access_token }] });
    await order(key, { queue: [{ do: "status", status: 200, body }] });
    expect(await send(account)).toEqual({ kind: "unknown", detail: "The answer names no message." });
  });
});
