const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** True if Meta's `X-Hub-Signature-256` is the HMAC-SHA-256 of the body. Runs in constant time. */
export async function verifySignature(
  appSecret: string,
  rawBody: ArrayBuffer,
  header: string | undefined,
) {
  const hex = SIGNATURE.exec(header ?? "")?.[1];
  if (!hex || appSecret === "") return false;
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(appSecret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  return crypto.subtle.verify("HMAC", key, Uint8Array.fromHex(hex), rawBody);
}
