import { isbot } from "isbot";

/** In-app browsers that people read in, though bot lists may know parts of their names. */
const IN_APP = /\b(Instagram|FBAN|FBAV|FB_IAB)\b/;

/** The names that link previews of messengers go by; a list of bots knows the crawlers. */
const PREVIEW = /^WhatsApp\/|facebookexternalhit|facebookcatalog|TelegramBot|Slackbot|Twitterbot|LinkedInBot|Discordbot|SkypeUriPreview/i;

type Visit = { method: string; header: (name: string) => string | undefined };

/** Whether a visit is a person's: no HEAD, prefetch, link preview or crawler. */
export function isPerson({ method, header }: Visit) {
  if (method !== "GET") return false;
  if (
    [header("Sec-Purpose"), header("Purpose"), header("X-Moz"), header("X-Purpose")].some((purpose) =>
      /prefetch|preview|prerender/i.test(purpose ?? ""),
    )
  )
    return false;
  const userAgent = header("User-Agent") ?? "";
  if (userAgent === "" || PREVIEW.test(userAgent)) return false;
  return IN_APP.test(userAgent) || !isbot(userAgent);
}
