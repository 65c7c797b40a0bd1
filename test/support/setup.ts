import { applyD1Migrations, reset } from "cloudflare:test";
import { beforeAll } from "vitest";
import { receivers } from "../../src/features/channels/receivers";
import { targets } from "../../src/features/links/targets";
import { principals } from "../../src/features/tokens/principals";
import { testEnv } from "./env";

// Test files share one isolate: each starts from an empty database and empty caches.
beforeAll(async () => {
  await reset();
  await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);
  // The rate limiter counts by token id and remembers the files before, so ids must not start over.
  await testEnv.DB.prepare("insert into sqlite_sequence (name, seq) values ('tokens', cast(? as integer))").bind(Date.now()).run();
  principals.clear();
  targets.clear();
  receivers.clear();
});
