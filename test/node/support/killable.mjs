// Serves the Worker in a workerd of its own, on an empty database, to tests that kill it.

import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { inject } from "vitest";
import { childrenIds } from "../../bench/cpu.mjs";
import { convertV4MiniflareOptions, Miniflare } from "../../support/miniflare.mjs";

export const OPERATOR_TOKEN = "operator-of-the-tests-0123456789abcdef";
const SECRETS = { APP_KEY: "the-key-of-the-tests-0123456789abcdef", OPERATOR_TOKEN };

function optionsOf(folder) {
  const worker = inject("worker");
  return convertV4MiniflareOptions({
    host: "localhost",
    handleStructuredLogs: () => {},
    resourcePersistencePath: folder,
    workers: [
      {
        ...worker,
        name: "service",
        modules: inject("modules"),
        bindings: { ...worker.bindings, ...SECRETS },
      },
    ],
  });
}

async function migrate(db) {
  for (const file of readdirSync("drizzle").toSorted()) {
    if (!file.endsWith(".sql")) continue;
    const text = readFileSync(`drizzle/${file}`, "utf8");
    const statements = text.split("--> statement-breakpoint");
    await db.batch(statements.map((statement) => db.prepare(statement)));
  }
}

/** `restart` kills workerd with SIGKILL and starts it again. Returns its new origin. */
export async function serveKillable() {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const folder = await mkdtemp(`${tmpdir()}/killable-`);
  const options = optionsOf(folder);
  const others = new Set(childrenIds());
  const miniflare = new Miniflare(options);
  await migrate(await miniflare.getD1Database("DB", "service"));
  return {
    origin: (await miniflare.ready).origin,
    async restart() {
      for (const id of childrenIds().filter((one) => !others.has(one))) process.kill(id, "SIGKILL");
      await miniflare.setOptions(options);
      return (await miniflare.ready).origin;
    },
    async [Symbol.asyncDispose]() {
      await miniflare.dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
