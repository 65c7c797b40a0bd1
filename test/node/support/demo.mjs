// Serves the Worker on the demo's data.

import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { sealedBy } from "../../../drizzle/demo/seal.mjs";
import { convertV4MiniflareOptions, Miniflare } from "../../support/miniflare.mjs";

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
  const rows = (demo + (await sealedBy(SECRETS.APP_KEY)))
    .split(/;\n+/)
    .filter((statement) => statement !== "");
  await db.batch(rows.map((statement) => db.prepare(statement)));
}

const optionsOf = ({ worker, modules, port, folder, more, onLog = () => {} }) => {
  const own = { ...SECRETS, ...more, SHORT_URL_BASE: `http://localhost:${port}` };
  const bindings = { ...worker.bindings, ...own };
  return convertV4MiniflareOptions({
    host: "localhost",
    port,
    ...(folder && { resourcePersistencePath: folder }),
    handleStructuredLogs: onLog,
    workers: [{ ...worker, name: "service", modules, bindings }],
  });
};

/**
 * Serves modules of a Worker with its options on the demo's data, which a folder keeps, if there is
 * one. `replace` serves others on the same data.
 */
export async function serveDemo(given) {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const options = { ...given, port: await freePort() };
  const origin = `http://localhost:${options.port}`;
  const miniflare = new Miniflare(optionsOf(options));
  await load(await miniflare.getD1Database("DB", "service"), origin);
  return {
    origin,
    replace: async (modules) => {
      await miniflare.setOptions(optionsOf({ ...options, modules }));
      await miniflare.ready;
    },
    dispose: () => miniflare.dispose(),
  };
}
