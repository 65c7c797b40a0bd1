import { describe, expect, it } from "vitest";
import { readInstagram } from "#features/messaging/inbound/instagram";
import { readWhatsapp } from "#features/messaging/inbound/whatsapp";
import { allBodies as instagramBodies } from "../fixtures/instagram";
import { allBodies as whatsappBodies } from "../fixtures/whatsapp";
import { parsedWebhookSchema } from "../support/webhook-events";

const NOW = Date.parse("2026-11-20T10:15:30.123Z");

const WRONG = {
  nothing: undefined,
  null: null,
  true: true,
  zero: 0,
  "a negative fraction": -1.5,
  infinity: Number.POSITIVE_INFINITY,
  "an empty string": "",
  "a name of a prototype": "__proto__",
  "a string that can't be stored": "1\0\ud8002",
  digits: "16505551234",
  "a huge string": "🙂1".repeat(70_000),
  "an empty list": [],
  "a list of lists": [[[]], null, [7]],
  "a deep list": JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  "an empty object": {},
  "an object of the wrong members": JSON.parse(
    '{"__proto__":{"id":"1"},"id":{},"type":[],"length":-1,"a\\\\b":"\\u0000"}',
  ),
};

/**
 * The body with each of its values in turn replaced, or omitted if there is no replacement, and the
 * value's path.
 */
function* replaced(body: unknown, wrong: unknown, path = "body"): Generator<[string, unknown]> {
  yield [path, wrong];
  if (typeof body !== "object" || body === null) return;
  for (const [key, member] of Object.entries(body)) {
    for (const [where, other] of replaced(member, wrong, `${path}.${key}`))
      yield [where, withMember(body, key, other)];
  }
}

function withMember(body: object, key: string, member: unknown) {
  const left = Object.entries({ ...body, [key]: member }).filter(
    ([, value]) => value !== undefined,
  );
  return Array.isArray(body) ? left.map(([, value]) => value) : Object.fromEntries(left);
}

describe.each([
  ["WhatsApp", readWhatsapp, Object.entries(whatsappBodies)],
  ["Instagram", readInstagram, Object.entries(instagramBodies)],
] as const)("the reader of %s", (_, read, bodies) => {
  it("returns well-typed results for valid bodies", () => {
    for (const [name, body] of bodies)
      expect(parsedWebhookSchema.safeParse(read(body, NOW)).error, name).toBeUndefined();
  });

  it.each(Object.entries(WRONG))(
    "neither throws nor returns ill-typed results for %s in any place",
    (_, wrong) => {
      for (const [name, body] of bodies) {
        for (const [path, hostile] of replaced(body, wrong)) {
          const { error } = parsedWebhookSchema.safeParse(read(hostile, NOW));
          if (error) expect.fail(`${name}, ${path}: ${error.message}`);
        }
      }
    },
  );
});
