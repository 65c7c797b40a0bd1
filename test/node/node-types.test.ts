import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { readDocument } from "./support/document";
import { readTexts } from "./support/sources";

type Schema = { description?: string; discriminator?: { mapping: Record<string, string> } };
type Document = { components: { schemas: Record<string, Schema> } };

const mappingIn = ({ components: { schemas } }: Document) =>
  schemas.KnownNode?.discriminator?.mapping ?? {};

const served = readDocument() as Document;
const types = Object.keys(mappingIn(served));

/** The handles that the document says each node of a type has, if it checks its replies. */
function handlesOf(type: string) {
  const name = mappingIn(served)[type]?.split("/").at(-1) ?? "";
  const [, handles = ""] = served.components.schemas[name]?.description?.split("Handles: ") ?? [];
  return [...handles.matchAll(/(?<!with )`(\w+)`/g)].map(([, handle = ""]) => handle);
}

/** The code that knows types of nodes only by their definitions, or by the rows of the console. */
const sources = readTexts("src", [
  "features/automation/**/*.ts",
  "console/screens/scenarios/**/*.{ts,tsx}",
  "mcp/**/*.ts",
  "cli/**/*.ts",
]);
const ofDefinitions = /^features\/automation\/engine\/nodes\//;

const name = `"(?:${types.join("|")})"`;
/** A node's type, and not that of a message. */
const type = String.raw`(?:(?<![\w.])|\b(?:\w*[nN]ode|one|other|next|step)\??\.)type\b`;
const COMPARISONS = [
  new RegExp(`${type}\\)?\\s*[!=]==?\\s*${name}`),
  new RegExp(`${name}\\s*[!=]==?\\s*${type}`),
  new RegExp(`switch \\(${type}\\)`),
  new RegExp(`\\.(?:includes|has)\\(${type}\\)`),
];
const comparisonsIn = (text: string) =>
  text.split("\n").filter((line) => COMPARISONS.some((one) => one.test(line)));

describe("the type of a node", () => {
  it("is compared with no name", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(200);
    const found = Object.entries(sources).flatMap(([path, text]) =>
      ofDefinitions.test(path) ? [] : comparisonsIn(text).map((line) => `${path}: ${line}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    `if (node.type === "handoff") return [];`,
    `const isWait = ({ type }: Node) => type === "wait_for_reply";`,
    `return node?.isValid && node.type !== "message";`,
    `nodes.filter((one) => "delay" === one.type)`,
    `nodes.filter(({ type }) => FILLED.includes(type))`,
    `const own = HAS_PATTERNS.has(node.type) ? 1 : 0;`,
    `switch (node.type) {`,
  ])("would be found in: %s", (line) => {
    expect(comparisonsIn(line)).toEqual([line]);
  });
});

describe("a definition", () => {
  it("gives the paths of settings from `data` on, which the check puts before them", () => {
    const isWhole = (text: string) => /["'`]data\./.test(text);
    const own = Object.entries(sources).filter(([path]) => ofDefinitions.test(path));
    expect(own.filter(([, text]) => isWhole(text)).map(([path]) => path)).toEqual([]);
    expect(isWhole(`warn("unknown_node", {}, { path: "data.goal.node_id" })`)).toBe(true);
  });
});

describe("a row of the console", () => {
  it("has the handles of the document", async () => {
    const { kinds } = await import("#console/screens/scenarios/editor/node-kinds");
    const flow = { required: ["city"] };
    const until = { booking: "starts_at" };
    const waits = [{ wait: {} }, { flow }, { flow, wait: { flow } }];
    const all = [{ validate: "email" }, ...waits, { until }];
    const own = Object.entries(kinds).map(([type, { handles }]) => [
      type,
      [...new Set(all.flatMap((data) => handles(data)))].toSorted(),
    ]);
    expect(Object.fromEntries(own)).toEqual(
      Object.fromEntries(types.map((type) => [type, handlesOf(type).toSorted()])),
    );
  });
});

describe("a type of node that only the registry has", () => {
  let document: Document;

  beforeAll(async () => {
    const { makeDocument } = await import("../../src/features/docs/build/document.mjs");
    document = await makeDocument(process.cwd(), ["./test/support/made-up-node"]);
  });

  it("stands in the document", () => {
    expect(Object.keys(mappingIn(document))).toEqual([...types, "made_up"]);
    const { description } = document.components.schemas.MadeUpNode ?? {};
    expect(description).toBe("Sends a parcel. Handles: `next`, `lost`.");
  });

  it("is found by agents", async () => {
    const { makeSurface } = await import("../../src/mcp/build/assets.mjs");
    const files = await makeSurface(document);
    expect(JSON.parse(files["mcp/described.json"] ?? "{}").nodes.made_up).toMatchObject({
      description: "Sends a parcel. Handles: `next`, `lost`.",
      data: { properties: { seconds: { type: "integer" } } },
      examples: [{ text: "Hello", tag_id: 1, seconds: 60 }],
    });
  });

  it("has a form in the console", async () => {
    const { settingsSchema } = await formOf(document);
    expect(settingsSchema("made_up")).toMatchObject({
      properties: { text: { maxLength: 100 }, tag_id: { type: "integer" } },
      required: ["text", "tag_id", "seconds"],
    });
  });
});

/** The part of the console that makes forms of the document. */
async function formOf(document: object) {
  const { nodeTypesOf } = await import("../../src/console/build/node-types.mjs");
  const contents = `export const nodeTypes = ${JSON.stringify(nodeTypesOf(document))}`;
  const { outputFiles } = await build({
    entryPoints: ["src/console/screens/scenarios/editor/form/schema.ts"],
    ...{ bundle: true, format: "esm", write: false },
    plugins: [
      {
        name: "node-types",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: "virtual" }));
          onLoad({ filter: /./, namespace: "virtual" }, () => ({ contents }));
        },
      },
    ],
  });
  const text = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return import(/* @vite-ignore */ `data:text/javascript;base64,${text}`);
}
