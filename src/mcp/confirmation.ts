import { mac, sameText } from "../lib/crypto";
import type { Args } from "./api";

const MINUTE_MS = 60_000;
const VALID_MINUTES = 10;

/** Who confirms what: another token, tool or argument makes another text of it. */
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

/** A confirmation that can be sent back for ten minutes, of the version that was shown, if any. */
export async function newConfirmation(
  key: string,
  confirmed: Confirmed,
  version: string,
  now: number,
) {
  const until = (now + VALID_MINUTES * MINUTE_MS).toString(36);
  const stamp = `${until}.${crypto.randomUUID()}.${version}`;
  return `${stamp}.${await sign(key, confirmed, stamp)}`;
}

/** What is wrong with a confirmation; undefined if nothing is. */
export async function wrongWith(
  key: string,
  confirmed: Confirmed,
  confirmation: string,
  now: number,
) {
  const [until = "", nonce = "", version = ""] = confirmation.split(".");
  const stamp = `${until}.${nonce}.${version}`;
  if (!sameText(`${stamp}.${await sign(key, confirmed, stamp)}`, confirmation))
    return "Not of these arguments. Call the tool without it, and show what that answers.";
  return Number.parseInt(until, 36) < now ? "Expired. Call the tool without it again." : undefined;
}

/** The version that a valid confirmation is of, if any. */
export const versionIn = (confirmation: string) => confirmation.split(".")[2] || undefined;
