import { type Platform, platforms } from "./platforms";

/** Fields by which a lead is reached. They are kept whatever they hold. */
export const contactFields = ["phone", "email"] as const;
export type ContactField = (typeof contactFields)[number];

/** The pipeline stages. A tag can move a lead to one. */
export const stages = [
  "new",
  "contacted",
  "engaged",
  "qualified",
  "call_booked",
  "won",
  "lost",
] as const;

type LossChange = { is_lost?: true } | { is_lost: false; lost_reason: null };

/**
 * The changes that moving a lead from one stage to another makes (contract §4): moving it to `lost`
 * sets `is_lost`, moving it away from there clears `is_lost` and `lost_reason`. The same rule in
 * SQL is `stageColumns` (db/statements/leads/leads.ts).
 */
export function lossChange(from: string | null, to: string | null): LossChange {
  const [wasLost, isLost] = [from === "lost", to === "lost"];
  if (wasLost === isLost) return {};
  return isLost ? { is_lost: true } : { is_lost: false, lost_reason: null };
}

export type Source = "webhook" | Platform | "import" | "api" | "iclosed" | "calendly";
export const sources: [Source, ...Source[]] = [
  "webhook",
  ...platforms.toReversed(),
  "import",
  "api",
  "iclosed",
  "calendly",
];

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

/** The members of a lead's `profile`: what analyses quote or describe. */
export const profileMembers = [
  "professional_situation",
  "primary_objective",
  "blockers",
  "levers",
  "verbatim",
  "lost_reason_detail",
] as const;

/** The fields of a lead that an analysis of its conversations can fill. */
export const profileFields = [
  "age",
  "occupation_status",
  "maturity_level",
  "engagement_level",
  "is_lost",
  "lost_reason",
  ...profileMembers,
] as const;
export type ProfileField = (typeof profileFields)[number];

export const isListField = (field: ProfileField) => field === "blockers" || field === "levers";

/** The sources of a profile field: the API, which includes scenarios, or an analysis. */
export const profileSources = ["api", "analysis"] as const;

/** The most tags of a lead, as a trigger enforces: they must fit into one D1 row of 2 MB. */
export const MAX_TAGS = 100;

/**
 * The most characters of a lead's variables as JSON. Those that would grow longer stay as they
 * were.
 */
export const MAX_VARIABLES_CHARACTERS = 65_536;

/**
 * A scenario's change of a lead: fields under their wire names, and single variables, which null
 * removes.
 */
export type LeadChange = {
  fields: Record<string, string | number | boolean | null>;
  variables: Record<string, unknown>;
};

/** The states of a merge of two leads. */
export const mergeStates = ["running", "completed"] as const;

/** The choices for two leads that prove to be one person. */
export const samePersonMerging = ["auto", "off"] as const;
export type SamePersonMerging = (typeof samePersonMerging)[number];
