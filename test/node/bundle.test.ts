import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";

const KIB = 1_024;
/** Some 25 KiB are texts of the document, which only its build needs. */
const MAX_GZIPPED_KIB = 345;

let bundle: { gzipped: number; inputs: string[] };

/** The files that have left code in the bundle. */
const inputsOf = ({ outputs }: Metafile) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );

beforeAll(async () => {
  // As `npm run bundle` does, to a few bytes, but within a second.
  const { metafile, outputFiles } = await build({
    entryPoints: ["src/index.ts"],
    outfile: "index.js",
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format: "esm",
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    external: ["cloudflare:*", "node:*"],
  });
  const [file] = outputFiles;
  bundle = { gzipped: gzipSync(file?.contents ?? "").length, inputs: inputsOf(metafile) };
});

describe("the bundle", () => {
  it(`has at most ${MAX_GZIPPED_KIB} KiB, compressed`, () => {
    expect(bundle.gzipped / KIB).toBeGreaterThan(100);
    expect(bundle.gzipped / KIB).toBeLessThanOrEqual(MAX_GZIPPED_KIB);
  });

  it.each([
    ["the renderer of the document", /hono-openapi|standard-community|src\/http\/openapi\//],
    ["zod's translations", /zod\/v4\/locales\/(?!en\.js)/],
    ["the document's own texts", /src\/features\/docs\/(?!routes\.ts)/],
  ])("lacks %s", (_, unwanted) => {
    expect(bundle.inputs.filter((file) => unwanted.test(file))).toEqual([]);
  });
});
