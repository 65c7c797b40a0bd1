// Generates what src/client is made of from the OpenAPI document as it is served: `npm run client`.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { buildAssets } from "./assets.mjs";
import { changeClient } from "./generated-client.mjs";

const FOLDER = "src/client/generated";
const TYPESCRIPT = new URL("./typescript.mjs", import.meta.url).href;

/** Lets the generator load the TypeScript that has the API which it is written for. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" && context.parentURL?.includes("/@hey-api/")
      ? { url: TYPESCRIPT, shortCircuit: true }
      : next(specifier, context),
});

/**
 * Generates the types and operations of a document into a folder. An operation answers with the
 * body, and throws if the answer is an error.
 *
 * @param {object} document
 * @param {string} folder
 */
export async function generateClient(document, folder) {
  const { createClient } = await import("@hey-api/openapi-ts");
  await createClient({
    input: withTypeOfOthers(document),
    output: folder,
    plugins: [
      { name: "@hey-api/typescript", enums: { mode: "javascript", case: "preserve" } },
      { name: "@hey-api/sdk", responseStyle: "data", client: false },
      { name: "@hey-api/client-fetch", throwOnError: true },
    ],
    logs: { level: "silent", file: false },
  });
  changeClient(folder);
}

/**
 * Gives nodes of unknown types a type of their own. TypeScript has no type for all texts but some,
 * and would not tell nodes apart by theirs if one of them could have any.
 */
function withTypeOfOthers(document) {
  const own = structuredClone(document);
  own.components.schemas.OtherNode.properties.type.const = "OtherNode";
  return own;
}

if (import.meta.main) {
  await buildAssets();
  await generateClient(JSON.parse(readFileSync("dist/assets/openapi.json", "utf8")), FOLDER);
}
