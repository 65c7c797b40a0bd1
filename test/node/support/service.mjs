// Serves the Worker with its assets and the demo's data to the tests that run in Node: see `inject`
// of Vitest. Each run begins with the data of a new `npm start`.

import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { buildAssets } from "../../../src/features/docs/build/assets.mjs";
import runDouble from "../../support/graph-double.mjs";
import { workerModules } from "../../support/worker-modules.mjs";
import { serveDemo } from "./demo.mjs";

/**
 * Serves, with the double of Meta's API, and provides the service's origin as `origin`, the
 * Worker's modules as `modules`, and its options of wrangler.toml as `worker`: only this process
 * loads Wrangler.
 */
export async function setup({ provide }) {
  const [modules] = await Promise.all([workerModules(), buildAssets()]);
  const { workerOptions: worker } = workerOptionsOf("wrangler.toml", "local");
  let graphOrigin = "";
  const stopDouble = await runDouble({
    provide: (name, value) => {
      provide(name, value);
      graphOrigin = value;
    },
  });
  const meta = {
    GRAPH_URL: `${graphOrigin}/v26.0`,
    INSTAGRAM_URL: `${graphOrigin}/instagram/v26.0`,
    TURNSTILE_URL: `${graphOrigin}/turnstile/v0/siteverify`,
    CALENDLY_URL: `${graphOrigin}/calendly`,
  };
  const { origin, dispose } = await serveDemo({ worker, modules, more: meta });
  provide("origin", origin);
  provide("modules", modules);
  provide("worker", worker);
  return async () => {
    stopDouble();
    await dispose();
  };
}
