import { build } from "esbuild";

// Node 24 does not have this yet. The sources use it for base64url without padding alone.
Uint8Array.prototype.toBase64 ??= function toBase64() {
  return Buffer.from(this).toString("base64url");
};

/** The statements that seal the keys and secrets of the demo's sources with an APP_KEY. */
export async function sealedBy(appKey) {
  const { outputFiles } = await build({
    entryPoints: ["drizzle/demo/sealed.mjs"],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
  });
  const code = encodeURIComponent(outputFiles[0].text);
  const { sealed } = await import(`data:text/javascript,${code}`);
  return sealed(appKey);
}
