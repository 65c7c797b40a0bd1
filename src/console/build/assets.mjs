import { build } from "vite";
import { nodeTypesOf } from "./node-types.mjs";
import { knownOfPlatforms } from "./platforms.mjs";

const BASE = "/console/";

/** One file for all that every screen needs: many small ones are compressed worse. */
const FRAME = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
  /node_modules\/@tanstack\/(?!react-virtual|virtual-core)[\w-]+\//,
  /node_modules\/lucide-react\/.*\/(arrow-(down|up)|circle-(pause|x)|minus)\.\w+$/,
  /\/src\/client\/(?!generated\/types\.gen|scenario|with-etag)/,
  /\/src\/console\/(live|session|style)\//,
  /\/src\/console\/shell\/(?!renewal|palette|sign-in\.|sign-in-texts|texts\.\w)/,
  /\/src\/console\/(main|(screens\/)?(\w+\/)?(catalogue|parts|routes))\.tsx?$/,
  /\/src\/console\/data\/(forms|lead-name|lists|one-of|queries|source-lights|store)\b/,
  /\/src\/console\/texts\/(catalogue|first|format|general|language)\.ts/,
  /\/src\/console\/ui\/(badge|button|chart|classes|layout|sparkline|stack)\b(?!-)/,
  /\/src\/console\/ui\/(states|text|toasts|tones)\b(?!-)/,
];
const isOfFrame = (id) => FRAME.some((part) => part.test(id));

/**
 * One file for all that several parts of a folder of screens need, but for their texts. Other
 * screens need little of the editor of scenarios, and would read all its texts.
 */
const SHARED = { debugName: "screens", minShareCount: 2, includeDependenciesRecursively: false };
const folderOf = (id) =>
  /\/src\/console\/screens\/(?!scenarios\/)(\w+)\/(?!.*\.(en|fr)\.ts$)/.exec(id)?.[1];

/**
 * Controls and icons that several screens need are one file each. The frame lists all files, so
 * that each small one would make every first load longer.
 */
const CONTROLS = {
  name: "controls",
  test: /\/src\/console\/(ui|data)\/(?!.*\.(en|fr)\.ts$)/,
  minShareCount: 3,
  includeDependenciesRecursively: false,
};
const ICONS = { name: "icons", test: /\/lucide-react\//, minShareCount: 2 };

/** Style sheets arrive in any order, so each begins with that of the layers. */
const LAYERS = "@layer reset,base,ui,shell,screens;";

/** Gives the console what is known when it is built, as modules without a file. */
const made = (modules) => ({
  name: "made",
  resolveId: (id) => (id in modules ? `\0${id}` : undefined),
  load(id) {
    const exported = Object.entries(modules[id.slice(1)] ?? {}).map(
      ([name, value]) =>
        `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
    );
    return exported.length > 0 ? exported.join("\n") : undefined;
  },
});

/** Libraries mark what runs in a browser alone, as all of the console does. */
const isOfInterest = ({ code }) => code !== "MODULE_LEVEL_DIRECTIVE";

/**
 * Builds the console, and returns its files by their paths. All but the page have digests in their
 * names.
 *
 * @param {object} document the OpenAPI document
 * @param {string} root the folder of package.json
 */
export async function makeConsole(document, root = process.cwd()) {
  const modules = {
    "virtual:node-types": { nodeTypes: nodeTypesOf(document) },
    "virtual:platforms": await knownOfPlatforms(root),
  };
  const { output } = await build({
    configFile: false,
    root: `${root}/src/console`,
    base: BASE,
    logLevel: "warn",
    // Tests build it too, and their own environment would make it a slow and larger one.
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: { conditions: ["module", "browser", "production"] },
    oxc: { jsx: { runtime: "automatic", development: false } },
    plugins: [made(modules)],
    css: { modules: { generateScopedName: "[local]-[hash:base64:5]" } },
    build: {
      write: false,
      assetsDir: "files",
      // An inlined file would be a data: URL, which the page's policy does not allow.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: "es2024",
      reportCompressedSize: false,
      rolldownOptions: {
        onLog: (level, log, report) => isOfInterest(log) && report(level, log),
        output: {
          codeSplitting: {
            groups: [
              { name: "frame", test: isOfFrame },
              CONTROLS,
              ICONS,
              { ...SHARED, name: folderOf },
            ],
          },
        },
      },
    },
  });
  return Object.fromEntries(
    output.map(({ fileName, code, source }) => [
      `console/${fileName}`,
      fileName.endsWith(".css") ? LAYERS + source : (code ?? source),
    ]),
  );
}
