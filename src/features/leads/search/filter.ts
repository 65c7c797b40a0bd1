import { and, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { contains } from "../../../db/page";
import { leads, leadTags } from "../../../db/schema/leads";
import { foldText } from "../../../lib/text";
import { DAY_MS } from "../../../lib/time";
import type { LeadFilter } from "./query";

/** First and last name, folded for search, with a space between. */
const name = sql`trim(
  ifnull(${leads.firstNameSearch}, '') || ' ' || ifnull(${leads.lastNameSearch}, ''))`;

const searched = {
  name,
  email: leads.emailSearch,
  phone: leads.phoneSearch,
  username: leads.usernameSearch,
};
type SearchField = keyof typeof searched;
export const searchFields = Object.keys(searched) as SearchField[];

const equal = {
  source: leads.source,
  warmth: leads.warmth,
  pipeline_stage: leads.pipelineStage,
  is_optout: leads.isOptout,
  occupation_status: leads.occupationStatus,
  maturity_level: leads.maturityLevel,
  engagement_level: leads.engagementLevel,
  is_lost: leads.isLost,
  lost_reason: leads.lostReason,
} satisfies { [K in keyof LeadFilter]: SQLiteColumn };

/** A range filter: its column, the index that holds it by block, and the bounds, both inclusive. */
type Range = {
  column: SQLiteColumn;
  index: string;
  from: number | undefined;
  to: number | undefined;
};

const rangesOf = (filter: LeadFilter): Range[] =>
  [
    {
      column: leads.lastInboundAt,
      index: "leads_block_last_inbound_at",
      from: filter.last_inbound_from,
      to: filter.last_inbound_to,
    },
    {
      column: leads.lastOutboundAt,
      index: "leads_block_last_outbound_at",
      from: filter.last_outbound_from,
      to: filter.last_outbound_to,
    },
    { column: leads.age, index: "leads_block_age", from: filter.age_min, to: filter.age_max },
    {
      column: leads.profileExtractedAt,
      index: "leads_block_profile_extracted_at",
      from: filter.profile_extracted_from,
      to: filter.profile_extracted_to,
    },
    {
      column: leads.createdAt,
      index: "leads_block_created_at",
      from: filter.created_from,
      to: filter.created_to === undefined ? undefined : filter.created_to + DAY_MS - 1,
    },
  ].filter(({ from, to }) => from !== undefined || to !== undefined);

const taggedWith = (tagIds: number[]) => sql`exists (
  select 1 from ${leadTags}
  where ${leadTags.leadId} = ${leads.id}
    and ${leadTags.tagId} in (select value from json_each(${JSON.stringify(tagIds)})))`;

/** Everything that the filter asks of a lead, whichever list page.ts walks. */
export function conditions(filter: LeadFilter): SQL | undefined {
  const list: SQL[] = [];
  for (const field of searchFields) {
    const wanted = filter[field];
    if (wanted)
      list.push(foldText(wanted) === "" ? sql`false` : contains(searched[field], foldText(wanted)));
  }
  for (const [field, column] of Object.entries(equal)) {
    const wanted = filter[field as keyof typeof equal];
    if (wanted !== undefined) list.push(eq(column, wanted));
  }
  for (const { column, from, to } of rangesOf(filter)) {
    if (from !== undefined) list.push(gte(column, from));
    if (to !== undefined) list.push(lte(column, to));
  }
  if (filter.tag_ids) list.push(taggedWith(filter.tag_ids));
  if (filter.exclude_tag_ids) list.push(sql`not ${taggedWith(filter.exclude_tag_ids)}`);
  return allOf(list);
}

/**
 * AND as a balanced tree: all filters in a row would exceed D1's depth of 100 for an expression.
 */
const allOf = (list: SQL[]): SQL | undefined => {
  const half = list.length >> 1;
  return list.length < 3 ? and(...list) : and(allOf(list.slice(0, half)), allOf(list.slice(half)));
};

/** The range to read blocks by; none for a filter that also names an exact value (page.ts). */
export function blockRange(filter: LeadFilter) {
  const equalities = Object.keys(equal).some(
    (field) => filter[field as keyof typeof equal] !== undefined,
  );
  const range = equalities ? undefined : rangesOf(filter)[0];
  return range && { column: sql`${range.column}`, index: sql.raw(range.index) };
}
