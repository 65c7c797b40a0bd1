import { remembered } from "./memo";

const encoder = new TextEncoder();

const keyOf = remembered(1_000, (secret) =>
  crypto.subtle.importKey(
    "raw",
    Uint8Array.fromBase64(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  ),
);

/** Makes a secret: `whsec_` and base64 of 32 random bytes. */
export const newSigningSecret = () =>
  `whsec_${crypto.getRandomValues(new Uint8Array(32)).toBase64()}`;

/**
 * The `webhook-signature` of one attempt (standardwebhooks.com): `v1,` and the base64 of an
 * HMAC-SHA-256 over id, timestamp and body. Throws unless the secret is `whsec_` and base64.
 */
export async function signWebhook(
  secret: string,
  id: string,
  timestampSeconds: number,
  body: string,
) {
  const signature = await crypto.subtle.sign(
    "HMAC",
    await keyOf(secret),
    encoder.encode(`${id}.${timestampSeconds}.${body}`),
  );
  return `v1,${new Uint8Array(signature).toBase64()}`;
}
