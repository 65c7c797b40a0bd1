import { isbot } from "isbot";
import type { Bot, Device } from "../../../domain/links";

/** Where browsers and messengers say that nobody is looking yet. */
const PURPOSES = ["Sec-Purpose", "Purpose", "X-Moz"];

/** The names that link previews of messengers go by, among those that the list of bots knows. */
const PREVIEW =
  /^WhatsApp\/|facebookexternalhit|Facebot|TelegramBot|Slack|Twitterbot|LinkedInBot|Discordbot|SkypeUriPreview|Viber|Snapchat|Pinterest|redditbot/i;

/** Apps on Android name the phone's maker, which the list takes for Google's crawler here. */
const MAKER = /; Google; Pixel/;

/** How a visit is known to be a bot's, `null` for a person's, and what it is made on. */
type Visitor = { bot: Bot | null; device: Device };

/** Whose a visit is. In-app browsers are people's. */
export function classify(method: string, headers: Headers): Visitor {
  const visitor = visitorNamed((headers.get("User-Agent") ?? "").slice(0, MAX_LENGTH));
  if (method !== "GET") return { ...visitor, bot: "head" };
  return PURPOSES.some((name) => isAhead(headers.get(name)))
    ? { ...visitor, bot: "prefetch" }
    : visitor;
}

const isAhead = (purpose: string | null) =>
  purpose !== null && /prefetch|preview|prerender/i.test(purpose);

/** A few browsers make most visits, and to look through the list of bots takes longer than all else in a redirect. */
const named = new Map<string, Visitor>();
const MAX_NAMED = 1_000;
/** What comes after this tells nothing more, and would cost whoever keeps or searches it. */
const MAX_LENGTH = 500;

function visitorNamed(userAgent: string): Visitor {
  const known = named.get(userAgent);
  if (known) return known;
  const visitor = { bot: botNamed(userAgent), device: deviceNamed(userAgent) };
  if (named.size >= MAX_NAMED) named.clear();
  named.set(userAgent, visitor);
  return visitor;
}

function botNamed(userAgent: string): Bot | null {
  if (userAgent === "") return "no_user_agent";
  if (!isbot(userAgent) || !isbot(userAgent.replace(MAKER, ""))) return null;
  return PREVIEW.test(userAgent) ? "preview" : "crawler";
}

function deviceNamed(userAgent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "mobile" : "desktop";
}
