// Prepares the local databases before `wrangler dev` (see [build] in wrangler.toml): migrations,
// local secrets and, once, the demo workspace in the first of them.
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { databases } from "../bindings.mjs";
import { sealedBy } from "./seal.mjs";

// wrangler runs this twice at its start, and again after each change of src/. A file beside the
// database records what was done last.
const DONE = ".wrangler/state/v3/d1/prepared";
const DEMO = ".wrangler/demo.sql";
const OPERATOR_TOKEN = "dev-operator-token-0123456789abcdef";

if (process.env.WRANGLER_COMMAND === "dev") {
  prepareSecrets();
  const migrations = readdirSync("drizzle")
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => `${name} ${hashOf(`drizzle/${name}`)}`);
  const names = databases();
  const wanted = [...migrations, ...names].join("\n");
  const done = existsSync(DONE) ? readFileSync(DONE, "utf8") : "";
  const isOutdated = (line) => line.includes(".sql ") && !migrations.includes(line);
  if (done.split("\n").some(isOutdated)) {
    console.error("The local database is of an older version: remove .wrangler to start afresh.");
    process.exit(1);
  }
  if (done !== wanted) {
    for (const name of names) d1("migrations", "apply", name);
    const [{ results }] = JSON.parse(
      d1("execute", "DB", "--json", "--command", "select count(*) as workspaces from workspaces"),
    );
    if (results[0].workspaces === 0) await loadDemo();
    writeFileSync(DONE, wanted);
  }
}

/** One transaction loads all of the demo, with the keys of its sources, or nothing. */
async function loadDemo() {
  const [, key] = /^APP_KEY=["']?([^"'\n]+)/m.exec(readFileSync(".dev.vars", "utf8")) ?? [];
  const sealed = key ? await sealedBy(key) : "";
  writeFileSync(DEMO, readFileSync("drizzle/demo/demo.sql", "utf8") + sealed);
  d1("execute", "DB", "--file", DEMO);
  rmSync(DEMO);
}

function hashOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** Writes the local secrets. The operator's token of older versions was too short. */
function prepareSecrets() {
  const secrets = existsSync(".dev.vars")
    ? readFileSync(".dev.vars", "utf8")
    : `APP_KEY=${randomBytes(32).toString("base64url")}\nOPERATOR_TOKEN=${OPERATOR_TOKEN}\n`;
  const updated = secrets.replace(
    /^OPERATOR_TOKEN=dev-operator-token$/m,
    `OPERATOR_TOKEN=${OPERATOR_TOKEN}`,
  );
  if (!existsSync(".dev.vars") || updated !== secrets) writeFileSync(".dev.vars", updated);
}

function d1(command, ...args) {
  try {
    return execFileSync(
      process.execPath,
      ["node_modules/wrangler/bin/wrangler.js", "d1", command, ...args, "--local"],
      {
        env: { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" },
        encoding: "utf8",
        stdio: "pipe",
      },
    );
  } catch ({ stdout, stderr, message }) {
    console.error(
      `${stdout}\n${stderr}\nThe local database could not be prepared: ${message.split("\n")[0]}`,
    );
    process.exit(1);
  }
}
