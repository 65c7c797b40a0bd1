import { databasesOf } from "#db/placement/databases";
import { copyWorkspace } from "#features/access/workspaces/copies";
import { type Client, call, newWorkspace } from "./api";
import { testEnv, twoDatabases } from "./env";
import { migrate } from "./migrations";
import { directoryDb } from "./scope";
import { serve } from "./serve";

/**
 * The database that `serveTwo` knows as `DB_1`. Without a binding of its own it is empty at first.
 */
export const secondDb = twoDatabases.DB_1;

/** Answers as the service with two databases, with further bindings. */
export const serveTwo =
  (bindings: Partial<typeof twoDatabases> = {}) =>
  (request: Request) =>
    serve(request, { ...twoDatabases, ...bindings });

const isMigrated = () =>
  secondDb.prepare("select 1 from sqlite_master where name = 'workspaces'").first();

/** Migrates the second database, unless that was done before in the test file. */
export async function migrateSecond() {
  if (!(await isMigrated())) await migrate(secondDb);
}

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

/** Makes the second database one that could be registered. */
export async function offerSecond() {
  await migrateSecond();
  await directoryDb.prepare("delete from databases where name = 'DB_1'").run();
}

/** Registers the second database. Returns the answer. */
export async function registerSecond(input: object = {}) {
  await migrateSecond();
  return call("POST", "/v1/databases", {
    token: testEnv.OPERATOR_TOKEN,
    json: { name: "DB_1", ...input },
  });
}

/** Creates a workspace in the second database. */
export async function newWorkspaceInSecond(input: object = {}): Promise<Client> {
  const client = await newWorkspace(input);
  const { workspaceId } = client;
  await directoryDb
    .prepare(
      `update workspaces set database = 'DB_1', version = version + 1, copied_version = 0
       where id = ?`,
    )
    .bind(workspaceId)
    .run();
  if (directoryDb !== testEnv.DB)
    await testEnv.DB.prepare("delete from workspaces where id = ?").bind(workspaceId).run();
  await copyWorkspace(databasesOf(twoDatabases), workspaceId);
  return client;
}

/** The rows of a query of the second database. */
export const secondRowsOf = async <Row = Record<string, unknown>>(
  query: string,
  ...values: unknown[]
): Promise<Row[]> =>
  (
    await secondDb
      .prepare(query)
      .bind(...values)
      .all<Row>()
  ).results;
