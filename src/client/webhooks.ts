import type { Event } from "./generated/types.gen";

/** The seconds by which a webhook may be old, or in the future. */
const TOLERANCE_SECONDS = 300;

/** A webhook is not the service's, or too old. Answer 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

const textOf = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

function keyOf(secret: string, use: "sign" | "verify") {
  const bytes = bytesOf(secret.replace(/^whsec_/, ""));
  // Anybody could sign with it.
  if (bytes.length === 0) throw new TypeError("The secret is empty.");
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

const contentOf = (id: string, timestamp: number | string, body: string) =>
  new TextEncoder().encode(`${id}.${timestamp}.${body}`);

async function isSignature(candidate: string, secret: string, content: BufferSource) {
  const [version, signature = ""] = candidate.split(",");
  if (version !== "v1") return false;
  const key = await keyOf(secret, "verify");
  try {
    return await crypto.subtle.verify("HMAC", key, bytesOf(signature), content);
  } catch {
    // It is not base64.
    return false;
  }
}

/**
 * The event of a webhook, if the service has sent it: see https://www.standardwebhooks.com. Throws
 * a `WebhookError` if not.
 *
 * @param body as it came: not parsed, not trimmed
 * @param headers the request's `Headers`, or names in lower case, as Node has them
 * @param secret the endpoint's, `whsec_…`; while it is being rotated, both
 */
export async function verifyWebhook(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string | string[],
  now = Date.now(),
): Promise<Event> {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== "string") throw new WebhookError(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
  const age = now / 1000 - Number(timestamp);
  if (!(age <= TOLERANCE_SECONDS)) throw new WebhookError("The webhook is too old.");
  if (age < -TOLERANCE_SECONDS)
    throw new WebhookError("The webhook is of the future: check clocks.");
  const content = contentOf(id, timestamp, body);
  const secrets = [secret].flat();
  for (const candidate of header("webhook-signature").split(" "))
    for (const known of secrets)
      if (await isSignature(candidate, known, content)) return JSON.parse(body);
  throw new WebhookError("The signature is not the service's.");
}

/** The headers that sign a webhook as the service does, to try a receiver. */
export async function signWebhook(body: string, secret: string, id: string, now = Date.now()) {
  const timestamp = Math.floor(now / 1000);
  const key = await keyOf(secret, "sign");
  const signature = await crypto.subtle.sign("HMAC", key, contentOf(id, timestamp, body));
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${textOf(signature)}`,
  };
}
