import { describe, expect, it } from "vitest";
import { calendly } from "#features/imports/sources/kinds/calendly";
import { Verification } from "#features/imports/sources/verification";
import { verify } from "#features/imports/sources/verify";

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
