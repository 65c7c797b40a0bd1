import { assert } from "vitest";
import { databasesOf } from "../../src/db/databases";
import { copyWorkspace } from "../../src/features/access/workspaces/copies";
import { type Client, newWorkspace } from "./api";
import { testEnv } from "./env";
import { directoryDb } from "./scope";

/** The second database of the tests with a directory apart. */
export function secondDb(): D1Database {
  assert(testEnv.DB_1, "Only the tests in test/databases have a second database.");
  return testEnv.DB_1;
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
  await testEnv.DB.prepare("delete from workspaces where id = ?").bind(workspaceId).run();
  await copyWorkspace(databasesOf(testEnv), workspaceId);
  return client;
}

/** The rows of a query of the second database. */
export const secondRowsOf = async <Row = Record<string, unknown>>(
  query: string,
  ...values: unknown[]
): Promise<Row[]> =>
  (
    await secondDb()
      .prepare(query)
      .bind(...values)
      .all<Row>()
  ).results;
