import { env } from "cloudflare:workers";
import type { D1Migration } from "@cloudflare/vitest-pool-workers";
import type { Bindings } from "../../src/env";

/** What vitest.config.ts binds. */
export const testEnv = env as Bindings & {
  TEST_MIGRATIONS: D1Migration[];
  OPERATOR_TOKEN: string;
  APP_KEY: string;
};
