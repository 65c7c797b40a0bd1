import { NOBODY } from "./filter";
import { type LeadFilter, ranges } from "./query";
import { searchFields } from "./texts";

type Values = Record<string, unknown>;

const STARTS = new Set<string>(ranges.map(([start]) => start));
const ENDS = new Set<string>(ranges.map(([, end]) => end));
/** A lead may match two of these. */
const MANIFOLD = new Set<string>([...searchFields, "identity", "tag_ids"]);

const isGiven = ([field, value]: [string, unknown]) => field !== "also" && value !== undefined;

/** The filter that finds what both of two filters find; neither has an `also`. */
export function both(one: LeadFilter, other: LeadFilter): LeadFilter {
  const joined: Values = { ...Object.fromEntries(Object.entries(one).filter(isGiven)) };
  const also: Values = {};
  for (const [field, value] of Object.entries(other).filter(isGiven)) {
    const own = joined[field];
    if (own === undefined) joined[field] = value;
    else if (STARTS.has(field)) joined[field] = Math.max(Number(own), Number(value));
    else if (ENDS.has(field)) joined[field] = Math.min(Number(own), Number(value));
    else if (field === "exclude_tag_ids")
      joined[field] = [...new Set([own, value].flat() as number[])];
    else if (MANIFOLD.has(field)) also[field] = value;
    else if (own !== value) return NOBODY;
  }
  // The members are those of the two filters: `Object.entries` loses their types.
  return { ...joined, ...(Object.keys(also).length > 0 && { also }) } as LeadFilter;
}
