// Prepares the local database before `wrangler dev` (see [build] in wrangler.toml): migrations, local secrets, and, once, the demo workspace.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";

if (process.env.WRANGLER_COMMAND === "dev" || process.argv.includes("--now")) {
  if (!existsSync(".dev.vars")) {
    writeFileSync(".dev.vars", `APP_KEY=${randomBytes(32).toString("base64url")}\nOPERATOR_TOKEN=dev-operator-token\n`);
  }
  d1("migrations", "apply", "DB");
  const [{ results }] = JSON.parse(d1("execute", "DB", "--json", "--command", "select count(*) as workspaces from workspaces"));
  if (results[0].workspaces === 0) d1("execute", "DB", "--file", "drizzle/demo/demo.sql");
}

function d1(command, ...args) {
  const env = { ...process.env, CI: "true", WRANGLER_SEND_METRICS: "false" };
  return execFileSync("npx", ["wrangler", "d1", command, ...args, "--local"], {
    env,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
}
