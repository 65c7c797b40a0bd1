import { mac, sameText } from "#lib/crypto";

const PURPOSE = "flow-token";
const MAC_BYTES = 12;

/** `m`, the message's id, a dot and the MAC in base64url. */
const TOKEN = /^m([1-9]\d{0,15})\.[\w-]{16}$/;

type Asked = { workspaceId: number; messageId: number };

/** The token of a message that opens a form: it comes back with the answers. */
export async function signFlowToken(secret: string, { workspaceId, messageId }: Asked) {
  const signature = await mac(secret, PURPOSE, `${workspaceId} ${messageId}`, MAC_BYTES);
  return `m${messageId}.${signature}`;
}

/** The message that a token is of; null where none of the secrets has signed it here. */
export async function verifyFlowToken(
  secrets: (string | undefined)[],
  workspaceId: number,
  token: string,
) {
  const messageId = Number(TOKEN.exec(token)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(messageId)) return null;
  for (const secret of secrets)
    if (secret && sameText(await signFlowToken(secret, { workspaceId, messageId }), token))
      return messageId;
  return null;
}
