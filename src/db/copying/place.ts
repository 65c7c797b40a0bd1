import { eq, sql } from "drizzle-orm";
import type { Database, Databases } from "../../env";
import { found } from "../../lib/problem";
import { unscopedBatch } from "../batch";
import { workspaces } from "../schema/access";

// The row of a workspace in a database: in the directory's own database it is the one that says
// where the workspace is, and stays when the workspace leaves. Elsewhere it is a copy.

const selectRow = (db: Database, id: number) =>
  db.select().from(workspaces).where(eq(workspaces.id, id)).get();

/** What a workspace itself has stored in its row, and only its own database knows. */
const OWN = {
  settings: sql.raw("'{}'"),
  webhookSecrets: null,
  webhookSealedWith: null,
  suppressionKey: null,
  suppressionSealedWith: null,
};

/** Writes the row that the copies of a workspace's rows refer to. */
export async function addPlace({ directory }: Databases, target: Database, id: number) {
  const { createdAt, name, updatedAt } = found(await selectRow(directory, id));
  await target
    .insert(workspaces)
    .values({ id, database: null, name, createdAt, updatedAt })
    .onConflictDoNothing();
}

/** Copies what a workspace itself has stored in its row. */
export async function copyOwnColumns(source: Database, target: Database, id: number) {
  const row = found(await selectRow(source, id));
  const { settings, webhookSecrets, webhookSealedWith, suppressionKey, suppressionSealedWith } =
    row;
  await target
    .update(workspaces)
    .set({ settings, webhookSecrets, webhookSealedWith, suppressionKey, suppressionSealedWith })
    .where(eq(workspaces.id, id));
}

/** Removes the row of a workspace from a database where it has no other rows any more. */
export const removePlace = (databases: Databases, database: string, id: number) => {
  const db = databases.open(database);
  const own = eq(workspaces.id, id);
  return unscopedBatch(
    { db },
    {
      removed:
        database === databases.ofDirectory
          ? db.update(workspaces).set(OWN).where(own)
          : db.delete(workspaces).where(own),
    },
  );
};
