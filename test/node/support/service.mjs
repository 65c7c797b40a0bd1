// Serves the Worker with its assets and the demo's data to the tests that run in Node: see `inject`
// of Vitest. Each run begins with the data of a new `npm start`.

import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { buildAssets } from "../../../src/features/docs/build/assets.mjs";
import { bundleWorker } from "../../../src/features/docs/build/worker.mjs";

const SHOWN_ORIGIN = "http://localhost:8787";
const SECRETS = {
  APP_KEY: "the-key-of-the-tests-0123456789abcdef",
  OPERATOR_TOKEN: "dev-operator-token-0123456789abcdef",
};

/** A port that is free right now. */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function bundle() {
  const { outputFiles } = await bundleWorker({ sourcemap: false, write: false });
  return outputFiles[0].text;
}

async function load(db, origin) {
  const migrations = readdirSync("drizzle").filter((name) => name.endsWith(".sql"));
  const statements = migrations
    .toSorted()
    .flatMap((name) => readFileSync(`drizzle/${name}`, "utf8").split("--> statement-breakpoint"));
  // As wrangler notes them.
  const noted = migrations.map((name) => `insert into d1_migrations (name) values ('${name}')`);
  const all = [...statements, "create table d1_migrations (name text)", ...noted];
  await db.batch(all.map((statement) => db.prepare(statement)));
  const demo = readFileSync("drizzle/demo/demo.sql", "utf8").replaceAll(SHOWN_ORIGIN, origin);
  const rows = demo.split(/;\n+/).filter((statement) => statement !== "");
  await db.batch(rows.map((statement) => db.prepare(statement)));
}

/** Serves, and provides the service's origin as `origin`. */
export async function setup({ provide }) {
  const [script, port] = await Promise.all([bundle(), freePort(), buildAssets()]);
  const origin = `http://localhost:${port}`;
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const { workerOptions } = workerOptionsOf("wrangler.toml", "local");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      port,
      handleStructuredLogs: () => {},
      workers: [
        {
          ...workerOptions,
          name: "service",
          modules: [{ type: "ESModule", path: "index.js", contents: script }],
          bindings: { ...workerOptions.bindings, ...SECRETS, SHORT_URL_BASE: origin },
        },
      ],
    }),
  );
  await load(await miniflare.getD1Database("DB", "service"), origin);
  provide("origin", origin);
  return () => miniflare.dispose();
}
