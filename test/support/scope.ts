import { databasesOf } from "#db/placement/databases";
import { scopeIn } from "#db/scope/scope";
import { FIRST_DATABASE } from "#domain/databases";
import { testEnv } from "./env";

/** The binding of the directory. */
export const directoryDb = testEnv.DIRECTORY ?? testEnv.DB;

/** The scope of an object that works for a workspace of the first database. */
export const scopeOf = (workspaceId: number, env = testEnv) =>
  scopeIn(env, { workspaceId, database: FIRST_DATABASE });

/** The first database of an environment. */
export const databaseOf = (env: Partial<typeof testEnv> = {}) =>
  databasesOf({ ...testEnv, ...env }).open(FIRST_DATABASE);

/** The workspace of a channel or webhook endpoint. */
export const workspaceOf = async (table: "channels" | "webhook_endpoints", id: number) =>
  (await testEnv.DB.prepare(`select workspace_id from ${table} where id = ?`)
    .bind(id)
    .first<number>("workspace_id")) ?? 0;
