// Builds the Worker into dist/worker as it is uploaded: index.js, which answers visits, and the
// modules that it loads when they are first needed. Run by [build] in wrangler.toml.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";

const FOLDER = "dist/worker";
const APP = "src/app.ts";

/**
 * All that the entry needs is one module, as each one more takes time to load. So is what the app
 * shares with others, and what these share without it. Libraries and the database are apart, so
 * that the app can be loaded in parts (src/index.ts).
 */
function modulesOf() {
  const ofApp = new Set();
  const plugin = {
    name: "sources-of-the-app",
    buildEnd() {
      const add = (id) => {
        if (ofApp.has(id)) return;
        ofApp.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
      };
      add(resolve(APP));
    },
  };
  const groups = [
    { name: "visits", tags: ["$initial"], priority: 4 },
    { name: "database", test: /[\\/](drizzle-orm|src[\\/]db)[\\/](?!archive)/, priority: 3 },
    {
      name: "zod",
      test: /[\\/](node_modules[\\/]zod[\\/]|src[\\/]lib[\\/](fields|moments|read-fault)\.ts)/,
      priority: 2,
    },
    { name: "shared", test: (id) => ofApp.has(id), minShareCount: 2, priority: 1 },
    { name: "graphs", minShareCount: 2 },
  ];
  return { plugin, groups };
}

/** The name of a module that is loaded for one purpose, by the folders of its source. */
const nameOf = ({ facadeModuleId, name }) =>
  /[\\/]src[\\/](?:features[\\/])?(.+)\.ts$/
    .exec(facadeModuleId ?? "")?.[1]
    ?.replaceAll(/[\\/](worker|object)(?=[\\/]|$)/g, "")
    .replaceAll(/[\\/]/g, "-") ?? name.replace(/~.*/, "");

/**
 * Builds the Worker's modules, and returns them.
 *
 * @param {object} options
 * @param {string | null} options.folder where they are written; nowhere if it is null
 * @returns {Promise<import("rolldown").OutputChunk[]>}
 */
export async function buildWorker({ folder = FOLDER, sourcemap = false } = {}) {
  const { plugin, groups } = modulesOf();
  const { output } = await build({
    configFile: false,
    plugins: [plugin],
    logLevel: "warn",
    publicDir: false,
    // Tests build it too, and their own environment would make it another one.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { target: "webworker", noExternal: true },
    resolve: { conditions: ["workerd", "worker", "browser", "module"] },
    build: {
      ssr: "src/index.ts",
      write: folder !== null,
      outDir: folder ?? FOLDER,
      emptyOutDir: true,
      target: "es2024",
      minify: true,
      sourcemap,
      reportCompressedSize: false,
      rolldownOptions: {
        external: [/^cloudflare:/, /^node:/],
        // The runtime takes whatever the entry exports for a handler or a class of objects.
        preserveEntrySignatures: "strict",
        output: {
          entryFileNames: "index.js",
          chunkFileNames: (chunk) => `${nameOf(chunk)}.js`,
          codeSplitting: { groups },
        },
      },
    },
  });
  return output.filter(({ type }) => type === "chunk");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildWorker({ sourcemap: true });
  // The types of the bindings name the classes of the objects by this module.
  writeFileSync(join(FOLDER, "index.d.ts"), 'export * from "../../src/index";\n');
}
