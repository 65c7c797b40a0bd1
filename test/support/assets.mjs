import { spawnSync } from "node:child_process";

/**
 * The Worker under test serves the assets as they are built from today's sources. They are built in
 * a process of their own: here, Vitest has transformed the code of Vite, which gives parts of
 * itself to what it builds.
 */
export function setup() {
  const build = "src/features/docs/build/assets.mjs";
  const { status } = spawnSync(process.execPath, [build], { stdio: "inherit" });
  if (status !== 0) throw new Error("The assets could not be built.");
}
