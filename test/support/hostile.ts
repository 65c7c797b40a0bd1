// Bodies of webhooks as nobody should send them.

export const WRONG = {
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
    '{"__proto__":{"id":"1"},"id":{},"type":{"toString":1},"length":-1,"toString":1,"a\\\\b":"\\u0000"}',
  ),
};

/**
 * The body with each of its values in turn replaced, or omitted if there is no replacement, and the
 * value's path.
 */
export function* replaced(
  body: unknown,
  wrong: unknown,
  path = "body",
): Generator<[string, unknown]> {
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

/** The body with each of its objects and lists in turn cut off after each of its members. */
export function* cutOff(body: unknown, path = "body"): Generator<[string, unknown]> {
  if (typeof body !== "object" || body === null) return;
  const members = Object.entries(body);
  for (const [index, [key, member]] of members.entries()) {
    const kept = members.slice(0, index);
    yield [`${path} before ${key}`, rebuilt(body, kept)];
    for (const [where, cut] of cutOff(member, `${path}.${key}`))
      yield [where, rebuilt(body, [...kept, [key, cut]])];
  }
}

const rebuilt = (body: object, members: [string, unknown][]) =>
  Array.isArray(body) ? members.map(([, value]) => value) : Object.fromEntries(members);
