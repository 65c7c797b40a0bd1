import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const ENTRY = `
  import { app } from "./src/app";
  import { documentOf } from "./src/features/docs/document";
  export const document = await documentOf(app);
`;

/**
 * Makes the OpenAPI document from the app as it stands in src/. Returns it as an object. Takes a
 * second.
 *
 * @param {string} root the folder of package.json
 * @param {string[]} first modules that are loaded before the app, such as a test's
 */
export async function makeDocument(root = process.cwd(), first = []) {
  const folder = await mkdtemp(join(tmpdir(), "lead-engagement-document-"));
  const outfile = join(folder, "document.mjs");
  try {
    await build({
      stdin: {
        contents: [...first.map((path) => `import "${path}";`), ENTRY].join("\n"),
        resolveDir: root,
        loader: "ts",
      },
      bundle: true,
      format: "esm",
      platform: "node",
      outfile,
    });
    const { document } = await import(pathToFileURL(outfile).href);
    return document;
  } finally {
    await rm(folder, { recursive: true });
  }
}
