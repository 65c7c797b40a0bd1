// Writes the migration for what has changed in src/db/schema and src/db/triggers:
// npm run migration -- --name what-it-does
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { madeTriggers } from "./made-triggers.mjs";
import { missingStatements } from "./triggers.mjs";
import { completeFile } from "./without-rowid.mjs";

const migrations = () =>
  readdirSync("drizzle")
    .filter((name) => name.endsWith(".sql"))
    .toSorted();

const generate = (...options) =>
  execFileSync("npx", ["drizzle-kit", "generate", ...options, ...process.argv.slice(2)], {
    stdio: "inherit",
  });

for (const [path, text] of Object.entries(madeTriggers())) writeFileSync(path, text);
const before = migrations();
generate();
const tables = migrations().length > before.length;
if (tables) completeFile(`drizzle/${migrations().at(-1)}`);
const statements = missingStatements("drizzle");
if (statements.length > 0) {
  if (!tables) generate("--custom");
  const file = `drizzle/${migrations().at(-1)}`;
  const changes = tables ? [readFileSync(file, "utf8").trimEnd()] : [];
  const separator = "\n--> statement-breakpoint\n";
  writeFileSync(file, `${[...changes, ...statements].join(separator)}\n`);
  console.log(`${statements.length} statements of src/db/triggers are now in ${file}.`);
}
