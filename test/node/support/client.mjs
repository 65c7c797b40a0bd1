import { registerHooks } from "node:module";

const TYPESCRIPT = new URL("./typescript.mjs", import.meta.url).href;

/** Lets the generator load the TypeScript that has the API which it is written for. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" && context.parentURL?.includes("/@hey-api/")
      ? { url: TYPESCRIPT, shortCircuit: true }
      : next(specifier, context),
});

/**
 * Generates a TypeScript client of the document into a folder.
 *
 * @param {object} document
 * @param {string} folder
 */
export async function generateClient(document, folder) {
  const { createClient } = await import("@hey-api/openapi-ts");
  await createClient({
    input: document,
    output: folder,
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
    logs: { level: "silent", file: false },
  });
}
