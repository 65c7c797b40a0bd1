import { build } from "esbuild";

const ENTRY = `
  import { platforms, platformTraits, sendableOn } from "./src/domain/platforms";
  export const limits = Object.fromEntries(platforms.map((platform) => {
    const { maxText, list, linkButtons, cards, hasVoiceNotes } = platformTraits[platform];
    const sends = sendableOn(platform);
    return [platform, { sends, maxText, list, linkButtons, cards, hasVoiceNotes }];
  }));
`;

/**
 * The messages that the team can send on each platform, and their limits, as the API has them.
 *
 * @param {string} root the folder of package.json
 */
export async function platformLimits(root) {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    write: false,
  });
  const module = Buffer.from(outputFiles[0].contents).toString("base64");
  const { limits } = await import(`data:text/javascript;base64,${module}`);
  return limits;
}
