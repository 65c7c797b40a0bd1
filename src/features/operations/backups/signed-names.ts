import { mac, sameText } from "../../../lib/crypto";

// Whoever has the URL of a backup's file may download it for an hour. It names the backup, the file
// and its end, and all of that is signed.

const PURPOSE = "backup-file";
const MAC_BYTES = 24;

/** 32 characters of base64url (the MAC), the backup's id and the end in seconds, in base 36. */
const SIGNATURE = /^([\w-]{32})\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/;

/** A file of a backup as its URL names it, without a slash. */
export type SignedName = { signature: string; name: string };

const signed = (secret: string, id: string, until: string, name: string) =>
  mac(secret, PURPOSE, `${id} ${until} ${name}`, MAC_BYTES);

export async function signName(
  secret: string,
  backupId: number,
  file: string,
  until: number,
): Promise<SignedName> {
  const name = file.replace("/", "-");
  const [id, end] = [backupId.toString(36), Math.ceil(until / 1_000).toString(36)];
  return { signature: `${await signed(secret, id, end, name)}.${id}.${end}`, name };
}

/** The backup and its file; null where the secret has not signed this, or its end has come. */
export async function verifyName(
  secret: string,
  { signature, name }: SignedName,
  now: number,
): Promise<{ backupId: number; file: string } | null> {
  const [, given, id, end] = SIGNATURE.exec(signature) ?? [];
  if (given === undefined || id === undefined || end === undefined) return null;
  if (!sameText(await signed(secret, id, end, name), given)) return null;
  if (Number.parseInt(end, 36) * 1_000 <= now) return null;
  return { backupId: Number.parseInt(id, 36), file: name.replace("-", "/") };
}
