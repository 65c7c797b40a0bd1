import { env } from "cloudflare:workers";
import type { D1Migration } from "@cloudflare/vitest-plugin";
import type { Bindings } from "#env";
import type { QuickD1 } from "./quick-d1";

/** The bindings of wrangler.toml and vitest.config.ts. */
export const testEnv = env as Bindings & {
  TEST_MIGRATIONS: D1Migration[];
  /** The second database of workspaces, beside a directory apart. */
  DB_1?: D1Database;
  /** A second database, for tests to make a replica of. */
  REPLICA: D1Database;
  /** A database of Miniflare's, beside those of `d1-database.mjs`. */
  MINIFLARE_DB: D1Database;
  /** The objects that are the tests' databases, by the names of their bindings. */
  QUICK_D1: DurableObjectNamespace<QuickD1>;
  OPERATOR_TOKEN: string;
  APP_KEY: string;
  /** A second database, empty until `second-database.ts` migrates it. */
  SECOND: D1Database;
};

/**
 * The bindings with the second database as `DB_1`. Objects and crons have it only where a test
 * gives it to them: with one database, nothing asks the directory where a workspace is.
 */
export const twoDatabases = { ...testEnv, DB_1: testEnv.DB_1 ?? testEnv.SECOND };
