// Checks what needs no test: lint, types and migrations. Checks of one row run side by side. A
// command that is given, that of the tests, runs beside the last row, and ends if a check fails.
import { exec, spawn } from "node:child_process";

const [tests, ...args] = process.argv.slice(2);

const CHECKS = [
  // The types of the bindings name the classes that the Worker exports: this builds it, and writes
  // them before they are read.
  ["wrangler types --strict-vars=false", "biome ci"],
  ["tsc", "tsc -p src/console", "tsc -p test/node", "node drizzle/check.mjs"],
];

/** The compiler collects its garbage half as often as it would, in the same memory at most. */
const env = { ...process.env, GOGC: process.env.GOGC ?? "300" };

/** Runs a command, shows what it says once it is over, and returns whether it has failed. */
const fails = (command) =>
  new Promise((resolve) => {
    exec(command, { env, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) => {
      console.log(`> ${command}\n${stdout}${stderr}`);
      resolve(error !== null);
    });
  });

for (const commands of CHECKS) {
  const isLast = commands === CHECKS.at(-1);
  const child = isLast && tests ? spawn(tests, args, { stdio: "inherit" }) : undefined;
  child?.on("close", (code) => {
    process.exitCode ||= code ?? 1;
  });
  const failed = await Promise.all(commands.map(fails));
  if (!failed.includes(true)) continue;
  process.exitCode = 1;
  child?.kill();
  break;
}
