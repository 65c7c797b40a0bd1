// The script of `npm run deploy`: migrates all databases, then deploys the Worker. The first
// command that fails ends it. With `--dry-run` it only prints the commands.
import { execFileSync } from "node:child_process";
import { databases } from "./bindings.mjs";

const commands = [
  ...databases().map((name) => ["d1", "migrations", "apply", name, "--env=", "--remote"]),
  ["deploy", "--env="],
];

for (const command of commands) {
  console.log(`wrangler ${command.join(" ")}`);
  if (process.argv.includes("--dry-run")) continue;
  try {
    execFileSync(process.execPath, ["node_modules/wrangler/bin/wrangler.js", ...command], {
      stdio: "inherit",
    });
  } catch ({ status }) {
    process.exit(status || 1);
  }
}
