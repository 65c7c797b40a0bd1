import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

export default defineConfig(async () => ({
  plugins: [
    cloudflareTest(async ({ inject }) => ({
      remoteBindings: false,
      // A connection that a test has reset is no news.
      verbose: false,
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations("drizzle"),
          SHORT_URL_BASE: "https://sho.rt",
          APP_KEY: "the-key-of-the-tests-0123456789abcdef",
          OPERATOR_TOKEN: "operator-of-the-tests",
          GRAPH_URL: `${inject("graphOrigin" as never)}/v24.0`,
          // On a busy machine an answer takes its time. Who waits in vain, waits for less: by bindings of its own.
          SEND_TIMEOUT_MS: 20_000,
          WEBHOOK_TIMEOUT_MS: 20_000,
          LLM_TIMEOUT_MS: 5_000,
        },
        // Tests reach this machine, where the double of Meta's Graph API is, and nothing else.
        outboundService: "outbound",
        workers: [
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
    include: ["test/**/*.test.ts"],
    setupFiles: ["./test/support/setup.ts"],
    globalSetup: ["./test/support/graph-double.mjs"],
    isolate: false,
    maxWorkers: 2,
    silent: "passed-only" as const,
    // An object that begins to work as the last test ends asks Vitest for its modules, which nobody answers any more.
    onUnhandledError: ({ message }: { message: string }) =>
      !message.includes('Closing rpc while "resolve" was pending'),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
}));
