// Builds all that the Worker serves as assets into dist/assets: the OpenAPI document, the guides,
// the reference, the console and the icons. Does nothing if what they are made of has not changed.
// Run by [build] in wrangler.toml and before the tests.
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import MiniSearch from "minisearch";
import { makeConsole } from "../../../console/build/assets.mjs";
import { makeSurface } from "../../../mcp/build/assets.mjs";
import { llmsText } from "../../../mcp/build/llms.mjs";
import { OPTIONS } from "../site/browser/search-options.js";
import { foundBySearch, readGuides, sitePages } from "../site/site.mjs";
import { collectionOf } from "./collection.mjs";
import { makeDocument } from "./document.mjs";

const SITE = "src/features/docs/site";
const GUIDES = "src/features/docs/guides";
const FOLDER = "dist/assets";
/** The digest of what the folder was made of. */
const MADE_OF = "dist/assets.digest";
/** Where files with a digest in their names are. Browsers may keep these for ever. */
const FILES_URL = "/docs/files";

const digestOf = (content) => createHash("sha256").update(content).digest("hex").slice(0, 16);

function digestOfInputs() {
  const inputs = globSync(["src/**/*", "package-lock.json"], {
    withFileTypes: true,
  });
  const files = inputs
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  return digestOf(files.map((file) => `${file} ${digestOf(readFileSync(file))}`).join("\n"));
}

/** Bundles the scripts of the pages, by name. */
async function bundleScripts() {
  const { outputFiles } = await build({
    entryPoints: ["site", "search", "try"].map((name) => `${SITE}/browser/${name}.js`),
    outdir: ".",
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path.split("/").at(-1), text]));
}

async function makeFiles() {
  const [document, scripts] = await Promise.all([makeDocument(), bundleScripts()]);
  const guides = readGuides(GUIDES);
  const search = new MiniSearch(OPTIONS);
  search.addAll(foundBySearch(guides, document));
  const style = await build({
    entryPoints: [`${SITE}/style.css`],
    bundle: true,
    minify: true,
    write: false,
  });
  const kept = {
    ...scripts,
    "style.css": style.outputFiles[0].text,
    "icon.svg": readFileSync(`${SITE}/icon.svg`),
    "search.json": JSON.stringify(search),
  };
  const names = Object.keys(kept).map((name) => [
    name,
    `${FILES_URL}/${name.replace(".", `-${digestOf(kept[name])}.`)}`,
  ]);
  const files = Object.fromEntries(names);
  return {
    ...Object.fromEntries(names.map(([name, url]) => [url.slice(1), kept[name]])),
    ...sitePages({ guides, document, files }),
    ...(await makeSurface(document)),
    ...(await makeConsole(document)),
    ...Object.fromEntries(
      guides.map(({ name }) => [`docs/${name}.md`, readFileSync(`${GUIDES}/${name}.md`)]),
    ),
    ...Object.fromEntries(
      readdirSync(`${GUIDES}/images`).map((name) => [
        `docs/images/${name}`,
        readFileSync(`${GUIDES}/images/${name}`),
      ]),
    ),
    "llms.txt": llmsText(guides),
    "openapi.json": JSON.stringify(document),
    "docs/collection.json": JSON.stringify(collectionOf(document)),
    "robots.txt": readFileSync(`${SITE}/robots.txt`),
    "favicon.ico": readFileSync(`${SITE}/favicon.ico`),
  };
}

/** Writes a file in one step, if it differs. */
function write(name, content) {
  const path = join(FOLDER, name);
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  const partial = `dist/partial-${process.pid}`;
  writeFileSync(partial, content);
  renameSync(partial, path);
}

/** Removes what was built before and is no longer. */
function removeOthers(names) {
  for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !names.has(path)) rmSync(path, { force: true });
  }
}

/** Builds the assets, unless they are up to date. */
export async function buildAssets() {
  const digest = digestOfInputs();
  if (existsSync(MADE_OF) && readFileSync(MADE_OF, "utf8") === digest && existsSync(FOLDER)) return;
  const files = await makeFiles();
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, content] of Object.entries(files)) write(name, content);
  removeOthers(new Set(Object.keys(files).map((name) => join(FOLDER, name))));
  writeFileSync(MADE_OF, digest);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildAssets();
