import type { Platform } from "./platforms";

type Names = Readonly<Record<string, string>>;

/** The emoji that the team can react with, and the platform's names of them; null for any emoji. */
const reactionNames: Record<Platform, Names | null> = {
  whatsapp: null,
  instagram: { "❤️": "love" },
};

/** Some writers leave the sign out that has a character shown as an emoji. */
const qualified = (emoji: string) => (emoji.endsWith("\u{FE0F}") ? emoji : `${emoji}\u{FE0F}`);

export const isEmoji = (text: string) =>
  [text, qualified(text)].some((one) => /^\p{RGI_Emoji}$/v.test(one));

/** The emoji that a platform takes; null where it takes any. */
export const reactionsOn = (platform: Platform) => {
  const names = reactionNames[platform];
  return names && Object.keys(names);
};

/** The platform's own name of an emoji; undefined where it has none. */
export const reactionName = (platform: Platform, emoji: string) =>
  reactionNames[platform]?.[qualified(emoji)];
