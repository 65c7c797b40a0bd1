/** The kinds of bot visits of a short link, by how the bot is recognised. */
export const bots = ["head", "prefetch", "preview", "crawler", "no_user_agent"] as const;
export type Bot = (typeof bots)[number];

/** Kinds of visits: by a person, through a recipient link or the base URL, or by a bot. */
export const visitKinds = ["recipient", "base", ...bots] as const;
export type VisitKind = (typeof visitKinds)[number];

export const devices = ["mobile", "tablet", "desktop"] as const;
export type Device = (typeof devices)[number];
