import { databaseOf, findNearest } from "#db/placement/bindings";
import type { Bindings } from "#env";
import { withLeadRef } from "#features/leads/lead-ref";
import { type Keep, TtlCache } from "#lib/cache";
import { type Resolved, resolve } from "../destination";
import { type Recipient, valuesOf } from "../placeholders";
import type { RedirectTarget } from "../redirect-cache";

/** A change of the lead's values must take effect everywhere within 10 seconds. */
const RECIPIENT_TTL_MS = 8_000;

/**
 * Where recipients' URLs lead, by link, link send and destination; null when the link send is gone.
 * A location has at most 16 kB (destination.ts).
 */
export const recipientCache = new TtlCache<Resolved | null>(RECIPIENT_TTL_MS, 2_000);

/** Where a recipient's URL of a personal destination leads. None or one D1 call. */
export function findRecipientLocation(
  env: Bindings,
  target: RedirectTarget,
  sendId: number,
  keep: Keep,
): Promise<Resolved | null> {
  const { id, destination } = target;
  const load = async () => {
    const lookup = await findPlaceholderValues(env, target, sendId);
    return lookup ? resolve(destination, env.SHORT_URL_BASE, lookup) : null;
  };
  return recipientCache.get(`${id} ${sendId} ${destination}`, Date.now(), load, keep);
}

const RECIPIENT = `
  select leads.id, first_name, last_name, username, email, phone, ext_id, variables
  from link_sends join leads on leads.id = link_sends.lead_id
  where link_sends.workspace_id = ? and link_sends.id = ? and link_sends.short_link_id = ?`;

/**
 * The placeholder values of a link send's recipient, as a function of the placeholder's name;
 * undefined when the link send is gone. One D1 call.
 */
async function findPlaceholderValues(
  env: Bindings,
  { id: linkId, workspaceId }: RedirectTarget,
  sendId: number,
) {
  const db = await databaseOf(env, workspaceId);
  const values = [workspaceId, sendId, linkId];
  const row = await findNearest<Omit<Recipient, "variables"> & { variables: string }>(
    db,
    RECIPIENT,
    values,
  );
  const signer = { workspaceId, appKey: env.APP_KEY ?? "" };
  return (
    row && valuesOf(await withLeadRef(signer, { ...row, variables: JSON.parse(row.variables) }))
  );
}
