import { databasesOf } from "../../src/db/databases";
import { copyWorkspace } from "../../src/features/access/workspaces/copies";
import { type Client, newWorkspace } from "./api";
import { twoDatabases } from "./env";
import { migrateSecond, secondDb } from "./offered-database";
import { directoryDb } from "./scope";
import { serve } from "./serve";

/** Answers as the service with two databases, with further bindings. */
export const serveTwo =
  (bindings: Partial<typeof twoDatabases> = {}) =>
  (request: Request) =>
    serve(request, { ...twoDatabases, ...bindings });

/** Migrates the second database, which makes ids above those of the first. */
export async function openSecond() {
  await migrateSecond();
  await secondDb
    .prepare(
      `insert into sqlite_sequence (name, seq)
       select name, cast(? as integer) from sqlite_master
       where sql like '%AUTOINCREMENT%' and name not in (select name from sqlite_sequence)`,
    )
    .bind(908.5 * 2 ** 40)
    .run();
}

/** Creates a workspace in the second database. */
export async function newWorkspaceInSecond(): Promise<Client> {
  const client = await newWorkspace();
  await directoryDb
    .prepare(
      "update workspaces set database = 'DB_1', version = 1, copied_version = 0 where id = ?",
    )
    .bind(client.workspaceId)
    .run();
  await copyWorkspace(databasesOf(twoDatabases), client.workspaceId);
  return client;
}
