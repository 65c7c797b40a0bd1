import type { Credentials } from "#domain/credentials";
import type { Bindings } from "#env";
import { DAY_MS, SECOND_MS } from "#lib/time";
import { askMeta } from "./ask-meta";
import { digitsIn } from "./check-account";

/** The result of a renewal. `detail` holds no secret. */
export type Renewal =
  | { kind: "renewed"; token: string; lifetimeMs: number }
  | { kind: "refused"; detail: string; isExpired: boolean }
  | { kind: "none"; detail: string };

/** The code of a token that is not valid, and the subcode of one that has expired. */
const INVALID = 190;
const EXPIRED = 463;

const TOKEN = /^[\x21-\x7e]{8,4096}$/;
/** Tokens last for 60 days. An answer that says more is not believed. */
const MOST_DAYS = 90;

/** The endpoint has no version. */
const originOf = (instagramUrl: string) => instagramUrl.replace(/\/v\d+(\.\d+)?\/?$/, "");

/** Asks Instagram for a token in place of one that has not expired. Never throws. */
export async function renewToken(env: Bindings, credentials: Credentials): Promise<Renewal> {
  const query = new URLSearchParams({
    grant_type: "ig_refresh_token",
    access_token: credentials.access_token ?? "",
  });
  const url = `${originOf(env.INSTAGRAM_URL)}/refresh_access_token?${query}`;
  const answer = await askMeta(env, url, credentials, {});
  if (answer.kind === "none") return answer;
  if (answer.kind === "refused") {
    const isExpired = answer.code === INVALID && answer.subcode === EXPIRED;
    return { kind: "refused", detail: answer.detail, isExpired };
  }
  const { access_token: token, expires_in: seconds } = answer.body;
  const isRead = typeof token === "string" && TOKEN.test(token);
  const lifetimeMs = Number(digitsIn(seconds) ?? 0) * SECOND_MS;
  if (!isRead || !(lifetimeMs > 0 && lifetimeMs <= MOST_DAYS * DAY_MS))
    return { kind: "none", detail: "Meta's answer can't be read." };
  return { kind: "renewed", token, lifetimeMs: Math.floor(lifetimeMs) };
}
