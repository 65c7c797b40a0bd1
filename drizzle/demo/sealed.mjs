import { keyId, sealJson } from "../../src/lib/sealing.ts";
import { secrets } from "./sources.mjs";
import { literal } from "./sql.mjs";

/** The statements that seal the keys and secrets of the demo's sources with a key. */
export async function sealed(appKey) {
  const sealedWith = await keyId(appKey);
  const updates = secrets.map(async ({ id, ...own }) => {
    const text = await sealJson(appKey, { as: "source secrets", id }, own);
    return `update sources set secrets = ${literal(text)}, sealed_with = ${literal(sealedWith)}
where workspace_id = 1 and id = ${id};`;
  });
  return `\n${(await Promise.all(updates)).join("\n\n")}\n`;
}
