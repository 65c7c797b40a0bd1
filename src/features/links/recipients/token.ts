import { mac, sameText } from "#lib/crypto";

const PURPOSE = "recipient-url";
const MAC_BYTES = 12;

/** 16 characters of base64url (the MAC), then the link send's id in base 36. */
const TOKEN = /^[\w-]{16}([1-9a-z][0-9a-z]{0,10})$/;
export const MIN_TOKEN_CHARACTERS = 17;

/** The token of a link send in a recipient's URL. Valid for its link only. */
export async function signToken(secret: string, linkId: number, sendId: number) {
  return (await mac(secret, PURPOSE, `${linkId} ${sendId}`, MAC_BYTES)) + sendId.toString(36);
}

/** The id of the link send; `null` when none of the secrets has signed the token for this link. */
export async function verifyToken(secrets: (string | undefined)[], linkId: number, token: string) {
  const sendId = Number.parseInt(TOKEN.exec(token)?.[1] ?? "", 36);
  if (!Number.isSafeInteger(sendId)) return null;
  for (const secret of secrets) {
    if (secret && sameText(await signToken(secret, linkId, sendId), token)) return sendId;
  }
  return null;
}
