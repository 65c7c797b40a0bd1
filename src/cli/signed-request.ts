import { createHmac, randomUUID } from "node:crypto";
import type { HmacVerification, SourceVerification } from "#client";

/** The signed content of a request: the body, behind what stands before it. */
const sign = (algorithm: string, key: string | Buffer, before: string, body: Buffer) =>
  createHmac(algorithm, key).update(before).update(body);

function hmacHeaders(verification: HmacVerification, secret: string, body: Buffer, time: string) {
  const { header, algorithm, encoding, prefix, timestamp, timestamp_header } = verification;
  const isTimed = timestamp !== "none";
  const digest = sign(algorithm, secret, isTimed ? `${time}.` : "", body).digest(encoding);
  const signature = `${prefix}${digest}`;
  return {
    [header]: timestamp === "signature" ? `t=${time},${signature}` : signature,
    ...(timestamp === "header" && timestamp_header && { [timestamp_header]: time }),
  };
}

/** A secret of Standard Webhooks is base64 behind `whsec_`; one that is not is a text. */
const standardKey = (secret: string) =>
  secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : secret;

function standardHeaders(secret: string, body: Buffer, time: string) {
  const id = `msg_${randomUUID()}`;
  const digest = sign("sha256", standardKey(secret), `${id}.${time}.`, body).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": time, "webhook-signature": `v1,${digest}` };
}

/** The headers by which a source knows that a body comes from who has its secret. */
export function signedHeaders(
  verification: SourceVerification,
  secret: string,
  body: Buffer,
  now = Date.now(),
): Record<string, string> {
  const time = String(Math.floor(now / 1000));
  switch (verification.scheme) {
    case "none":
      return {};
    case "header":
      return { [verification.name]: secret };
    case "basic": {
      const credentials = Buffer.from(`${verification.username}:${secret}`).toString("base64");
      return { Authorization: `Basic ${credentials}` };
    }
    case "hmac":
      return hmacHeaders(verification, secret, body, time);
    case "standard_webhooks":
      return standardHeaders(secret, body, time);
  }
}
