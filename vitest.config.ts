import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

export default defineConfig(async () => ({
  plugins: [
    cloudflareTest({
      remoteBindings: false,
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          TEST_MIGRATIONS: await readD1Migrations("drizzle"),
          SHORT_URL_BASE: "https://sho.rt",
          APP_KEY: "the-key-of-the-tests-0123456789abcdef",
          OPERATOR_TOKEN: "operator-of-the-tests",
        },
        outboundService: () => new Response("blocked", { status: 599 }),
      },
    }),
  ],
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["./test/support/setup.ts"],
    isolate: false,
    maxWorkers: 1,
    silent: "passed-only" as const,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
}));
