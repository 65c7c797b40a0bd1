import { cleaned, hasBackslashKey } from "#lib/json";
import { utf8Bytes } from "#lib/text";
import { type Members, membersOf } from "./untrusted";

/** The answers of a form, and what says which message they answer. */
export type FlowAnswers = { values: Members; token?: string; messageId?: number };

const MAX_BYTES = 65_536;
const MAX_DEPTH = 5;
const MAX_KEYS = 200;

/** True if a value is nested no deeper, and has no more keys in all. */
function isBounded(value: unknown) {
  let keys = 0;
  const fits = (one: unknown, depth: number): boolean => {
    if (typeof one !== "object" || one === null) return true;
    if (depth === 0) return false;
    if (!Array.isArray(one)) keys += Object.keys(one).length;
    return keys <= MAX_KEYS && Object.values(one).every((member) => fits(member, depth - 1));
  };
  return fits(value, MAX_DEPTH);
}

/** The answers in the JSON of a form; undefined where it is too large, too deep or none. */
export function answersIn(json: unknown): FlowAnswers | undefined {
  if (typeof json !== "string" || json.length > MAX_BYTES || utf8Bytes(json) > MAX_BYTES)
    return undefined;
  const given = hasBackslashKey(json) ? undefined : parsed(json);
  if (!given || !isBounded(given)) return undefined;
  const { flow_token: token, ...values } = given;
  return {
    values: cleaned(values, MAX_DEPTH) as Members,
    ...(typeof token === "string" && { token }),
  };
}

function parsed(json: string) {
  try {
    return membersOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}
