import type { ListLeadsData, SegmentFilter } from "#client";
import { FILTERS, type FilterKind } from "./fields";

/** The filters of the list, in the words of the API. They stand in the address. */
export type Filters = SegmentFilter & { segment_id?: number };

export type FilterName = keyof typeof FILTERS;

type NameOf<Kind> = {
  [Name in FilterName]: (typeof FILTERS)[Name] extends Kind ? Name : never;
}[FilterName];

/** The subject of one chip: a filter, or the two ends of a range. A kind may have no filter yet. */
export type FilterField = {
  [Kind in FilterKind]: { kind: Kind; name: NameOf<Kind> };
}[FilterKind];

// `Object.entries` loses which kind is whose.
export const FIELDS = Object.entries(FILTERS).map(([name, kind]) => ({
  kind,
  name,
})) as FilterField[];

/** An import's report alone leads to its leads: nobody knows its number. */
export const isOffered = ({ kind }: FilterField) => kind !== "import";

/** The members of a filter that a field has. */
export function keysOf({ kind, name }: FilterField): (keyof Filters)[] {
  if (kind === "days" || kind === "times") return [`${name}_from`, `${name}_to`];
  return kind === "range" ? [`${name}_min`, `${name}_max`] : [name];
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
  const query: Record<string, unknown> = { ...filters };
  for (const { kind, name } of FIELDS) {
    const value = query[name];
    if (kind === "flag" && value !== undefined) query[name] = value ? 1 : 0;
    if (kind !== "tags" || value === undefined) continue;
    delete query[name];
    query[`${name}[]`] = value;
  }
  return query;
}
