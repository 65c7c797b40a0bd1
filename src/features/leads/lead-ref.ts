import { mac, sameText } from "#lib/crypto";

// A signed name of a lead. Links carry it to other services, which bring it back with what the lead
// does there. It finds the lead, and opens nothing.

const PURPOSE = "lead-ref";
const MAC_BYTES = 12;

/** `r`, 16 characters of base64url (the MAC), then the lead's id in base 36. */
const LEAD_REF = /^r[\w-]{16}([1-9a-z][0-9a-z]{0,10})$/;

/** The part of a scope that signs. */
export type Signer = { workspaceId: number; appKey: string };

export async function signLeadRef({ workspaceId, appKey }: Signer, leadId: number) {
  const signature = await mac(appKey, PURPOSE, `${workspaceId} ${leadId}`, MAC_BYTES);
  return `r${signature}${leadId.toString(36)}`;
}

/** A lead with its reference, for placeholders to be filled in with. */
export const withLeadRef = async <Lead extends { id: number }>(signer: Signer, lead: Lead) => ({
  ...lead,
  lead_ref: await signLeadRef(signer, lead.id),
});

/**
 * The id of the lead, which may have been merged or deleted since; null for a text that is no
 * reference to a lead of the workspace, by the key of now or of before. It never expires.
 */
export async function readLeadRef(
  { workspaceId, appKey, appKeyBefore }: Signer & { appKeyBefore?: string | undefined },
  text: string,
): Promise<number | null> {
  const leadId = Number.parseInt(LEAD_REF.exec(text)?.[1] ?? "", 36);
  if (!Number.isSafeInteger(leadId)) return null;
  for (const secret of [appKey, appKeyBefore]) {
    const signed = secret && (await signLeadRef({ workspaceId, appKey: secret }, leadId));
    if (signed && sameText(signed, text)) return leadId;
  }
  return null;
}
