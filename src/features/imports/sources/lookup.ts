import { eq, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { databasesOf } from "#db/placement/databases";
import { workspaces } from "#db/schema/access";
import { sourceKeys, sources } from "#db/schema/sources";
import { isWorkspaceKept } from "#db/scope/kept";
import { within } from "#db/scope/scope";
import type { SourceKind } from "#domain/sources";
import type { Bindings } from "#env";
import { type Held, openedSecrets } from "./secrets";
import type { SourceSettings } from "./settings";

/** A source as its door needs it. Whoever keeps it asks again when its key or a secret ends. */
export type KnownSource = {
  id: number;
  workspaceId: number;
  kind: SourceKind;
  settings: SourceSettings;
  /** When the key ends by which it was found; null for the current one. */
  keyEndsAt: number | null;
  /** The present secret and those of before, with their ends: `holding` says which hold. */
  secrets: Held[];
};

/**
 * Finds a source by the hash of a key (`sha256`): one round trip to the directory, and one to the
 * database of its workspace. Null if there is none; a key that has ended is found all the same.
 */
export async function readSource(env: Bindings, keyHash: string): Promise<KnownSource | null> {
  const databases = databasesOf(env);
  const key = await databases.directory
    .select({
      sourceId: sourceKeys.sourceId,
      workspaceId: sourceKeys.workspaceId,
      endsAt: sourceKeys.endsAt,
      database: workspaces.database,
    })
    .from(sourceKeys)
    .innerJoin(workspaces, eq(workspaces.id, sourceKeys.workspaceId))
    .where(sql`${sourceKeys.keyHash} = ${keyHash} and ${isWorkspaceKept(sourceKeys.workspaceId)}`)
    .get();
  if (!key?.database) return null;
  const { workspaceId, sourceId } = key;
  const db = databases.open(key.database);
  const { rows } = await readBatch(
    { db },
    {
      rows: db
        .select({ kind: sources.kind, settings: sources.settings, secrets: sources.secrets })
        .from(sources)
        .where(within({ workspaceId }, sources, eq(sources.id, sourceId))),
    },
  );
  const [row] = rows;
  if (!row) return null;
  const { secrets } = await openedSecrets([env.APP_KEY, env.APP_KEY_BEFORE], sourceId, row.secrets);
  // The settings are as a request has them (settings.ts).
  const settings = row.settings as SourceSettings;
  return { id: sourceId, workspaceId, kind: row.kind, settings, keyEndsAt: key.endsAt, secrets };
}
