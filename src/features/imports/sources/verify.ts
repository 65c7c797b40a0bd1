import { sameSecret } from "#lib/crypto";
import { SECOND_MS } from "#lib/time";
import { type HmacVerification, TOLERANCE_SECONDS, type Verification } from "./verification";

/** A request as it came: the body's bytes are verified, not what is read from them. */
export type Signed = { headers: Headers; raw: Uint8Array<ArrayBuffer> };

/** More signatures of one request are not looked at: the sender is turning keys over. */
const MAX_SIGNATURES = 10;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text));

/**
 * True if a request is verified by one of the secrets: the present one, or one of before that still
 * holds. Comparisons run in constant time. Without a secret only `none` lets anybody in.
 */
export async function verify(
  verification: Verification,
  secrets: readonly string[],
  signed: Signed,
  now: number,
): Promise<boolean> {
  if (verification.scheme === "none") return true;
  const proof = proofOf(verification, signed, now);
  if (proof === null) return false;
  let isVerified = false;
  // Each secret is tried, so that the time tells nothing of which one it was.
  for (const secret of secrets.filter(Boolean)) if (await proof(secret)) isVerified = true;
  return isVerified;
}

/** The test that a secret must pass; null if the request has nothing to test, or is too old. */
type Proof = ((secret: string) => Promise<boolean>) | null;

function proofOf(
  verification: Exclude<Verification, { scheme: "none" }>,
  signed: Signed,
  now: number,
): Proof {
  switch (verification.scheme) {
    case "header":
      return sameAs(signed.headers.get(verification.name), (secret) => secret);
    case "basic":
      return sameAs(signed.headers.get("Authorization"), (secret) =>
        basicHeader(verification.username, secret),
      );
    case "hmac":
      return hmacProof(verification, signed, now);
    case "standard_webhooks":
      return standardProof(signed, now);
  }
}

const sameAs = (given: string | null, expected: (secret: string) => string): Proof =>
  given ? (secret) => sameSecret(withoutScheme(given), withoutScheme(expected(secret))) : null;

/** The names of schemes differ in case; `Bearer` need not be a part of the secret. */
const withoutScheme = (value: string) => value.trim().replace(/^(bearer|basic)\s+/i, "");

const basicHeader = (username: string, secret: string) =>
  `Basic ${bytesOf(`${username}:${secret}`).toBase64()}`;

function hmacProof(verification: HmacVerification, signed: Signed, now: number): Proof {
  const { header, prefix, encoding, algorithm } = verification;
  const parts = (signed.headers.get(header) ?? "").split(",").map((part) => part.trim());
  const time = timeOf(verification, signed.headers, parts);
  if (time === null || !isRecent(time, verification.tolerance_seconds, now)) return null;
  const signatures = parts
    .filter((part) => part.startsWith(prefix))
    .map((part) => part.slice(prefix.length));
  const content = time === undefined ? signed.raw : joined(`${time}.`, signed.raw);
  return signedBy(signatures, encoding, { content, hash: HASHES[algorithm] }, bytesOf);
}

const HASHES = { sha256: "SHA-256", sha512: "SHA-512" } as const;

/** The time that is signed, as it is written; undefined if none is, null if it is missing. */
function timeOf(verification: HmacVerification, headers: Headers, parts: string[]) {
  const { timestamp, timestamp_header: name } = verification;
  if (timestamp === "none") return undefined;
  if (timestamp === "header") return headers.get(name ?? "") || null;
  return parts.find((part) => part.startsWith("t="))?.slice(2) ?? null;
}

/** Seconds since 1970, or milliseconds, which have three digits more. */
const TIME = /^\d{9,10}$|^\d{12,13}$/;

function isRecent(time: string | undefined, toleranceSeconds: number, now: number) {
  if (time === undefined) return true;
  if (!TIME.test(time)) return false;
  const ms = Number(time) * (time.length > 10 ? 1 : SECOND_MS);
  return Math.abs(now - ms) <= toleranceSeconds * SECOND_MS;
}

/** Svix sends the headers of Standard Webhooks under its own name, too. */
const headerOf = (headers: Headers, name: string) =>
  headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`);

function standardProof({ headers, raw }: Signed, now: number): Proof {
  const [id, time] = [headerOf(headers, "id"), headerOf(headers, "timestamp")];
  if (!id || !time || !isRecent(time, TOLERANCE_SECONDS, now)) return null;
  const signatures = (headerOf(headers, "signature") ?? "")
    .split(/\s+/)
    .filter((part) => part.startsWith("v1,"))
    .map((part) => part.slice(3));
  const content = joined(`${id}.${time}.`, raw);
  return signedBy(signatures, "base64", { content, hash: "SHA-256" }, standardKey);
}

/** A secret of Standard Webhooks is base64 behind `whsec_`; one that is not is a text. */
function standardKey(secret: string) {
  const key = secret.startsWith("whsec_") ? decoded(secret.slice(6), "base64") : null;
  return key && key.length > 0 ? key : bytesOf(secret);
}

type Content = { content: Uint8Array<ArrayBuffer>; hash: "SHA-256" | "SHA-512" };

function signedBy(
  given: string[],
  encoding: HmacVerification["encoding"],
  { content, hash }: Content,
  keyOf: (secret: string) => Uint8Array<ArrayBuffer>,
): Proof {
  const signatures = given
    .slice(0, MAX_SIGNATURES)
    .map((one) => decoded(one, encoding))
    .filter((one) => one !== null);
  if (signatures.length === 0) return null;
  return async (secret) => {
    const algorithm = { name: "HMAC", hash };
    const bytes = keyOf(secret);
    const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
    const found = await Promise.all(
      signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, content)),
    );
    return found.includes(true);
  };
}

function decoded(text: string, encoding: HmacVerification["encoding"]) {
  try {
    if (encoding === "hex") return Uint8Array.fromHex(text);
    return Uint8Array.fromBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
}

function joined(before: string, raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const first = bytesOf(before);
  const all = new Uint8Array(first.length + raw.length);
  all.set(first);
  all.set(raw, first.length);
  return all;
}
