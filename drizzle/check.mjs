// Fails when src/db/schema or src/db/triggers has changed since the last migration was made.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { madeTriggers } from "./made-triggers.mjs";
import { missingStatements } from "./triggers.mjs";
import { withoutRowid } from "./without-rowid.mjs";

function fail(changes) {
  console.error(
    `${changes}\nMake the migration with \`npm run migration -- --name what-it-does\`.`,
  );
  process.exitCode = 1;
}

const copy = mkdtempSync(".drizzle-check-");
try {
  cpSync("drizzle", copy, { recursive: true });
  const before = readdirSync(copy).length;
  const args = [
    "--dialect",
    "sqlite",
    "--casing",
    "snake_case",
    "--schema",
    "./src/db/schema/*.ts",
    "--out",
    copy,
  ];
  const output = execFileSync("node_modules/.bin/drizzle-kit", ["generate", ...args], {
    encoding: "utf8",
  });
  if (readdirSync(copy).length !== before) fail(`${output}\nThe schema has changed.`);
} finally {
  rmSync(copy, { recursive: true });
}

for (const file of readdirSync("drizzle").filter((name) => name.endsWith(".sql"))) {
  const sql = readFileSync(`drizzle/${file}`, "utf8");
  if (withoutRowid(sql) !== sql) fail(`Tables of ${file} have a rowid (without-rowid.mjs).`);
}

for (const [path, text] of Object.entries(madeTriggers()))
  if (readFileSync(path, "utf8") !== text) fail(`${path} differs from what it is made of.`);

const missing = missingStatements("drizzle");
if (missing.length > 0)
  fail(`${missing.join("\n")}\nThe triggers differ from those of the migrations.`);
