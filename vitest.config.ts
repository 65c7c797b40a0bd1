import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, defineProject } from "vitest/config";

const DISK = tmpdir();
const MEMORY = "/dev/shm";
const MEMORY_BYTES = 2 ** 30;

// Databases lie in memory where there is enough of it: on a disk, tests wait for it at each write.
try {
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize >= MEMORY_BYTES) process.env.TMPDIR ??= MEMORY;
} catch {
  // There is no such folder.
}

/** The tests that need Node: of what is built, of how the document is made, and in a browser. */
const NODE_TESTS = "test/{node,openapi}/**/*.test.ts";

/**
 * The tests that also run with a directory apart from the workspaces' databases, and ids of 15
 * digits: of what only the directory has, and one of each kind of ids. ALL_APART=1 runs all that
 * can.
 */
const ALSO_APART = process.env.ALL_APART
  ? ["test/**/*.test.ts"]
  : [
      "access/{token-revocation,tokens,workspaces}",
      "automation/runs",
      "events/{events,webhook-replays,streams}",
      "links/{known-links,redirects,short-links}",
      "messaging/conversations",
      "operations/{placement,suspension}",
    ].map((name) => `test/${name}.test.ts`);

/** The tests of one database: of the demo's, of one that fails, and with a second of their own. */
const NEVER_APART = [
  "analysis/demo-analyses",
  "api/{demo,demo-sources,unavailable}",
  "automation/simulation-journey",
  "durable/{clicks,slug-crashes}",
  "links/slugs",
  "operations/{backups,moves,workspace-removal}",
].map((name) => `test/${name}.test.ts`);

/** The tests that need a second database. */
const SEVERAL_TESTS = "test/databases/**/*.test.ts";

/** The tests that run in workerd, beside the Worker under test. */
const inWorkerd = (
  name: string,
  d1Databases: string[],
  { include, exclude }: { include: string[]; exclude: string[] },
) =>
  defineProject(async () => ({
    plugins: [
      cloudflareTest(async ({ inject }) => ({
        main: "./src/index.ts",
        remoteBindings: false,
        // Without this, connections that a test resets are logged.
        verbose: false,
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          bindings: {
            TEST_MIGRATIONS: await readD1Migrations("drizzle"),
            SHORT_URL_BASE: "https://sho.rt",
            APP_KEY: "the-key-of-the-tests-0123456789abcdef",
            OPERATOR_TOKEN: "operator-of-the-tests-0123456789abcdef",
            GRAPH_URL: `${inject("graphOrigin" as never)}/v26.0`,
            INSTAGRAM_URL: `${inject("graphOrigin" as never)}/instagram/v26.0`,
            TURNSTILE_URL: `${inject("graphOrigin" as never)}/turnstile/v0/siteverify`,
            CALENDLY_URL: `${inject("graphOrigin" as never)}/calendly`,
            // Answers are slow on a busy machine. Tests of timeouts set shorter ones of their own.
            SEND_TIMEOUT_MS: 20_000,
            WEBHOOK_TIMEOUT_MS: 20_000,
            LLM_TIMEOUT_MS: 5_000,
            // Tests of what is written within the time set a longer one of their own.
            TRIGGER_SETTLE_MS: 0,
            // No test's workspace is backed up unless the test has it.
            BACKUPS: { keep_days: 30 },
          },
          d1Databases: [...d1Databases, "REPLICA", "MINIFLARE_DB"],
          // Generated tests make more requests in a minute than one workspace may.
          ratelimits: {
            RATE_LIMITER: { namespace_id: "1001", simple: { limit: 600, period: 60 } },
            WORKSPACE_RATE_LIMITER: {
              namespace_id: "1003",
              simple: { limit: 100_000, period: 60 },
            },
          },
          // Tests reach only this machine, where the double of Meta's Graph API listens.
          outboundService: "outbound",
          durableObjects: {
            QUICK_D1: { className: "Database", scriptName: "quick-d1", useSQLite: true },
          },
          workers: [
            {
              name: "quick-d1",
              compatibilityDate: "2026-08-15",
              modules: true,
              scriptPath: "./test/support/d1-database.mjs",
              durableObjects: {
                QUICK_D1: { className: "Database", useSQLite: true },
              },
            },
            {
              name: "outbound",
              compatibilityDate: "2026-08-15",
              modules: true,
              scriptPath: "./test/support/outbound.mjs",
              serviceBindings: { NETWORK: { network: { allow: ["127.0.0.0/8", "::1/128"] } } },
            },
          ],
        },
      })),
    ],
    test: {
      name,
      include,
      exclude: [NODE_TESTS, ...exclude],
      setupFiles: ["./test/support/setup.ts"],
      globalSetup: ["./test/support/assets.mjs", "./test/support/graph-double.mjs"],
      // As bundles, libraries load and run faster: without this the suite takes a third longer.
      deps: {
        optimizer: {
          ssr: {
            enabled: true,
            include: [
              "@cfworker/json-schema",
              "@modelcontextprotocol/client",
              "@modelcontextprotocol/server",
              "drizzle-orm",
              "drizzle-orm/d1",
              "drizzle-orm/sqlite-core",
              "hono",
              "hono-openapi",
              "hono/factory",
              "hono/http-exception",
              "isbot",
              "libphonenumber-js/core",
              "re2js",
              "standardwebhooks",
              "zod",
            ],
          },
        },
      },
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }));

const workers = inWorkerd("workers", ["SECOND"], {
  include: ["test/**/*.test.ts"],
  exclude: [SEVERAL_TESTS],
});
const apart = inWorkerd("apart", ["DIRECTORY", "DB_1", "SECOND"], {
  include: [...ALSO_APART, SEVERAL_TESTS],
  exclude: NEVER_APART,
});

const node = defineProject({
  test: {
    name: "node",
    include: [NODE_TESTS],
    // A browser can't be run from every folder.
    env: { TMPDIR: DISK },
    globalSetup: ["./test/node/support/service.mjs"],
    setupFiles: ["./test/node/support/fetch.ts"],
    // Pages are slow on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // A process that runs file after file loads Playwright and Vitest once.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

export default defineConfig({
  test: {
    projects: [workers, apart, node],
    // Many tests wait, so that two files at once may leave cores idle. A fourth saves no time, but
    // takes a tenth more of the processor.
    maxWorkers: 3,
    silent: "passed-only",
    // An object that begins to work as the last test ends requests modules from Vitest in vain.
    onUnhandledError: ({ message }: { message: string }) =>
      !message.includes('Closing rpc while "resolve" was pending'),
  },
});
