import { describe, expect, it } from "vitest";
import { sendableOn } from "#domain/platforms";
import type { SendResult } from "#features/messaging/outbound/providers/provider";
import { verdictOn } from "#features/messaging/outbound/verdict";
import { PUBLIC_ONLY } from "#lib/outbound-url";
import { newInbound, newWorkspace } from "../support/api";
import { faults, openapi } from "../support/document";
import { type Order, order, requestsTo } from "../support/graph";
import { newGatewayChannel, newRecipient } from "../support/message-sender";
import { messageNow, sendDue } from "../support/messaging";
import { newAccount, newGateway, newOutgoing, send } from "../support/providers";

const { webhooks, components } = await openapi();
const { parameters, requestBody, responses } = webhooks["message.outgoing"]!.post;

async function sendWhen(reaction: Order) {
  const { account, key } = await newGateway();
  await order(key, { queue: [reaction] });
  const outgoing = newOutgoing();
  return { outcome: await send(account, outgoing), ownId: `msg_${outgoing.messageId}` };
}

describe("a client's gateway", () => {
  it("accepts a request that is signed with its secret, and names the message", async () => {
    const { account, key } = await newGateway();
    expect(await send(account)).toEqual({
      kind: "accepted",
      externalId: expect.stringMatching(/^gateway\./),
    });
    await order(key, { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
    expect(await send(account)).toMatchObject({ kind: "refused", httpStatus: 401, code: null });
    expect(await requestsTo(key)).toMatchObject([{ sent: true }, { sent: false }]);
  });

  it("can recognise a second attempt by the message's id", async () => {
    const { account, key } = await newGateway();
    const outgoing = newOutgoing();
    await order(key, { queue: [{ do: "reset" }] });
    expect(await send(account, outgoing)).toEqual({
      kind: "unknown",
      detail: "connection lost",
      isUnanswered: true,
    });
    await send(account, outgoing);
    expect((await requestsTo(key)).map(({ headers }) => headers["webhook-id"])).toEqual(
      Array(2).fill(`msg_${outgoing.messageId}`),
    );
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
  ] as const)("accepts a message by any 2xx, as with %j", async (reaction) => {
    const { outcome, ownId } = await sendWhen(reaction);
    expect(outcome).toEqual({ kind: "accepted", externalId: ownId });
  });

  it.each([
    [{ do: "status", status: 400, body: '{"message":"No such number"}' }, 400, "No such number"],
    [{ do: "status", status: 422, body: '{"error":"No such number"}' }, 422, "No such number"],
    [{ do: "error", status: 403, code: 190, message: "Expired" }, 403, "(#190) Expired"],
    [{ do: "status", status: 503, body: '{"message":" "}' }, 503, "HTTP 503"],
    [{ do: "redirect" }, 301, "HTTP 301"],
  ] as const)(
    "refuses with %j in its own words, and never with one of Meta's codes",
    async (reaction, httpStatus, detail) => {
      expect((await sendWhen(reaction)).outcome).toEqual({
        kind: "refused",
        httpStatus,
        code: null,
        detail,
        retryAfterMs: null,
      });
    },
  );

  it.each([
    "http://example.com/",
    "https://10.0.0.1/",
    "https://example.com:8080/",
    "https://user:pass@example.com/",
    "https://intranet/",
    "",
  ])("is not called at %j", async (gatewayUrl) => {
    const { account } = newAccount("webhook");
    const detail = "The gateway URL is not allowed.";
    const refused = { kind: "refused", httpStatus: 0, code: null, detail, retryAfterMs: null };
    expect(await send({ ...account, gatewayUrl })).toEqual(refused);
    expect(await send({ ...account, gatewayUrl: null })).toEqual(refused);
  });

  it("is called on this machine only if that is allowed, and elsewhere over https", async () => {
    const { account, key } = await newGateway();
    expect(await send(account, newOutgoing(), { outbound: PUBLIC_ONLY })).toMatchObject({
      httpStatus: 0,
    });
    expect(await requestsTo(key)).toEqual([]);
    const elsewhere = { ...account, gatewayUrl: "https://gateway.example.com:8443/in" };
    expect(await send(elsewhere, newOutgoing(), { outbound: PUBLIC_ONLY })).toMatchObject({
      kind: "refused",
      httpStatus: 599,
    });
  });

  it("is sent nothing without a signing secret", async () => {
    const { account, key } = await newGateway();
    for (const signing_secret of [undefined, "", "whsec_not base64!"])
      expect(await send({ ...account, credentials: { signing_secret } })).toMatchObject({
        kind: "refused",
        httpStatus: 0,
      });
    expect(await requestsTo(key)).toEqual([]);
  });
});

describe("the documented webhook of gateways", () => {
  it("fits the requests that they are sent, of every type", async () => {
    const client = await newWorkspace();
    const { channel, key } = await newGatewayChannel(client, { accepts: sendableOn("whatsapp") });
    const { leadId } = await newRecipient(client, channel);
    const url = "https://example.com/file";
    const written = (components.schemas.MessageInput as { examples: object[] }).examples;
    const files = ["video", "audio", "document", "sticker"].map((type) => ({
      type,
      media: { url, ...(type === "document" && { filename: "Plan.pdf" }) },
    }));
    const { id: message_id } = await newInbound(client, channel.id, leadId);
    const reaction = { type: "reaction", reaction: { message_id, emoji: "👍" } };
    const quote = { text: "Yes", reply_to: message_id };
    const sent = [];
    for (const input of [...written, ...files, reaction, quote])
      sent.push((await client.post(`/leads/${leadId}/messages`, input)).body.data);
    await sendDue(channel.id);
    const requests = await requestsTo(key);
    expect(new Set(requests.map(({ body }) => body.data.type))).toEqual(
      new Set(sendableOn("whatsapp")),
    );
    for (const { body, headers } of requests) {
      expect(
        await faults(requestBody!.content["application/json"]!.schema, body),
        body.data.type,
      ).toEqual([]);
      for (const { name, schema } of parameters)
        expect(await faults(schema, headers[name]), name).toEqual([]);
      expect(headers["webhook-id"]).toBe(`msg_${body.data.message_id}`);
    }
    expect(
      await Promise.all(
        sent.map((message) => messageNow(client, message).then(({ status }) => status)),
      ),
    ).toEqual(sent.map(() => "sent"));
  });

  it("fits the id that they answer with", async () => {
    const { schema } = responses["2XX"]!.content!["application/json"]!;
    for (const [answer, isTaken] of [
      [{ external_id: "gw-1" }, true],
      [{ external_id: "x".repeat(255), more: 1 }, true],
      [{ external_id: "x".repeat(256) }, false],
      [{ external_id: "" }, false],
      [{ external_id: 5 }, false],
    ] as const) {
      expect((await faults(schema, answer)).length === 0).toBe(isTaken);
      const { outcome, ownId } = await sendWhen({
        do: "status",
        status: 200,
        body: JSON.stringify(answer),
      });
      expect(outcome).toEqual({
        kind: "accepted",
        externalId: isTaken ? answer.external_id : ownId,
      });
    }
    expect(await faults(schema, {})).toEqual([]);
  });

  const fateOf = (outcome: SendResult) => {
    if (outcome.kind !== "refused") return outcome.kind;
    const verdict = verdictOn(outcome, 1, 0, 0.5, "webhook");
    return verdict.action === "fail" ? verdict.reason : verdict.effects.backOff ? "pause" : "retry";
  };
  const WORDS: Record<string, RegExp> = {
    accepted: /^Accepted, .* `sent`/,
    unknown: /^Nobody knows whether the message went out\. It is `unknown`/,
    retry: /^The message is sent again after 2, 8 and 30 s, 2 and 10 min /,
    pause: /^The channel sends nothing until the `Retry-After` is over, else for 5 s, /,
    rejected: /`failed`, with the reason `rejected`/,
  };

  it.each([
    200, 202, 204, 302, 400, 401, 403, 404, 408, 409, 410, 422, 425, 429, 500, 502, 503, 504, 520,
    521, 522, 524, 599,
  ])("covers the answer %i", async (status) => {
    const { outcome } = await sendWhen({ do: "status", status });
    const documented =
      responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default!;
    expect(documented.description).toMatch(WORDS[fateOf(outcome)]!);
  });
});

describe("the sandbox", () => {
  it("delivers every message at once", async () => {
    const outgoing = newOutgoing();
    const expected = {
      kind: "accepted",
      externalId: `sandbox_${outgoing.messageId}`,
      delivered: true,
    };
    expect(await send(newAccount("sandbox").account, outgoing)).toEqual(expected);
  });
});

describe("an outcome", () => {
  const credentials = { app_secret: "app-secret-123", verify_token: 'quo"te/d' };

  it.each(["plain", "url", "json", "unicode"] as const)(
    "contains no credential that a platform echoes, be it %s",
    async (spelling) => {
      for (const provider of ["whatsapp_cloud", "instagram", "webhook"] as const) {
        const { account, key } = newAccount(provider, credentials);
        await order(key, {
          queue: [{ do: "echo", spelling }],
          secret: account.credentials.signing_secret ?? credentials.app_secret,
        });
        const outcome = await send(account);
        expect(outcome).toMatchObject({
          kind: "refused",
          detail: expect.stringContaining("[redacted]"),
        });
        for (const secret of Object.values(account.credentials)) {
          const bare = secret.replace(/^whsec_/, "");
          for (const spelled of [bare, encodeURIComponent(bare)])
            expect(JSON.stringify(outcome)).not.toContain(spelled);
        }
      }
    },
  );

  it("contains a short one if it is the message's id by chance", async () => {
    const { account, key } = newAccount("whatsapp_cloud", { verify_token: "wamid.HB" });
    const body = JSON.stringify({ messages: [{ id: "wamid.HBgL1" }] });
    await order(key, { queue: [{ do: "status", status: 200, body }] });
    expect(await send(account)).toEqual({ kind: "accepted", externalId: "wamid.HBgL1" });
  });

  it("contains none that a platform returns as the message's id", async () => {
    const { account, key } = newAccount("whatsapp_cloud");
    const body = JSON.stringify({ messages: [{ id: account.credentials.access_token }] });
    await order(key, { queue: [{ do: "status", status: 200, body }] });
    expect(await send(account)).toEqual({
      kind: "unknown",
      detail: "The answer names no message.",
    });
  });
});
