import { isbot } from "isbot";
import type { Bot, Device } from "#domain/links";

/** Headers by which browsers and messengers mark a request that no person has made yet. */
const PURPOSE_HEADERS = ["Sec-Purpose", "Purpose", "X-Moz"];

/** The names of messengers' link previews, among those that isbot's list knows. */
const PREVIEWS = [
  "^WhatsApp/",
  "facebookexternalhit",
  "Facebot",
  "TelegramBot",
  "Slack",
  "Twitterbot",
  "LinkedInBot",
  "Discordbot",
  "SkypeUriPreview",
  "Viber",
  "Snapchat",
  "Pinterest",
  "redditbot",
];
const PREVIEW = new RegExp(PREVIEWS.join("|"), "i");

/** Apps on Android name the phone's maker here, which isbot's list takes for Google's crawler. */
const MAKER = /; Google; Pixel/;

/** The names of Android phones, which isbot's list may take for a bot's: `M bot 60`. */
const MODEL = /; [^;()]* Build\//;

/** Programs that isbot's list lacks: an app's own requests, without a browser. */
const APP = /^Dalvik\/|CFNetwork\/[\d.]+ Darwin\//;
/** TikTok loads what a person might open. */
const PRELOADER = /thirdLandingPageFeInfra/;

/** `bot` is the kind of bot, null for a person. */
type Visitor = { bot: Bot | null; device: Device };

/** Distinguishes bots from people by the request. In-app browsers count as people. */
export function classifyVisitor(method: string, headers: Headers): Visitor {
  const visitor = visitorOf((headers.get("User-Agent") ?? "").slice(0, MAX_LENGTH));
  if (method !== "GET") return { ...visitor, bot: "head" };
  return PURPOSE_HEADERS.some((name) => isPrefetch(headers.get(name)))
    ? { ...visitor, bot: "prefetch" }
    : visitor;
}

const isPrefetch = (purpose: string | null) =>
  purpose !== null && /prefetch|preview|prerender/i.test(purpose);

/**
 * Visitors by `User-Agent`. A few browsers make most visits, and searching isbot's list takes
 * longer than everything else in a redirect.
 */
const visitors = new Map<string, Visitor>();
const MAX_VISITORS = 1_000;
/** The rest of a longer `User-Agent` adds no information, and costs memory and time. */
const MAX_LENGTH = 500;

function visitorOf(userAgent: string): Visitor {
  const known = visitors.get(userAgent);
  if (known) return known;
  const visitor = { bot: botOf(userAgent), device: deviceOf(userAgent) };
  if (visitors.size >= MAX_VISITORS) visitors.clear();
  visitors.set(userAgent, visitor);
  return visitor;
}

function botOf(userAgent: string): Bot | null {
  if (userAgent === "") return "no_user_agent";
  if (PRELOADER.test(userAgent)) return "prefetch";
  if (APP.test(userAgent)) return "crawler";
  if (!isbot(userAgent) || !isbot(userAgent.replace(MAKER, "").replace(MODEL, "; "))) return null;
  return PREVIEW.test(userAgent) ? "preview" : "crawler";
}

function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)) return "tablet";
  return /Mobi|iPhone|Android/i.test(userAgent) ? "mobile" : "desktop";
}
