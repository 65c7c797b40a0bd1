import { reset } from "cloudflare:test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { principals } from "../../src/features/access/tokens/principals";
import { recipientCache } from "../../src/features/links/recipients/placeholder-values";
import { redirectCache } from "../../src/features/links/redirect-cache";
import { receivers } from "../../src/features/messaging/channels/receivers";
import { testEnv } from "./env";
import { missingEvents } from "./event-audit";
import { auditStatements, unscopedStatements } from "./statement-audit";

// A line that an object logs as its test file ends keeps Vitest waiting for ever
// (cloudflare/workers-sdk#15719). The service's lines are therefore kept here and shown only if
// their test fails.
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

/** Whether the test file needs neither the service nor a database. */
const isUnit = () => expect.getState().testPath!.includes("/test/units/");

// Tests need not restore the clock themselves.
afterEach(() => {
  vi.useRealTimers();
});

auditStatements();

/** A migration as one statement, which D1 runs several times faster than its queries one by one. */
const migrations = testEnv.TEST_MIGRATIONS.map(({ queries }) => queries.join(";\n"));

/**
 * Tables whose ids don't start over with each test file: the rate limiter counts by token, and an
 * object that bears the name of one of the file before may lose its alarm.
 */
const KEEPS_COUNTING = ["tokens", "workspaces", "channels", "webhook_endpoints", "short_links"];

/** A write that an object of the file before makes late can bring its tables back. */
async function emptyDatabase() {
  const tables = testEnv.DB.prepare(
    "select name from sqlite_master where name not like '\\_cf%' escape '\\'",
  );
  do await reset();
  while ((await tables.all()).results.length > 0);
}

// Test files share one isolate: each starts from an empty database and empty caches.
beforeAll(async () => {
  if (isUnit()) return;
  await emptyDatabase();
  await testEnv.DB.batch(migrations.map((sql) => testEnv.DB.prepare(sql)));
  await testEnv.DB.prepare(
    `insert into sqlite_sequence (name, seq)
     select value, cast(? as integer) from json_each(?)`,
  )
    .bind(Date.now() % 1e9, JSON.stringify(KEEPS_COUNTING))
    .run();
  principals.clear();
  redirectCache.clear();
  recipientCache.clear();
  receivers.clear();
});

// Every change that a test file has made must have its event.
afterAll(async () => {
  if (!isUnit()) expect(await missingEvents()).toEqual({});
});

// Every statement on a workspace's table must say which workspace's rows it means, and every one
// that causes events must say who does.
afterAll(() => {
  expect(unscopedStatements()).toEqual({});
});
