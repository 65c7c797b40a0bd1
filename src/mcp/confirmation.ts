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

/** A confirmation that can be sent back for ten minutes. */
export async function newConfirmation(key: string, confirmed: Confirmed, now: number) {
  const stamp = `${(now + VALID_MINUTES * MINUTE_MS).toString(36)}.${crypto.randomUUID()}`;
  return `${stamp}.${await sign(key, confirmed, stamp)}`;
}

/** What is wrong with a confirmation; undefined if nothing is. */
export async function wrongWith(
  key: string,
  confirmed: Confirmed,
  confirmation: string,
  now: number,
) {
  const [until = "", nonce = "", signature = ""] = confirmation.split(".");
  if (!sameText(await sign(key, confirmed, `${until}.${nonce}`), signature))
    return "Not of these arguments. Call the tool without it, and show what that answers.";
  return Number.parseInt(until, 36) < now ? "Expired. Call the tool without it again." : undefined;
}
