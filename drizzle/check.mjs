// Fails when the tables of src/db/schema have changed since the last migration was made from it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";

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
  const output = execFileSync("npx", ["drizzle-kit", "generate", ...args], { encoding: "utf8" });
  if (readdirSync(copy).length !== before) {
    console.error(
      `${output}\nThe schema has changed: make its migration with \`npm run migration -- --name what-it-does\`.`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true });
}
