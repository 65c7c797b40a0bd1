import { isbot } from "isbot";
import type { Bot, Device } from "../../lib/choices";

/** Where browsers and messengers say that nobody is looking yet. */
const PURPOSES = ["Sec-Purpose", "Purpose", "X-Moz", "X-Purpose"];

/** The names that link previews of messengers go by, among those that the list of bots knows. */
const PREVIEW =
  /^WhatsApp\/|facebookexternalhit|Facebot|TelegramBot|Slack|Twitterbot|LinkedInBot|Discordbot|SkypeUriPreview|Viber|Snapchat|Pinterest|redditbot/i;

/** Apps name the maker of a phone, and the list takes this one for its crawler. */
const MAKER = /; Google; Pixel/;

type Visit = { method: string; header: (name: string) => string | undefined };

/** How a visit is known to be a bot's; `null` for a person's. In-app browsers are people's. */
export function botIn({ method, header }: Visit): Bot | null {
  if (method !== "GET") return "head";
  for (const name of PURPOSES) if (/prefetch|preview|prerender/i.test(header(name) ?? "")) return "prefetch";
  const userAgent = header("User-Agent");
  if (!userAgent) return "no_user_agent";
  if (!isbot(userAgent) || !isbot(userAgent.replace(MAKER, ""))) return null;
  return PREVIEW.test(userAgent) ? "preview" : "crawler";
}

/** What a person's browser says that it runs on. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "mobile" : "desktop";
}
