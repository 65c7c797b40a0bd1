// The closed lists of the wire and of the tables.

/** The stages of a lead's pipeline, which a tag can move a lead to. */
export const stages = ["new", "contacted", "engaged", "qualified", "call_booked", "won", "lost"] as const;

export const sources = ["webhook", "instagram", "whatsapp", "import", "api", "iclosed", "calendly"] as const;
export const warmths = ["cold", "warm", "hot"] as const;
export const occupations = ["employee", "self_employed", "business_owner", "student", "retired", "unemployed", "other"] as const;
export const maturityLevels = ["beginner", "intermediate", "advanced"] as const;
export const engagementLevels = ["low", "medium", "high"] as const;
export const lostReasons = [
  "not_interested",
  "no_financing",
  "price_objection",
  "wrong_timing",
  "unresponsive",
  "already_handled",
  "invalid_lead",
  "other",
] as const;

export const runStates = ["pending", "running", "waiting", "paused", "completed", "exited", "failed", "cancelled", "handed_off"] as const;

export const platforms = ["whatsapp", "instagram"] as const;

/** How a visit of a short link is known to be a bot's. */
export const bots = ["head", "prefetch", "preview", "crawler", "no_user_agent"] as const;
export type Bot = (typeof bots)[number];

/** What a visit of a short link is: a person's on a recipient's URL, a person's on the base URL, or a bot's. */
export const visitKinds = ["recipient", "base", ...bots] as const;
export type VisitKind = (typeof visitKinds)[number];

export const devices = ["mobile", "tablet", "desktop"] as const;
export type Device = (typeof devices)[number];
