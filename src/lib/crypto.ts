const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text);

const base64url = (bytes: Uint8Array) =>
  bytes.toBase64({ alphabet: "base64url", omitPadding: true });

/** 32 random bytes as base64url: 43 characters. */
export const newSecret = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** 16 random bytes as base64url: 22 characters. */
export const newKey = () => base64url(crypto.getRandomValues(new Uint8Array(16)));

/** An API token: `lea_` and 43 base64url characters, 32 random bytes. */
export const newToken = () => `lea_${newSecret()}`;

/** The token that a secret makes of a text: the same each time, and as hard to guess. */
export const derivedToken = async (secret: string, text: string) =>
  `lea_${await mac(secret, "token", text, 32)}`;

/** SHA-256 as 64 hex digits. */
export async function sha256(data: string | ArrayBuffer) {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    typeof data === "string" ? bytesOf(data) : data,
  );
  return new Uint8Array(digest).toHex();
}

/** Compares secrets in a time that does not depend on where they differ. */
export async function sameSecret(a: string, b: string) {
  const digest = (text: string) => crypto.subtle.digest("SHA-256", bytesOf(text));
  return crypto.subtle.timingSafeEqual(...(await Promise.all([digest(a), digest(b)])));
}

/** Derives a key from the service's secret, another for each `purpose`. */
async function deriveKey(
  secret: string,
  purpose: string,
  algorithm: SubtleCryptoImportKeyAlgorithm,
  usages: string[],
) {
  const material = await crypto.subtle.importKey("raw", bytesOf(secret), "HKDF", false, [
    "deriveKey",
  ]);
  const params = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytesOf(purpose) };
  return crypto.subtle.deriveKey(params, material, algorithm, false, usages);
}

const sealingKey = (secret: string, purpose: string) =>
  deriveKey(secret, purpose, { name: "AES-GCM", length: 256 }, ["encrypt", "decrypt"]);

/** The purpose of a sealed text, and the row that holds it: it opens for no other. */
export type SealedFor = Readonly<{ purpose: string; row: string | number }>;

const gcm = (iv: Uint8Array<ArrayBuffer>, row: SealedFor["row"]) => ({
  name: "AES-GCM",
  iv,
  additionalData: bytesOf(String(row)),
});

/** Encrypts for storage: base64url of a 12-byte nonce and the AES-GCM ciphertext. */
export async function seal(secret: string, { purpose, row }: SealedFor, text: string) {
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    gcm(nonce, row),
    await sealingKey(secret, purpose),
    bytesOf(text),
  );
  return base64url(new Uint8Array([...nonce, ...new Uint8Array(sealed)]));
}

/** Decrypts the result of `seal`. Throws if the secret, the purpose or the row was another. */
export async function unseal(secret: string, { purpose, row }: SealedFor, sealed: string) {
  const bytes = Uint8Array.fromBase64(sealed, { alphabet: "base64url" });
  const params = gcm(bytes.slice(0, 12), row);
  return new TextDecoder().decode(
    await crypto.subtle.decrypt(params, await sealingKey(secret, purpose), bytes.subarray(12)),
  );
}

const MAX_MAC_KEYS = 10_000;
const macKeys = new Map<string, CryptoKey>();

/** Derives a key for HMAC-SHA-256, and keeps it in memory. */
async function newMacKey(secret: string, purpose: string) {
  const key = await deriveKey(secret, purpose, { name: "HMAC", hash: "SHA-256", length: 256 }, [
    "sign",
  ]);
  if (macKeys.size >= MAX_MAC_KEYS) macKeys.clear();
  macKeys.set(`${purpose} ${secret}`, key);
  return key;
}

/**
 * The first `bytes` bytes of the HMAC-SHA-256 of a text, as base64url, by another key for each
 * `purpose`.
 */
export async function mac(secret: string, purpose: string, text: string, bytes: number) {
  const key = macKeys.get(`${purpose} ${secret}`) ?? (await newMacKey(secret, purpose));
  const signature = await crypto.subtle.sign("HMAC", key, bytesOf(text));
  return base64url(new Uint8Array(signature, 0, bytes));
}

/** As `sameSecret` for texts whose length is no secret, without the cost of hashing. */
export function sameText(a: string, b: string) {
  let differences = a.length ^ b.length;
  for (let index = 0; index < a.length; index++)
    differences |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return differences === 0;
}
