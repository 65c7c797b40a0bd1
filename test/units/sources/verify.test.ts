import { describe, expect, it } from "vitest";
import { signedHeaders } from "#cli/signed-request";
import { calendly } from "#features/imports/sources/kinds/calendly";
import { Verification } from "#features/imports/sources/verification";
import { verify } from "#features/imports/sources/verify";
import { signWebhook } from "#lib/standard-webhooks";

const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text));

/** `date -d @1796119205`: the time of Calendly's vector. */
const TIME = 1_796_119_205;
const NOW = TIME * 1_000;

const isVerified = (
  verification: unknown,
  secrets: string[],
  headers: Record<string, string>,
  body = "",
  now = NOW,
) =>
  verify(
    Verification.parse(verification),
    secrets,
    { headers: new Headers(headers), raw: bytesOf(body) },
    now,
  );

describe("Calendly's signature", () => {
  // developer.calendly.com, "Webhook signatures": HMAC-SHA-256 over the time, a dot and the body.
  const body = '{"event":"invitee.created","payload":{"uri":"I2"}}';
  const key = "calendly-key-123";
  const right = "8fa7f562c10d23a1b6866c616bf791fe35e115472b5c8dc3c6acbcf375f92f5a";
  const wrong = "0".repeat(64);
  const header = (value: string) => ({ "Calendly-Webhook-Signature": value });
  const signed = header(`t=${TIME},v1=${right}`);

  it.each([
    ["as it is sent", true, [key], signed, body, NOW],
    ["beside a wrong one", true, [key], header(`t=${TIME},v1=${wrong},v1=${right}`), body, NOW],
    ["with a key of before", true, ["another", key], signed, body, NOW],
    ["300 s old", true, [key], signed, body, NOW + 300_000],
    ["301 s old", false, [key], signed, body, NOW + 301_000],
    ["301 s in the future", false, [key], signed, body, NOW - 301_000],
    ["without a header", false, [key], {}, body, NOW],
    ["without a time", false, [key], header(`v1=${right}`), body, NOW],
    ["with a time that is none", false, [key], header(`t=soon,v1=${right}`), body, NOW],
    ["of a changed byte", false, [key], signed, body.replace("I2", "I3"), NOW],
    ["of JSON printed again", false, [key], signed, body.replaceAll(":", ": "), NOW],
    ["with another key", false, ["another"], signed, body, NOW],
    ["without a key", false, [], signed, body, NOW],
    ["with a blank key", false, [""], signed, body, NOW],
  ])("%s: %s", async (_, isRight, secrets, headers, raw, now) => {
    expect(await isVerified(calendly.verification, secrets, headers, raw, now)).toBe(isRight);
  });
});

