/// <reference types="vite/client" />
import { reset } from "cloudflare:test";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { principals } from "#features/access/tokens/principals";
import { knownSources } from "#features/imports/sources/known-sources";
import { recipientCache } from "#features/links/recipients/placeholder-values";
import { redirectCache } from "#features/links/redirect-cache";
import { receivers } from "#features/messaging/channels/receivers";
import { letGo } from "./chunks";
import { testEnv } from "./env";
import { missingEvents } from "./event-audit";
import { keepProxiesFlat } from "./flat-proxies";
import { migrate } from "./migrations";
import { askQuickDatabases } from "./quick-d1";
import { keepTimersQuick } from "./quick-timers";
import { directoryDb } from "./scope";
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

/** True if the test file needs neither the service nor a database. */
const isUnit = () => expect.getState().testPath!.includes("/test/units/");

// Tests need not restore the clock themselves.
afterEach(() => {
  vi.useRealTimers();
});

askQuickDatabases();
auditStatements();
keepProxiesFlat();
keepTimersQuick();

/**
 * Tables whose ids don't start over with each test file: the rate limiter counts by token, and an
 * object that bears the name of one of the file before may lose its alarm.
 */
const KEEPS_COUNTING = [
  ...["tokens", "workspaces", "channels", "sources", "webhook_endpoints", "short_links"],
];

/** Where the directory is apart, the workspaces' database has a late range: ids of 15 digits. */
const FIRST_ID = testEnv.DIRECTORY ? 908 * 2 ** 40 : 0;

/** The second database, where there is one: it has the range after that of the first. */
const others = testEnv.DB_1 ? [testEnv.DB_1] : [];

/** Has a database count on from an id. */
const startAt = (database: D1Database, id: number) =>
  database.batch([
    database
      .prepare(
        `insert into sqlite_sequence (name, seq)
         select name, cast(? as integer) + iif(name in (select value from json_each(?)), ?, 0)
         from sqlite_master
         where sql like '%AUTOINCREMENT%' and name not in (select name from sqlite_sequence)`,
      )
      .bind(id, JSON.stringify(KEEPS_COUNTING), Date.now() % 1e9),
    database
      .prepare(
        `insert or ignore into spent_ids (table_name, id)
         select value, cast(? as integer) from json_each('["messages", "link_clicks"]')`,
      )
      .bind(id),
  ]);

/** A write that an object of the file before makes late can bring tables, or a file, back. */
async function emptyStores() {
  const text = "select 1 from sqlite_master where name not like '\\_cf%' escape '\\'";
  const all = [...new Set([testEnv.DB, directoryDb, testEnv.SECOND, ...others])];
  const areEmpty = async () => {
    const tables = await Promise.all(all.map((database) => database.prepare(text).first()));
    const { objects } = await testEnv.FILES.list({ limit: 1 });
    return objects.length === 0 && tables.every((table) => table === null);
  };
  do await reset();
  while (!(await areEmpty()));
}

// Test files share one isolate: each starts from an empty database and empty caches.
beforeAll(async () => {
  if (isUnit()) return;
  await emptyStores();
  for (const database of new Set([testEnv.DB, directoryDb, ...others])) await migrate(database);
  await startAt(testEnv.DB, FIRST_ID);
  if (testEnv.DIRECTORY) await startAt(testEnv.DIRECTORY, 0);
  for (const database of others) await startAt(database, FIRST_ID + 2 ** 36);
  principals.clear();
  redirectCache.clear();
  recipientCache.clear();
  receivers.clear();
  knownSources.clear();
});

afterAll(letGo);

// Every change that a test file has made must have its event.
afterAll(async () => {
  if (!isUnit()) expect(await missingEvents()).toEqual({});
});

// Every statement on a workspace's table must say which workspace's rows it means, and every one
// that causes events must say who does.
afterAll(() => {
  expect(unscopedStatements()).toEqual({});
});

// Vitest loads a module on behalf of the object that imports it first, and no other could wait for
// it: what the Worker loads when it is first needed is loaded here.
import.meta.glob(["../../src/app.ts", "../../src/**/{object,counting,cron,serve}.ts"], {
  eager: true,
});
