import {
  EngagementLevel,
  LeadSource,
  type ListLeadsData,
  LostReason,
  MaturityLevel,
  Occupation,
  PipelineStage,
  type SegmentFilter,
  Warmth,
} from "#client";

/** Which leads are shown, in the words of the API. It stands in the address. */
export type Filters = SegmentFilter & { segment_id?: number };

export const CHOICES = {
  pipeline_stage: Object.values(PipelineStage),
  warmth: Object.values(Warmth),
  source: Object.values(LeadSource),
  occupation_status: Object.values(Occupation),
  maturity_level: Object.values(MaturityLevel),
  engagement_level: Object.values(EngagementLevel),
  lost_reason: Object.values(LostReason),
};

export type ChoiceName = keyof typeof CHOICES;

const TEXTS = ["name", "email", "phone", "username", "identity"] as const;
const FLAGS = ["is_optout", "is_reachable", "is_lost"] as const;
const TAGS = ["tag_ids", "exclude_tag_ids"] as const;
/** Ranges of UTC days. */
const DAYS = ["created", "updated"] as const;
/** Ranges of moments. */
const TIMES = ["last_inbound", "last_outbound", "profile_extracted"] as const;

const choiceNames = Object.keys(CHOICES) as ChoiceName[];

/** What one chip is about: a filter, or the two ends of a range. */
export type FilterField =
  | { kind: "text"; name: (typeof TEXTS)[number] }
  | { kind: "flag"; name: (typeof FLAGS)[number] }
  | { kind: "tags"; name: (typeof TAGS)[number] }
  | { kind: "choice"; name: ChoiceName }
  | { kind: "days"; name: (typeof DAYS)[number] }
  | { kind: "times"; name: (typeof TIMES)[number] }
  | { kind: "age"; name: "age" }
  | { kind: "import"; name: "import_id" };

export type FilterName = FilterField["name"];

/** In the order in which they are offered. */
export const FIELDS: FilterField[] = [
  { kind: "choice", name: "pipeline_stage" },
  { kind: "tags", name: "tag_ids" },
  { kind: "tags", name: "exclude_tag_ids" },
  { kind: "choice", name: "warmth" },
  { kind: "choice", name: "source" },
  { kind: "flag", name: "is_optout" },
  { kind: "flag", name: "is_reachable" },
  { kind: "times", name: "last_inbound" },
  { kind: "times", name: "last_outbound" },
  { kind: "days", name: "created" },
  { kind: "days", name: "updated" },
  ...TEXTS.map((name) => ({ kind: "text", name }) as const),
  ...choiceNames.slice(3).map((name) => ({ kind: "choice", name }) as const),
  { kind: "flag", name: "is_lost" },
  { kind: "age", name: "age" },
  { kind: "times", name: "profile_extracted" },
  { kind: "import", name: "import_id" },
];

/** An import's report alone leads to its leads: nobody knows its number. */
export const isOffered = ({ kind }: FilterField) => kind !== "import";

/** The members of a filter that a field has. */
export function keysOf({ kind, name }: FilterField): (keyof Filters)[] {
  if (kind === "days" || kind === "times") return [`${name}_from`, `${name}_to`];
  return kind === "age" ? ["age_min", "age_max"] : [name];
}

export const isSet = (field: FilterField, filters: Filters) =>
  keysOf(field).some((key) => filters[key] !== undefined);

export function without(field: FilterField, filters: Filters): Filters {
  const left = { ...filters };
  for (const key of keysOf(field)) delete left[key];
  return left;
}

/** The filters of the list of leads, as its query has them. */
export function queryOf(filters: Filters): NonNullable<ListLeadsData["query"]> {
  const { tag_ids, exclude_tag_ids, is_optout, is_reachable, is_lost, ...others } = filters;
  return {
    ...others,
    ...(tag_ids && { "tag_ids[]": tag_ids }),
    ...(exclude_tag_ids && { "exclude_tag_ids[]": exclude_tag_ids }),
    ...(is_optout !== undefined && { is_optout: is_optout ? 1 : 0 }),
    ...(is_reachable !== undefined && { is_reachable: is_reachable ? 1 : 0 }),
    ...(is_lost !== undefined && { is_lost: is_lost ? 1 : 0 }),
  };
}
