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
