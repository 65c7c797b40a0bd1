import { signName, verifyName } from "#lib/signed-names";
import { SECOND_MS } from "#lib/time";

const LIFE_MS = 30 * SECOND_MS;
const PURPOSE = "stream ticket";

/** A ticket opens one stream on behalf of a token. `nonce` names it. */
export type Ticket = { workspaceId: number; tokenId: number; nonce: number };

/** A random integer of 52 bits. */
function newNonce() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 12) * 2 ** 32 + low;
}

export async function newTicket(
  secret: string,
  { workspaceId, tokenId }: Pick<Ticket, "workspaceId" | "tokenId">,
  now: number,
): Promise<{ ticket: string; expiresAt: number }> {
  const expiresAt = Math.ceil((now + LIFE_MS) / SECOND_MS) * SECOND_MS;
  const ids = [workspaceId, tokenId, newNonce()];
  const { signature } = await signName(secret, PURPOSE, { ids, name: "" }, expiresAt);
  return { ticket: signature, expiresAt };
}

/** The content of a ticket; null where the secret has not signed it, or it has expired. */
export async function readTicket(
  secret: string,
  ticket: string,
  now: number,
): Promise<Ticket | null> {
  const ids = await verifyName(secret, PURPOSE, { signature: ticket, name: "" }, now);
  const [workspaceId, tokenId, nonce] = ids ?? [];
  if (workspaceId === undefined || tokenId === undefined || nonce === undefined) return null;
  return { workspaceId, tokenId, nonce };
}

/** The time for which a used ticket must be known: it is refused by itself after that. */
export const KNOWN_MS = LIFE_MS + SECOND_MS;
