import { buildWorker } from "../../src/features/docs/build/worker.mjs";

/**
 * The modules of the Worker as Miniflare takes them, each with the modules that it imports and the
 * sources that it is made of: the entry is the first.
 */
export async function workerModules() {
  const chunks = await buildWorker({ folder: null });
  return chunks
    .toSorted((one, other) => Number(other.isEntry) - Number(one.isEntry))
    .map(({ fileName, code, imports, moduleIds }) => ({
      ...{ type: "ESModule", path: fileName, contents: code },
      imports,
      sources: moduleIds.map((id) => id.replaceAll("\\", "/")),
    }));
}
