import { build } from "esbuild";

/**
 * Makes the assets of the server of the OpenAPI document, by their paths.
 *
 * @param {object} document
 * @param {string} root the folder of package.json
 */
export async function makeSurface(document, root = process.cwd()) {
  const { outputFiles } = await build({
    entryPoints: [`${root}/src/mcp/build/surface.ts`],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const [{ text }] = outputFiles;
  const { surfaceOf } = await import(
    `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`
  );
  const files = Object.entries(surfaceOf(document));
  return Object.fromEntries(
    files.map(([name, file]) => [`mcp/${name}.json`, JSON.stringify(file)]),
  );
}
