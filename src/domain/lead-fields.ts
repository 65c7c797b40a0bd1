import type { ConsentScope } from "./consents";
import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  sources,
  stages,
  warmths,
} from "./leads";

/** The value that a field holds. `list` is the name of a closed list in the document. */
type Kind =
  | { kind: "text" | "url" | "flag" }
  | { kind: "integer"; min?: number }
  | { kind: "choice"; values: readonly [string, ...string[]]; list: string };

/**
 * `api`: requests about leads, and imports. `scenarios`: `update_lead` nodes, and agents.
 * `analyses`: the analysis of conversations, and `PUT …/profile`.
 */
export type Setter = "api" | "scenarios" | "analyses";

/**
 * A field of leads with a column of its own. What knows all fields is made of these rows: wire,
 * filters, imports, conditions, merging, the event `lead.updated`, tools. `own`: it is written,
 * merged or announced by rules that stand elsewhere.
 */
export type LeadField = Kind & {
  setBy: readonly Setter[];
  /** Stands in the document beside the field. */
  description?: string;
  /** A new lead must have one such field. Placeholders of messages and links stand for them. */
  isIdentifying?: true;
  /** False: no condition of a scenario compares it. */
  isCompared?: false;
  /** Columns that are written with it, which hold it in other forms. */
  columns?: readonly string[];
  /** The list's filter for a value, in words: of a flag, what true and false mean. */
  filter?: string | readonly [yes: string, no: string];
  /** The list's filters `_min` and `_max`, in words. */
  range?: readonly [min: string, max: string];
  write?: "own";
  merge?: "own";
  event?: "own";
};

export type LeadFields = Record<string, LeadField>;

/** The fields that stand before `variables` in documents. */
export const mainFields = {
  ext_id: {
    kind: "text",
    setBy: ["api"],
    isIdentifying: true,
    columns: ["ext_id_folded"],
  },
  first_name: {
    kind: "text",
    setBy: ["api", "scenarios"],
    isIdentifying: true,
    columns: ["first_name_search"],
  },
  last_name: {
    kind: "text",
    setBy: ["api", "scenarios"],
    isIdentifying: true,
    columns: ["last_name_search"],
  },
  username: {
    kind: "text",
    setBy: ["api", "scenarios"],
    isIdentifying: true,
    columns: ["username_search"],
  },
  image: { kind: "url", setBy: ["api"], description: "URL of an avatar.", isCompared: false },
  email: {
    kind: "text",
    setBy: ["api", "scenarios"],
    isIdentifying: true,
    columns: ["email_key", "email_hash", "email_folded"],
    write: "own",
  },
  phone: {
    kind: "text",
    setBy: ["api", "scenarios"],
    isIdentifying: true,
    columns: ["phone_key", "phone_hash", "phone_folded"],
    write: "own",
  },
  source: {
    kind: "choice",
    values: sources,
    list: "LeadSource",
    setBy: ["api", "scenarios"],
    filter: "Leads from this source.",
  },
  warmth: {
    kind: "choice",
    values: warmths,
    list: "Warmth",
    setBy: ["api", "scenarios"],
    filter: "Leads of this warmth.",
  },
  pipeline_stage: {
    kind: "choice",
    values: stages,
    list: "PipelineStage",
    setBy: ["api", "scenarios"],
    filter: "Leads in this stage.",
    write: "own",
    event: "own",
  },
  is_optout: {
    kind: "flag",
    setBy: ["api"],
    filter: ["unsubscribed", "subscribed"],
    write: "own",
    merge: "own",
    event: "own",
  },
  is_marketing_optout: {
    kind: "flag",
    setBy: ["api"],
    filter: ["unsubscribed from marketing", "subscribed to marketing"],
    write: "own",
    merge: "own",
    event: "own",
  },
} as const satisfies LeadFields;

/** The flag of the leads that have opted out of a scope. */
export const optoutFields = {
  all: "is_optout",
  marketing: "is_marketing_optout",
} as const satisfies Record<ConsentScope, keyof typeof mainFields>;
export type OptoutField = (typeof optoutFields)[ConsentScope];

/** The fields that stand behind `variables` in documents. */
export const moreFields = {
  whatsapp_phone_number_id: { kind: "integer", min: 1, setBy: ["api"], isCompared: false },
  age: {
    kind: "integer",
    setBy: ["api", "analyses"],
    range: ["At least this old. Leads without an age are left out.", "At most this old."],
  },
  occupation_status: {
    kind: "choice",
    values: occupations,
    list: "Occupation",
    setBy: ["analyses"],
    filter: "Leads of this occupation.",
  },
  maturity_level: {
    kind: "choice",
    values: maturityLevels,
    list: "MaturityLevel",
    setBy: ["analyses"],
    filter: "Leads of this maturity.",
  },
  engagement_level: {
    kind: "choice",
    values: engagementLevels,
    list: "EngagementLevel",
    setBy: ["analyses"],
    filter: "Leads of this engagement.",
  },
  is_lost: {
    kind: "flag",
    setBy: ["api", "scenarios", "analyses"],
    filter: ["lost", "not lost"],
    write: "own",
    merge: "own",
  },
  lost_reason: {
    kind: "choice",
    values: lostReasons,
    list: "LostReason",
    setBy: ["api", "scenarios", "analyses"],
    filter: "Leads lost for this reason.",
    write: "own",
    merge: "own",
  },
} as const satisfies LeadFields;

export const leadFields = { ...mainFields, ...moreFields };
