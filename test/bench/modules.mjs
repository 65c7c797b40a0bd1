import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const FOLDER = "dist/worker";
const ENTRY = join(FOLDER, "index.js");

/** Builds the modules that `npm run deploy` uploads. */
export function makeModules() {
  try {
    execFileSync("npm", ["run", "bundle"], {
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    });
  } catch ({ stdout, stderr }) {
    throw new Error(`The modules could not be made.\n${stdout}\n${stderr}`);
  }
}

/** The files of the Worker's modules, the entry first. */
export const moduleFiles = () => [
  ENTRY,
  ...readdirSync(FOLDER)
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(FOLDER, name))
    .filter((file) => file !== ENTRY),
];

/** The files that a module imports when it is loaded, itself among them. */
function loadedWith(file, known = new Set()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, name] of readFileSync(file, "utf8").matchAll(/\bfrom\s*["']\.\/([^"']+)["']/g))
    loadedWith(join(FOLDER, name), known);
  return known;
}

const sizeOf = (files) => {
  const texts = [...files].map((file) => readFileSync(file));
  return {
    modules: texts.length,
    bytes: texts.reduce((sum, text) => sum + text.length, 0),
    gzipped: texts.reduce((sum, text) => sum + gzipSync(text).length, 0),
  };
};

/** The sizes of all modules, and of those that an entry loads before it runs. */
export const sizes = () => ({ total: sizeOf(moduleFiles()), entry: sizeOf(loadedWith(ENTRY)) });
