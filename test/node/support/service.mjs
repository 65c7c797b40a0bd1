// Serves the Worker with its assets and the demo's data to the tests that run in Node: see `inject`
// of Vitest. Each run begins with the data of a new `npm start`.

import { buildAssets } from "../../../src/features/docs/build/assets.mjs";
import { workerModules } from "../../support/worker-modules.mjs";
import { serveDemo } from "./demo.mjs";

/** Serves, and provides the service's origin as `origin` and the Worker's modules as `modules`. */
export async function setup({ provide }) {
  const [modules] = await Promise.all([workerModules(), buildAssets()]);
  const { origin, dispose } = await serveDemo({ modules });
  provide("origin", origin);
  provide("modules", modules);
  return dispose;
}
