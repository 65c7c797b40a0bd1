import { mac, sameText } from "#lib/crypto";

const PURPOSE = "preferences-url";
const MAC_BYTES = 12;

/** 16 characters of base64url (the MAC), then the ids of the workspace and the lead in base 36. */
const TOKEN = /^[\w-]{16}([1-9a-z][0-9a-z]{0,10})-([1-9a-z][0-9a-z]{0,10})$/;
const LONGEST_TOKEN = "x".repeat(39);

/** The holder of a token: the workspace names the database in which the lead is. */
export type Person = { workspaceId: number; leadId: number };

async function signToken(secret: string, { workspaceId, leadId }: Person) {
  const signature = await mac(secret, PURPOSE, `${workspaceId} ${leadId}`, MAC_BYTES);
  return `${signature}${workspaceId.toString(36)}-${leadId.toString(36)}`;
}

/** The holder of the token; `null` when none of the secrets has signed it. It never expires. */
export async function verifyToken(secrets: (string | undefined)[], token: string) {
  const [workspaceId, leadId] = (TOKEN.exec(token) ?? [])
    .slice(1)
    .map((id) => Number.parseInt(id, 36));
  if (!Number.isSafeInteger(workspaceId) || !Number.isSafeInteger(leadId)) return null;
  const person = { workspaceId: Number(workspaceId), leadId: Number(leadId) };
  for (const secret of secrets)
    if (secret && sameText(await signToken(secret, person), token)) return person;
  return null;
}

/** Stands for the lead's own URL until the message is stored, and in previews. Leads to no lead. */
export const previewUrl = (shortUrlBase: string) => `${shortUrlBase}/u/preview`;

/** As long as the URL of a lead may be. */
export const longestUrl = (shortUrlBase: string) => `${shortUrlBase}/u/${LONGEST_TOKEN}`;

export const signUrl = async (shortUrlBase: string, secret: string, person: Person) =>
  `${shortUrlBase}/u/${await signToken(secret, person)}`;
