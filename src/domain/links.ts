/** How a visit of a short link is known to be a bot's. */
export const bots = ["head", "prefetch", "preview", "crawler", "no_user_agent"] as const;
export type Bot = (typeof bots)[number];

/** What a visit of a short link is: a person's on a recipient's URL, a person's on the base URL, or a bot's. */
export const visitKinds = ["recipient", "base", ...bots] as const;
export type VisitKind = (typeof visitKinds)[number];

export const devices = ["mobile", "tablet", "desktop"] as const;
export type Device = (typeof devices)[number];
