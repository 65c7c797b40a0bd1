// The Worker under test serves the assets as they are built from today's sources.
export { buildAssets as setup } from "../../src/features/docs/build/assets.mjs";
