import { applyD1Migrations, reset } from "cloudflare:test";
import { beforeAll } from "vitest";
import { targets } from "../../src/features/links/targets";
import { principals } from "../../src/features/tokens/authenticate";
import { testEnv } from "./env";

// Test files share one isolate: each starts from an empty database and empty caches.
beforeAll(async () => {
  await reset();
  await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);
  principals.clear();
  targets.clear();
});
