import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

/** The bundled Worker, as it would be deployed. */
export const BUNDLE = "dist/index.js";

/** Builds the bundle that `npm run bundle` builds and `npm run deploy` deploys. */
export function makeBundle() {
  try {
    execFileSync("npm", ["run", "bundle"], {
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    });
  } catch ({ stdout, stderr }) {
    throw new Error(`The bundle could not be made.\n${stdout}\n${stderr}`);
  }
}

/** The size of the bundle in bytes. */
export function bundleSize() {
  const bundle = readFileSync(BUNDLE);
  return { minified: bundle.length, gzipped: gzipSync(bundle).length };
}
