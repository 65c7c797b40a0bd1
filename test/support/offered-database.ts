import { call } from "./api";
import { testEnv, twoDatabases } from "./env";
import { directoryDb } from "./scope";

/** The database that requests know as `DB_1`. Nothing has migrated it at first. */
export const secondDb = twoDatabases.DB_1;

const isMigrated = () =>
  secondDb.prepare("select 1 from sqlite_master where name = 'workspaces'").first();

/** Migrates the second database, unless that was done before in the test file. */
export async function migrateSecond() {
  if (await isMigrated()) return;
  const migrations = testEnv.TEST_MIGRATIONS.map(({ queries }) => queries.join(";\n"));
  await secondDb.batch(migrations.map((sql) => secondDb.prepare(sql)));
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
