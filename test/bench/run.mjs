// The script of `npm run bench`: runs all suites, or the named ones. Fails if a bar is missed.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { makeModules } from "./modules.mjs";
import { missesOf, textOf } from "./report.mjs";

const MAX_MINUTES = 10;
const MAX_MINUTES_NAMED = 40;
const SUITES = [
  "redirects",
  "slugs",
  "lists",
  "writes",
  "messages",
  "scenarios",
  "webhooks",
  "analyses",
  "bytes",
  "bill",
  "scale",
  "size",
  "neighbours",
  "near",
  "matching",
];
/** Run only where they are named. */
const NAMED = [
  "storms",
  "growth",
  "databases",
  "move",
  "crashes",
  "archive",
  "imports",
  "inbox",
  "console",
  "stream",
  "pauses",
  "triggers",
  "sources",
];

/** Modules of src name each other without the ending that Node wants. */
registerHooks({
  resolve: (specifier, context, next) => {
    const isOurs = /^\.(?!.*\.json$)/.test(specifier) && context.parentURL?.endsWith(".ts");
    return next(isOurs ? `${specifier}.ts` : specifier, context);
  },
});

const { values, positionals } = parseArgs({
  options: { json: { type: "string", default: "dist/bench.json" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => ![...SUITES, ...NAMED].includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no suite ${unknown.join(", ")}. There are ${[...SUITES, ...NAMED].join(", ")}.`,
  );
  process.exit(2);
}

// Miniflare ends its workerd when this process exits.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const minutes = positionals.some((name) => NAMED.includes(name)) ? MAX_MINUTES_NAMED : MAX_MINUTES;
setTimeout(() => {
  console.error(`Given up after ${minutes} minutes.`);
  process.exit(1);
}, minutes * 60_000).unref();

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const workerd = packages["node_modules/wrangler/node_modules/workerd"].version;
const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.version, workerd };
console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, workerd ${workerd}\n`);

makeModules();
const results = {};
for (const name of positionals.length > 0 ? positionals : SUITES) {
  const suite = await import(`./${name}.mjs`);
  const start = performance.now();
  results[name] = await suite[name]();
  console.log(
    `${textOf(results[name])}\n${name} took ${Math.round((performance.now() - start) / 1000)} s\n`,
  );
}

mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(
  values.json,
  JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2),
);
const misses = Object.values(results).flatMap(missesOf);
console.log(misses.length === 0 ? "All bars are reached." : misses.join("\n"));
process.exitCode = misses.length === 0 ? 0 : 1;
