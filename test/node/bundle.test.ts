import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleWorker } from "../../src/features/docs/build/worker.mjs";
import { readDocument } from "./support/document";

const KIB = 1_024;
const MAX_GZIPPED_KIB = 520;

let bundle: { gzipped: number; inputs: string[]; text: string };

/** The files that have left code in the bundle. */
const inputsOf = ({ outputs }: Metafile) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );

beforeAll(async () => {
  // As `npm run bundle` does, to a few bytes, but within a second.
  const { metafile, outputFiles } = await bundleWorker({
    minify: true,
    metafile: true,
    sourcemap: false,
    write: false,
  });
  const [file] = outputFiles ?? [];
  if (!file || !metafile) throw new Error("No bundle was made.");
  bundle = { gzipped: gzipSync(file.contents).length, inputs: inputsOf(metafile), text: file.text };
});

describe("the bundle", () => {
  it(`has at most ${MAX_GZIPPED_KIB} KiB, compressed`, () => {
    expect(bundle.gzipped / KIB).toBeGreaterThan(100);
    expect(bundle.gzipped / KIB).toBeLessThanOrEqual(MAX_GZIPPED_KIB);
  });

  it.each([
    ["the renderer of the document", /hono-openapi|standard-community|src\/http\/openapi\//],
    ["zod's translations", /zod\/v4\/locales\/(?!en\.js)/],
    [
      "the schemas of events, which only the document has",
      /src\/features\/events\/schemas\/(?!event\.ts)/,
    ],
    ["the document's own texts", /src\/features\/docs\/(?!routes\.ts)/],
  ])("lacks %s", (_, unwanted) => {
    expect(bundle.inputs.filter((file) => unwanted.test(file))).toEqual([]);
  });

  it("lacks the texts of the document", () => {
    const { paths } = readDocument() as {
      paths: Record<string, Record<string, { summary: string }>>;
    };
    const summaries = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ summary }) => summary ?? []),
    );
    expect(summaries.length).toBeGreaterThan(100);
    expect(summaries.filter((summary) => bundle.text.includes(JSON.stringify(summary)))).toEqual(
      [],
    );
  });
});
