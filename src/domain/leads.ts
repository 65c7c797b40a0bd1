/** The stages of a lead's pipeline, which a tag can move a lead to. */
export const stages = [
  "new",
  "contacted",
  "engaged",
  "qualified",
  "call_booked",
  "won",
  "lost",
] as const;

export const sources = [
  "webhook",
  "instagram",
  "whatsapp",
  "import",
  "api",
  "iclosed",
  "calendly",
] as const;

export const warmths = ["cold", "warm", "hot"] as const;

export const occupations = [
  "employee",
  "self_employed",
  "business_owner",
  "student",
  "retired",
  "unemployed",
  "other",
] as const;

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

/** The fields of a lead that an analysis of their conversations can fill. */
export const profileFields = [
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "is_lost",
  "lost_reason",
  "professional_situation",
  "primary_objective",
  "blockers",
  "levers",
  "verbatim",
  "lost_reason_detail",
] as const;
export type ProfileField = (typeof profileFields)[number];

/** The fields of a profile that are lists. */
export const isListField = (field: ProfileField) => field === "blockers" || field === "levers";

/** Who has set a field of a profile: a person or a program through the API or a scenario, or an analysis. */
export const profileSources = ["api", "analysis"] as const;
