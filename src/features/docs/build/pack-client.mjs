// Packs src/client as a package of its own into dist: `npm run client:pack`.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ts } from "@ts-morph/common";
import { build } from "esbuild";
import { buildCli } from "../../../cli/build.mjs";

const SOURCE = "src/client";
const FOLDER = "dist/client";

/** Names the files that a file imports, as resolution by Node's rules wants them. */
function completeImports(file) {
  const nameOf = (target) =>
    existsSync(join(dirname(file), `${target}.js`)) ? `${target}.js` : `${target}/index.js`;
  const text = readFileSync(file, "utf8");
  const completed = text.replace(
    /(\bfrom |\bimport |\bimport\()(["'])(\.[^"']*)\2/g,
    (_, before, quote, target) => `${before}${quote}${nameOf(target)}${quote}`,
  );
  writeFileSync(file, completed);
}

/** Lets `undefined` stand for an optional member, also where `exactOptionalPropertyTypes` is on. */
function allowUndefined(file) {
  const text = readFileSync(file, "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const types = [];
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (ts.isPropertySignature(node) && node.questionToken && node.type) types.push(node.type);
  };
  visit(source);
  const insertions = types
    .flatMap((type) => [
      { at: type.getStart(source), text: "(" },
      { at: type.end, text: ") | undefined" },
    ])
    .sort((one, other) => one.at - other.at);
  const starts = [0, ...insertions.map(({ at }) => at)];
  const parts = starts.map((start, index) => text.slice(start, starts[index + 1]));
  writeFileSync(
    file,
    parts.map((part, index) => (insertions[index - 1]?.text ?? "") + part).join(""),
  );
}

/** Writes the package's files into a folder: modules, their types, README.md and package.json. */
export async function writePackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: globSync(join(SOURCE, "**/*.ts")),
    outdir: folder,
    format: "esm",
    target: "es2022",
  });
  execFileSync("node_modules/.bin/tsc", [
    ...["--project", join(SOURCE, "tsconfig.json")],
    ...["--outDir", folder],
  ]);
  for (const file of globSync(join(folder, "**/*.{js,d.ts}"))) completeImports(file);
  for (const file of globSync(join(folder, "**/*.d.ts"))) allowUndefined(file);
  await buildCli(resolve(folder, "lead-engagement.js"));
  for (const name of ["README.md", "package.json"]) cpSync(join(SOURCE, name), join(folder, name));
}

/** Packs the package, and returns the name of the file in `destination`. */
export async function packClient(folder = FOLDER, destination = "dist") {
  await writePackage(folder);
  // A path that is not absolute could be a repository's name.
  const options = ["--pack-destination", destination, "--json"];
  const packed = execFileSync("npm", ["pack", resolve(folder), ...options]);
  const [{ filename }] = JSON.parse(packed.toString());
  return filename;
}

if (import.meta.main) console.log(`dist/${await packClient()}`);
