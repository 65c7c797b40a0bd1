import { reset } from "cloudflare:test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { principals } from "../../src/features/access/tokens/principals";
import { redirectCache } from "../../src/features/links/redirect-cache";
import { receivers } from "../../src/features/messaging/channels/receivers";
import { testEnv } from "./env";
import { missingEvents } from "./event-audit";

// A line that an object logs as its test file ends would keep Vitest waiting for ever (cloudflare/workers-sdk#15719),
// so the service's lines stay here, and are shown if their test fails.
const MOST_LINES = 200;
const logged: string[] = [];
for (const level of ["info", "warn", "error"] as const) {
  console[level] = (...args: unknown[]) => {
    logged.push(args.join(" "));
    if (logged.length > MOST_LINES) logged.shift();
  };
}
beforeEach(({ onTestFailed }) => {
  logged.length = 0;
  onTestFailed(() => console.log(logged.join("\n")));
});

/** Whether the file under test needs neither the service nor a database. */
const isUnit = () => expect.getState().testPath!.includes("/test/units/");

// A test may leave its clock as it is.
afterEach(() => {
  vi.useRealTimers();
});

/** A migration as one statement, which D1 runs several times faster than its queries one by one. */
const migrations = testEnv.TEST_MIGRATIONS.map(({ queries }) => queries.join(";\n"));

// Test files share one isolate: each starts from an empty database and empty caches.
beforeAll(async () => {
  if (isUnit()) return;
  await reset();
  await testEnv.DB.batch(migrations.map((sql) => testEnv.DB.prepare(sql)));
  // The rate limiter counts by token id and remembers the files before, so ids must not start over.
  await testEnv.DB.prepare(
    "insert into sqlite_sequence (name, seq) values ('tokens', cast(? as integer))",
  )
    .bind(Date.now())
    .run();
  principals.clear();
  redirectCache.clear();
  receivers.clear();
});

// Whatever a file has done, by whichever way: no change is without its event.
afterAll(async () => {
  if (!isUnit()) expect(await missingEvents()).toEqual({});
});