describe("a request is verified", () => {
  const body = '{"a":1}';
  const secret = "s3cret";
  const time = { "X-Time": String(TIME) };
  // By Python's hmac, of the body alone, and of `1796119205.` and the body.
  const hex = "5910e62016ef5034272c926c27071992a465c2335cecf41851bda071577f4f6d";
  const base64 = "WRDmIBbvUDQnLJJsJwcZkqRlwjNc7PQYUb2gcVd/T20=";
  const sha512 =
    "23542fd0bea0c68087db62c414f80a671be36720aa0ab8a225484fce77261ae0bae8f9cd23e4d4b64540f0251a0aef2f585954ac3288b6e3caf0b6e72a31f862";
  const timed = "c3647ad1848435d54d0b91a6bfc04d6e5da3e5370bf76e7cc80afb3e0061753d";
  const hmac = { scheme: "hmac", header: "X-Sign" };
  const basic = `Basic ${btoa("calls:s3cret")}`;

  it.each<[string, boolean, object, Record<string, string>]>([
    ["by nothing", true, { scheme: "none" }, {}],
    ["by a header", true, { scheme: "header", name: "X-Secret" }, { "x-secret": secret }],
    [
      "by a bearer",
      true,
      { scheme: "header", name: "Authorization" },
      { Authorization: `Bearer ${secret}` },
    ],
    [
      "not by another header",
      false,
      { scheme: "header", name: "X-Secret" },
      { "x-secret": "s3cre" },
    ],
    ["not without it", false, { scheme: "header", name: "X-Secret" }, {}],
    ["by a password", true, { scheme: "basic", username: "calls" }, { Authorization: basic }],
    ["not of another name", false, { scheme: "basic", username: "call" }, { Authorization: basic }],
    ["by hex", true, hmac, { "X-Sign": hex }],
    ["by HEX", true, hmac, { "X-Sign": hex.toUpperCase() }],
    ["by a prefix", true, { ...hmac, prefix: "sha256=" }, { "X-Sign": `sha256=${hex}` }],
    ["not without the prefix", false, { ...hmac, prefix: "sha256=" }, { "X-Sign": hex }],
    ["by base64", true, { ...hmac, encoding: "base64" }, { "X-Sign": base64 }],
    ["not by the other encoding", false, hmac, { "X-Sign": base64 }],
    ["by SHA-512", true, { ...hmac, algorithm: "sha512" }, { "X-Sign": sha512 }],
    ["not by a part", false, hmac, { "X-Sign": hex.slice(0, 32) }],
    ["not by an empty one", false, hmac, { "X-Sign": "" }],
    [
      "by a time in a header",
      true,
      { ...hmac, timestamp: "header", timestamp_header: "X-Time" },
      { "X-Sign": timed, ...time },
    ],
    [
      "not without the time",
      false,
      { ...hmac, timestamp: "header", timestamp_header: "X-Time" },
      { "X-Sign": timed },
    ],
    [
      "not by another form of the time",
      false,
      { ...hmac, timestamp: "header", timestamp_header: "X-Time" },
      { "X-Sign": timed, "X-Time": `${TIME}000` },
    ],
  ])("%s: %s", async (_, isRight, verification, headers) => {
    expect(await isVerified(verification, [secret], headers, body)).toBe(isRight);
  });

  // standardwebhooks.com, and Svix, whose secrets are base64 behind `whsec_`.
  it.each(["webhook", "svix"])("by Standard Webhooks: %s", async (name) => {
    const standard = `whsec_${btoa("a key of thirty-two bytes, or so")}`;
    const signature = await signWebhook(standard, "msg_1", TIME, body);
    const headers = (given: string) => ({
      [`${name}-id`]: "msg_1",
      [`${name}-timestamp`]: String(TIME),
      [`${name}-signature`]: given,
    });
    const scheme = { scheme: "standard_webhooks" };
    const by = (given: string, now = NOW) =>
      isVerified(scheme, [standard], headers(given), body, now);
    expect(await by(signature)).toBe(true);
    expect(await by(`v1,${btoa("another")} v1a,x ${signature}`)).toBe(true);
    expect(await by(signature.replace("v1,", "v2,"))).toBe(false);
    expect(await by(signature, NOW + 301_000)).toBe(false);
  });

  it("only by a header that can be one, and a time that is named", () => {
    expect(Verification.safeParse({ ...hmac, header: "X Sign" }).success).toBe(false);
    expect(Verification.safeParse({ ...hmac, timestamp: "header" }).success).toBe(false);
    expect(Verification.safeParse({ scheme: "magic" }).success).toBe(false);
  });
});

describe("requests that the command line signs", () => {
  const body = Buffer.from('{"email":"léa@example.com"}');
  const hmac = { scheme: "hmac", header: "X-Signature" };
  it.each<[string, object]>([
    ["none", { scheme: "none" }],
    ["header", { scheme: "header", name: "X-Secret" }],
    ["basic", { scheme: "basic", username: "crm" }],
    ["hmac", { ...hmac, algorithm: "sha512", encoding: "base64", prefix: "sha512=" }],
    ["hmac with a time in a header", { ...hmac, timestamp: "header", timestamp_header: "X-Time" }],
    ["hmac with a time beside it", { ...hmac, prefix: "v1=", timestamp: "signature" }],
    ["standard_webhooks", { scheme: "standard_webhooks" }],
  ])("are verified by %s", async (name, given) => {
    const verification = Verification.parse(given);
    for (const secret of ["a secret", "whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw=="]) {
      const headers = signedHeaders(verification, secret, body, NOW);
      expect(await isVerified(given, [secret], headers, String(body))).toBe(true);
      const isOpen = name === "none";
      expect(await isVerified(given, ["another"], headers, String(body))).toBe(isOpen);
    }
  });
});
