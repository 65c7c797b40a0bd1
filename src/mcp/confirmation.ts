import { mac, sameText } from "#lib/crypto";
import type { Args } from "./api";

const MINUTE_MS = 60_000;
const VALID_MINUTES = 10;

/** The call that is confirmed: another token, tool or argument makes another text of it. */
export type Confirmed = { bearer: string; tool: string; args: Args };

/** JSON whose members are in the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

const sign = (key: string, { bearer, tool, args }: Confirmed, stamp: string) =>
  mac(key, "confirmation of a tool", canonical([bearer, tool, args, stamp]), 24);

/**
 * The effect as it was shown: of which version, if any, and how many it would reach, if it counts
 * that.
 */
export type Seen = { version: string | undefined; reach: number | undefined };

/** A confirmation of what was shown, which can be sent back for ten minutes. */
export async function newConfirmation(
  key: string,
  confirmed: Confirmed,
  { version = "", reach }: Seen,
  now: number,
) {
  const until = (now + VALID_MINUTES * MINUTE_MS).toString(36);
  const stamp = `${until}.${crypto.randomUUID()}.${version}.${reach ?? ""}`;
  return `${stamp}.${await sign(key, confirmed, stamp)}`;
}

/** The fault of a confirmation; undefined if it has none. */
export async function wrongWith(
  key: string,
  confirmed: Confirmed,
  confirmation: string,
  now: number,
) {
  const [until = "", nonce = "", version = "", reach = ""] = confirmation.split(".");
  const stamp = `${until}.${nonce}.${version}.${reach}`;
  if (!sameText(`${stamp}.${await sign(key, confirmed, stamp)}`, confirmation))
    return "Not of these arguments. Call the tool without it, and show what that answers.";
  return Number.parseInt(until, 36) < now ? "Expired. Call the tool without it again." : undefined;
}

/** The effect as it was shown when a valid confirmation was made. */
export function seenIn(confirmation: string): Seen {
  const [, , version, reach] = confirmation.split(".");
  return { version: version || undefined, reach: reach ? Number(reach) : undefined };
}
