import { build } from "esbuild";

const ENTRY = `
  import { messageBounds } from "./src/domain/messaging";
  import { platforms, platformTraits, sendableOn } from "./src/domain/platforms";
  const platformLimits = Object.fromEntries(platforms.map((platform) => {
    const { list, linkButtons, cards, hasVoiceNotes } = platformTraits[platform];
    const sends = sendableOn(platform);
    return [platform, { sends, list, linkButtons, cards, hasVoiceNotes }];
  }));
  export const known = { messageBounds, platformLimits };
`;

/**
 * The messages that the team can send on each platform, and the limits of these, as the API has
 * them.
 *
 * @param {string} root the folder of package.json
 */
export async function knownOfPlatforms(root) {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: "ts" },
    bundle: true,
    format: "esm",
    write: false,
  });
  const module = Buffer.from(outputFiles[0].contents).toString("base64");
  const { known } = await import(`data:text/javascript;base64,${module}`);
  return known;
}
