import { and, eq, gte, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { leads, leadTags } from "#db/schema/leads";
import { present } from "#db/scope/present";
import { newestFirst } from "#db/statements/latest-consent";
import type { ConsentMethod } from "#domain/consents";
import { leadFields } from "#domain/lead-fields";
import { camelCase } from "#lib/case";
import { isReachable, REACHABLE_ROWS } from "../reachable";
import { identityOf } from "../uniqueness";
import type { BlockRange } from "./block-range";
import { boundsOf, filteredNames } from "./field-filters";
import type { LeadFilter } from "./query";
import { type Country, isBlank, searchTerms, textConditions } from "./texts";
import { rowsOfTerms } from "./words";

/** The filters for a value; the indexes of flags have only the leads that are flagged. */
const equal = filteredNames(leadFields);

type Field = keyof LeadFilter;

/** A range filter: its column, the index that holds it by block, and the bounds, both inclusive. */
type Range = {
  fields: [from: Field, to: Field];
  column: SQLiteColumn;
  index: string;
  from: number | undefined;
  to: number | undefined;
};

const rangesOf = (filter: LeadFilter) => {
  const ranges: Range[] = [
    {
      fields: ["last_inbound_from", "last_inbound_to"],
      column: leads.lastInboundAt,
      index: "leads_block_last_inbound_at",
      from: filter.last_inbound_from,
      to: filter.last_inbound_to,
    },
    {
      fields: ["last_outbound_from", "last_outbound_to"],
      column: leads.lastOutboundAt,
      index: "leads_block_last_outbound_at",
      from: filter.last_outbound_from,
      to: filter.last_outbound_to,
    },
    ...boundsOf(leadFields).map(({ name, bounds: [from, to] }) => ({
      fields: [from, to] as [Field, Field],
      column: leads[camelCase(name)],
      index: `leads_block_${name}`,
      from: filter[from],
      to: filter[to],
    })),
    {
      fields: ["profile_extracted_from", "profile_extracted_to"],
      column: leads.profileExtractedAt,
      index: "leads_block_profile_extracted_at",
      from: filter.profile_extracted_from,
      to: filter.profile_extracted_to,
    },
    {
      fields: ["created_from", "created_to"],
      column: leads.createdAt,
      index: "leads_block_created_at",
      from: filter.created_from,
      to: filter.created_to,
    },
  ];
  return ranges.filter(({ from, to }) => from !== undefined || to !== undefined);
};

/** True if a lead has one of the tags. */
export const taggedWith = (tagIds: number[]) => sql`exists (
  select 1 from ${leadTags}
  where ${leadTags.leadId} = ${leads.id} and ${present(leadTags)}
    and ${leadTags.tagId} in (select value from json_each(${JSON.stringify(tagIds)})))`;

/** True if an import has created a lead: its ranges of ids don't overlap. */
const importedBy = (importId: number) => sql`ifnull((
  select first_id + count > ${leads.id} from imported_leads
  where imported_leads.workspace_id = leads.workspace_id and import_id = ${importId}
    and first_id <= ${leads.id}
  order by first_id desc limit 1), 0)`;

/** True if a lead has opted out of all messages, the last time by a method. */
const optedOutBy = (method: ConsentMethod) => sql`(${leads.isOptout} = 1 and ${method} is (
  select method from consents
  where consents.lead_id = ${leads.id} and kind = 'opted_out' ${newestFirst("consents", "all")}))`;

/** The keys of what `identity` may be: each has a unique index. */
export function identityKeys(
  scope: Country,
  identity: string,
): [column: SQLiteColumn, key: string][] {
  const { phone, email } = identityOf(scope, { phone: identity, email: identity });
  const keys = [
    [leads.extId, identity],
    [leads.phoneKey, phone],
    [leads.emailKey, email],
  ] as const;
  return keys.flatMap(([column, key]) => (key ? [[column, key]] : []));
}

/** The last updates of leads. No index has them, since each write of a lead would write it too. */
function updatedIn({ updated_from: from, updated_to: to }: LeadFilter): SQL[] {
  return [
    ...(from === undefined ? [] : [gte(leads.updatedAt, from)]),
    ...(to === undefined ? [] : [lte(leads.updatedAt, to)]),
  ];
}

/** Everything that the filter asks of a lead, whichever list page.ts walks. */
export function conditions(scope: Country, filter: LeadFilter): SQL | undefined {
  const list: SQL[] = updatedIn(filter);
  if (filter.identity) {
    const keys = identityKeys(scope, filter.identity);
    list.push(or(...keys.map(([column, key]) => eq(column, key))) ?? sql`false`);
  }
  list.push(...textConditions(scope, filter));
  for (const name of equal) {
    const [column, wanted] = [leads[camelCase(name)], filter[name]];
    // SQLite finds the index of a flag by the literal only.
    if (typeof wanted === "boolean") list.push(sql`${column} = ${sql.raw(wanted ? "1" : "0")}`);
    else if (wanted !== undefined) list.push(eq(column, wanted));
  }
  for (const { column, from, to } of rangesOf(filter)) {
    if (from !== undefined) list.push(gte(column, from));
    if (to !== undefined) list.push(lte(column, to));
  }
  if (filter.is_reachable !== undefined)
    list.push(filter.is_reachable ? isReachable() : sql`not ${isReachable()}`);
  if (filter.optout_method !== undefined) list.push(optedOutBy(filter.optout_method));
  if (filter.import_id !== undefined) list.push(importedBy(filter.import_id));
  if (filter.tag_ids) list.push(taggedWith(filter.tag_ids));
  if (filter.exclude_tag_ids) list.push(sql`not ${taggedWith(filter.exclude_tag_ids)}`);
  const also = filter.also && conditions(scope, filter.also);
  if (also) list.push(also);
  return allOf(list);
}

/** AND as a balanced tree: in a row, many filters would exceed D1's depth of 100. */
const allOf = (list: SQL[]): SQL | undefined => {
  const half = list.length >> 1;
  return list.length < 3 ? and(...list) : and(allOf(list.slice(0, half)), allOf(list.slice(half)));
};

/** Finds nobody: nobody has one of no tags. */
export const NOBODY: LeadFilter = { tag_ids: [] };

/**
 * True if nothing can match, since a search has no character that could be searched for, or a list
 * of tags is empty.
 */
export const isImpossible = ({ also, ...filter }: LeadFilter): boolean =>
  filter.tag_ids?.length === 0 || isBlank(filter) || (also !== undefined && isImpossible(also));

/** The ids of the tags that a filter names. */
export const tagsOf = ({ tag_ids = [], exclude_tag_ids = [], also }: LeadFilter): number[] => [
  ...new Set([...tag_ids, ...exclude_tag_ids, ...(also ? tagsOf(also) : [])]),
];

/**
 * The most rows that D1 counts for checking a filter on one lead: those of the terms of a
 * search, each tag that is looked for, the one that is found, those that reach it, and a range of
 * an import.
 */
export const rowsOf = (scope: Country, filter: LeadFilter): number => {
  const { tag_ids = [], exclude_tag_ids = [], is_reachable, also } = filter;
  const lookedUp = [filter.import_id, filter.optout_method].filter((one) => one !== undefined);
  const single = (is_reachable === undefined ? 0 : REACHABLE_ROWS) + lookedUp.length;
  const ofTerms = rowsOfTerms(searchTerms(scope, filter));
  return [tag_ids, exclude_tag_ids].reduce(
    (rows, ids) => rows + ids.length + Math.sign(ids.length),
    ofTerms + single + (also ? rowsOf(scope, also) : 0),
  );
};

/** True if the filter has no other field than these. */
const hasOnly = (scope: Country, filter: LeadFilter, fields: Field[]) =>
  conditions(
    scope,
    Object.fromEntries(
      Object.entries(filter).filter(([field]) => !(fields as string[]).includes(field)),
    ),
  ) === undefined;

/** A filter that an index finds the leads of: the condition, and whether it is the only filter. */
export type Indexed = { condition: SQL; isAlone: boolean; range?: BlockRange };

/**
 * The filters that have indexes: exact values, those first whose leads are likely to be fewest,
 * then ranges. The index of a flag has only the leads that are flagged.
 */
export function indexedFilters(scope: Country, filter: LeadFilter) {
  const indexed = (fields: Field[]) => {
    const some = Object.fromEntries(fields.map((field) => [field, filter[field]]));
    const condition = conditions(scope, some) ?? sql`true`;
    return { condition, isAlone: hasOnly(scope, filter, fields) };
  };
  const keys: Indexed[] = equal
    .filter((name) => filter[name] !== undefined && filter[name] !== false)
    .map((name) => indexed([name]));
  const ranges: Indexed[] = rangesOf(filter).map(({ fields, column, index }) => {
    const found = indexed(fields);
    const range = { column: sql`${column}`, index: sql.raw(index), within: found.condition };
    return { ...found, range };
  });
  return { keys, ranges };
}
