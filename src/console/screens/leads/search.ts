import { CHOICES, type Filters } from "./filters";

/** The address of the list: its filters, and the segment whose filters are being changed. */
export type LeadsSearch = Filters & { editing?: number };

/** An address as it was typed. The list reads it by `searchOf`, which so is loaded with the list. */
export type LeadsAddress = { [Name in keyof LeadsSearch]?: unknown };

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

function textOf(value: unknown) {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

function idsOf(value: unknown) {
  const ids = Array.isArray(value) ? [...new Set(value.filter(isId))] : [];
  return ids.length > 0 ? ids : undefined;
}

const ageOf = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 150 ? Number(value) : undefined;

const momentOf = (value: unknown) =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? value : undefined;

const choiceOf = <Value extends string>(choices: readonly Value[], value: unknown) =>
  choices.find((choice) => choice === value);

const flagOf = (value: unknown) =>
  value === true || value === 1 ? true : value === false || value === 0 ? false : undefined;

/** What an address says, without what the API would refuse. */
export function searchOf(raw: LeadsAddress): LeadsSearch {
  const search: { [Key in keyof LeadsSearch]: LeadsSearch[Key] | undefined } = {
    search: textOf(raw.search),
    name: textOf(raw.name),
    email: textOf(raw.email),
    phone: textOf(raw.phone),
    username: textOf(raw.username),
    identity: textOf(raw.identity),
    tag_ids: idsOf(raw.tag_ids),
    exclude_tag_ids: idsOf(raw.exclude_tag_ids),
    last_inbound_from: momentOf(raw.last_inbound_from),
    last_inbound_to: momentOf(raw.last_inbound_to),
    last_outbound_from: momentOf(raw.last_outbound_from),
    last_outbound_to: momentOf(raw.last_outbound_to),
    profile_extracted_from: momentOf(raw.profile_extracted_from),
    profile_extracted_to: momentOf(raw.profile_extracted_to),
    created_from: momentOf(raw.created_from),
    created_to: momentOf(raw.created_to),
    updated_from: momentOf(raw.updated_from),
    updated_to: momentOf(raw.updated_to),
    pipeline_stage: choiceOf(CHOICES.pipeline_stage, raw.pipeline_stage),
    warmth: choiceOf(CHOICES.warmth, raw.warmth),
    source: choiceOf(CHOICES.source, raw.source),
    occupation_status: choiceOf(CHOICES.occupation_status, raw.occupation_status),
    maturity_level: choiceOf(CHOICES.maturity_level, raw.maturity_level),
    engagement_level: choiceOf(CHOICES.engagement_level, raw.engagement_level),
    lost_reason: choiceOf(CHOICES.lost_reason, raw.lost_reason),
    is_optout: flagOf(raw.is_optout),
    is_reachable: flagOf(raw.is_reachable),
    is_lost: flagOf(raw.is_lost),
    age_min: ageOf(raw.age_min),
    age_max: ageOf(raw.age_max),
    import_id: isId(raw.import_id) ? raw.import_id : undefined,
    segment_id: isId(raw.segment_id) ? raw.segment_id : undefined,
    editing: isId(raw.editing) ? raw.editing : undefined,
  };
  const given = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** The filters of an address, without what is not the API's. */
export function filtersOf({ editing: _, ...filters }: LeadsSearch): Filters {
  return filters;
}
