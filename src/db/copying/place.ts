import { eq } from "drizzle-orm";
import type { Database, Databases } from "#env";
import { found } from "#lib/problem";
import type { Statement } from "../batch";
import { workspaces } from "../schema/access";
import { quietly } from "./rows";

// The row of a workspace in a database: in the directory's own database it is the one that says
// where the workspace is, and stays when the workspace leaves. Elsewhere it is a copy.

/**
 * The tables of which the directory has rows of a workspace wherever that is: acts of the operator,
 * and the keys of requests that have made tokens.
 */
const KEPT_BY_DIRECTORY = ["audit_log", "idempotency_keys"];

/** The tables of which a move leaves the rows alone that only a database has, or has left there. */
export const keptIn = ({ ofDirectory }: Databases, database: string) =>
  database === ofDirectory ? KEPT_BY_DIRECTORY : [];

const selectRow = (db: Database, id: number) =>
  db.select().from(workspaces).where(eq(workspaces.id, id)).get();

/**
 * The columns of a workspace's row that the workspace itself writes, and only its own database
 * knows.
 */
const OWN = {
  settings: {},
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
  const own = {
    settings,
    webhookSecrets,
    webhookSealedWith,
    suppressionKey,
    suppressionSealedWith,
  };
  await updateFrozen(target, target.update(workspaces).set(own).where(eq(workspaces.id, id)));
}

/** Nobody else may change the row. */
const updateFrozen = (db: Database, update: Statement) =>
  quietly(db, { name: "workspaces" }, ["UPDATE"], [update]);

/** Forgets what a workspace itself has stored in the directory's row, which stays. */
export const forgetOwnColumns = (db: Database, id: number) =>
  updateFrozen(db, db.update(workspaces).set(OWN).where(eq(workspaces.id, id)));
