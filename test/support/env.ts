import { env } from "cloudflare:workers";
import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Bindings } from "../../src/env";

/** The bindings of wrangler.toml and vitest.config.ts. */
export const testEnv = env as Bindings & {
  TEST_MIGRATIONS: D1Migration[];
  DB_1: D1Database;
  OPERATOR_TOKEN: string;
  APP_KEY: string;
};
