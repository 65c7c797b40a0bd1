const encoder = new TextEncoder();

/**
 * The `webhook-signature` of one attempt (standardwebhooks.com): `v1,` and the base64 of HMAC-SHA-256 over id, timestamp and body.
 * `secret` is `whsec_` and base64; throws where it is not.
 */
export async function signWebhook(secret: string, id: string, timestampSeconds: number, body: string) {
  const bytes = Uint8Array.fromBase64(secret.replace(/^whsec_/, ""));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, encoder.encode(`${id}.${timestampSeconds}.${body}`));
  return `v1,${new Uint8Array(signature).toBase64()}`;
}
