import { describe, expect, expectTypeOf, it } from "vitest";
import { type Event, verifyWebhook, WebhookError } from "#client";
import type { EventType } from "#domain/events";
import { newSigningSecret, signWebhook } from "#lib/standard-webhooks";

const SECRET = newSigningSecret();
const NOW = Date.UTC(2026, 10, 20, 8);
const SECONDS = NOW / 1000;
const BODY = '{"id": 7, "type": "tag.deleted", "data": {"tag_id": 12}}';

type Sent = { id?: string; at?: number; signature?: string };

const headersOf = async ({ id = "evt_7", at = SECONDS, signature }: Sent = {}) => ({
  "webhook-id": id,
  "webhook-timestamp": String(at),
  "webhook-signature": signature ?? (await signWebhook(SECRET, id, at, BODY)),
});

describe("verifyWebhook", () => {
  it("returns the event of a webhook that the service has signed", async () => {
    const headers = await headersOf();
    const event = await verifyWebhook(BODY, headers, SECRET, NOW);
    expect(event.type === "tag.deleted" && event.data.tag_id).toBe(12);
    expect(await verifyWebhook(BODY, new Headers(headers), SECRET, NOW)).toEqual(event);
  });

  it("takes either secret while one is being rotated, and either signature", async () => {
    const other = newSigningSecret();
    const headers = await headersOf();
    await verifyWebhook(BODY, headers, [other, SECRET], NOW);
    const both = `v1,bm8= ${headers["webhook-signature"]}`;
    await verifyWebhook(BODY, { ...headers, "webhook-signature": both }, SECRET, NOW);
  });

  it.each<[string, Sent, string?]>([
    ["another body", {}, `${BODY} `],
    ["another id", { id: "evt_8", signature: "v1,bm8=" }],
    ["a time five minutes ago", { at: SECONDS - 301 }],
    ["a time in five minutes", { at: SECONDS + 301 }],
    ["no time", { at: Number.NaN }],
    ["a signature of another version", { signature: "v2,bm8=" }],
    ["a signature that is not base64", { signature: "v1,?" }],
    ["an empty signature", { signature: "" }],
  ])("refuses %s", async (_, sent, body = BODY) => {
    const headers = await headersOf(sent);
    await expect(verifyWebhook(body, headers, SECRET, NOW)).rejects.toBeInstanceOf(WebhookError);
  });

  it("knows the type of each event, and no other", () => {
    expectTypeOf<Event["type"]>().toEqualTypeOf<EventType | "webhook_endpoint.test">();
  });

  it.each([[""], ["whsec_"], [["", SECRET]]])("takes no empty secret: %j", async (secret) => {
    await expect(verifyWebhook(BODY, await headersOf(), secret, NOW)).rejects.toThrow(TypeError);
  });

  it("refuses a webhook without a header, and one of another secret", async () => {
    const headers = await headersOf();
    for (const name of Object.keys(headers)) {
      const fewer = { ...headers, [name]: undefined };
      await expect(verifyWebhook(BODY, fewer, SECRET, NOW)).rejects.toThrow(name);
    }
    await expect(verifyWebhook(BODY, headers, newSigningSecret(), NOW)).rejects.toThrow(
      "not the service's",
    );
  });
});
