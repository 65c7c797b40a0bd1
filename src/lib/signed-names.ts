import { mac, sameText } from "./crypto";

// Whoever has the URL of a file may download it until its end. It names the file, by ids and a
// name, and its end, and all of that is signed.

const MAC_BYTES = 24;

/** 32 characters of base64url (the MAC), then the ids and the end in seconds, in base 36. */
const SIGNATURE = /^([\w-]{32})((?:\.[0-9a-z]{1,11}){2,4})$/;

/** A file as its URL names it, without a slash. */
export type SignedName = { signature: string; name: string };

/** The text that is signed, for another `purpose` by another key. */
type Signed = { ids: readonly number[]; name: string };

const signed = (secret: string, purpose: string, numbers: string, name: string) =>
  mac(secret, purpose, `${numbers} ${name}`, MAC_BYTES);

export async function signName(
  secret: string,
  purpose: string,
  { ids, name }: Signed,
  until: number,
): Promise<SignedName> {
  const numbers = [...ids, Math.ceil(until / 1_000)].map((one) => one.toString(36)).join(".");
  return { signature: `${await signed(secret, purpose, numbers, name)}.${numbers}`, name };
}

/** The ids; null where the secret has not signed this, or its end has come. */
export async function verifyName(
  secret: string,
  purpose: string,
  { signature, name }: SignedName,
  now: number,
): Promise<number[] | null> {
  const [, given, rest] = SIGNATURE.exec(signature) ?? [];
  if (given === undefined || rest === undefined) return null;
  const numbers = rest.slice(1);
  if (!sameText(await signed(secret, purpose, numbers, name), given)) return null;
  const ids = numbers.split(".").map((one) => Number.parseInt(one, 36));
  const until = ids.pop() ?? 0;
  return until * 1_000 > now ? ids : null;
}
