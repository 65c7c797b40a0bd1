import { databaseOf, findNearest } from "#db/placement/bindings";
import type { Bindings } from "#env";
import { type Keep, TtlCache } from "#lib/cache";
import { describeError, log } from "#lib/log";
import { settingsOf } from "./defaults";

/** A workspace as recipients are shown it. */
export type PublicIdentity = {
  name: string;
  contact: string | null;
  fallbackUrl: string | null;
  timeZone: string | null;
};

/** A change must take effect everywhere within 10 seconds. */
const IDENTITY_TTL_MS = 8_000;

export const identities = new TtlCache<PublicIdentity | null>(IDENTITY_TTL_MS, 1_000);

/**
 * The sender of a page for recipients. Null for a deleted workspace, and while D1 can't be read and
 * nothing is remembered: a page is shown without a name then.
 */
export async function findIdentity(env: Bindings, workspaceId: number, keep: Keep) {
  const key = String(workspaceId);
  const stale = identities.stale(key);
  return identities
    .get(key, Date.now(), () => load(env, workspaceId), keep)
    .catch((error) => {
      log("warn", "identity not read", { workspace_id: workspaceId, ...describeError(error) });
      return stale ?? null;
    });
}

const IDENTITY = `
  select name, settings from workspaces
  where id = ?1 and not exists (select 1 from workspace_removals where workspace_id = ?1)`;

async function load(env: Bindings, workspaceId: number): Promise<PublicIdentity | null> {
  const db = await databaseOf(env, workspaceId);
  const row = await findNearest<{ name: string; settings: string }>(db, IDENTITY, [workspaceId]);
  if (!row) return null;
  const { public_name, contact, fallback_url, time_zone } = settingsOf(JSON.parse(row.settings));
  return {
    name: public_name ?? row.name,
    contact,
    fallbackUrl: fallback_url,
    timeZone: time_zone,
  };
}
