// Bundles the Worker into dist/worker/index.js, without what only the document shows (lean.mjs). Run by
// [build] in wrangler.toml. Wrangler bundles the result once more, and minifies it.
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { leanBundle } from "./lean.mjs";

export const WORKER = "dist/worker/index.js";

/**
 * Bundles the Worker.
 *
 * @param {import("esbuild").BuildOptions} options what differs
 */
export const bundleWorker = (options = {}) =>
  build({
    entryPoints: ["src/index.ts"],
    outfile: WORKER,
    bundle: true,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
    sourcemap: true,
    plugins: [leanBundle],
    ...options,
  });

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await bundleWorker();
