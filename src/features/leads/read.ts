import { eq, type SQL, sql } from "drizzle-orm";
import { keyset } from "../../db/page";
import { selectId } from "../../db/rows";
import { scenarios } from "../../db/schema/automation";
import { leads } from "../../db/schema/leads";
import { readAll, rows, within } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found } from "../../lib/problem";
import { iso, isoOrNull } from "../../lib/time";
import type { LeadFilter } from "./query";
import type { Lead, LeadExport, LeadListItem } from "./schema";
import { pageIds } from "./search/page";
import type { Tag } from "./tags/schema";
import { foreignTags, refuseForeignTags, tagJson, tagsFromJson } from "./tags/store";

const columns =
  sql.raw(`leads.id, ext_id, first_name, last_name, username, image, email, phone, source, warmth, pipeline_stage, is_optout, variables,
  whatsapp_phone_number_id, age, occupation_status, maturity_level, engagement_level, is_lost, lost_reason, profile_extracted_at,
  leads.created_at, leads.updated_at`);

const tagList = sql`(
  select json_group_array(${tagJson} order by tags.id) from lead_tags cross join tags on tags.id = lead_tags.tag_id where lead_tags.lead_id = leads.id)`;

const conversationList = (summary: SQL) => sql`(
  select json_group_array(json_array(id, platform, last_inbound_at, last_outbound_at, summary_generated_at, messages_count, ${summary}) order by id)
  from conversations where lead_id = leads.id)`;

const listed = sql`${columns}, ${tagList} as tags, ${conversationList(sql`null`)} as conversations`;
const full = sql`${columns}, leads.profile, ${tagList} as tags, ${conversationList(sql`summary`)} as conversations`;
const exported = sql`${full}, leads.data, leads.enrolled_at`;

/** A lead as D1 gives it. Members that `Converted` does not name are in the wire's form already. */
type ListRow = Omit<LeadListItem, keyof Converted> & Converted;
type Converted = {
  is_optout: number;
  is_lost: number;
  variables: string;
  profile_extracted_at: number | null;
  created_at: number;
  updated_at: number;
  tags: string;
  conversations: string;
};
export type FullRow = ListRow & { profile: string | null };
type ExportRow = FullRow & { data: string; enrolled_at: number | null };

type ConversationJson = [
  number,
  string,
  number | null,
  number | null,
  number | null,
  number,
  string | null,
];

const conversationsFromJson = (json: string) =>
  json === "[]" ? [] : (JSON.parse(json) as ConversationJson[]);

const toEntry = ([
  id,
  platform,
  lastInbound,
  lastOutbound,
  summarized,
  count,
]: ConversationJson) => ({
  id,
  platform,
  last_inbound_at: isoOrNull(lastInbound),
  last_outbound_at: isoOrNull(lastOutbound),
  summary_generated_at: isoOrNull(summarized),
  messages_count: count,
});

const toSummary = (entry: ConversationJson) => ({ ...toEntry(entry), summary: entry[6] });

/** Turns the leads of one page into what the wire has. A column that it does not name goes there as it is. */
const listing = <Entry>(entryOf: (entry: ConversationJson) => Entry) => {
  const known = new Map<number, Tag>();
  return (row: ListRow) => ({
    ...row,
    is_optout: row.is_optout === 1,
    is_lost: row.is_lost === 1,
    variables: JSON.parse(row.variables),
    profile_extracted_at: isoOrNull(row.profile_extracted_at),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    tags: tagsFromJson(row.tags, known),
    conversations: conversationsFromJson(row.conversations).map(entryOf),
  });
};

const unanalysed = {
  professional_situation: null,
  primary_objective: null,
  blockers: [],
  levers: [],
  verbatim: null,
  lost_reason_detail: null,
};

/** A profile from its column. */
export const profileFrom = (stored: string | null): Lead["profile"] => ({
  ...unanalysed,
  ...(stored === null ? null : JSON.parse(stored)),
});

export const toLead = (row: FullRow): Lead => ({
  ...listing(toSummary)(row),
  profile: profileFrom(row.profile),
});

const toExport = (row: ExportRow): LeadExport => ({
  ...toLead(row),
  data: JSON.parse(row.data),
  enrolled_at: isoOrNull(row.enrolled_at),
});

/** Selects one lead for `toLead`; `which` is an id, or SQL that finds it. */
export const selectLead = (scope: Scope, which: number | SQL) =>
  rows<FullRow>(
    scope,
    sql`select ${full} from leads where ${within(scope, leads, eq(leads.id, which))}`,
  );

export async function getLead(scope: Scope, id: number) {
  const [[row]] = await readAll(scope, [selectLead(scope, id)]);
  return toLead(found(row));
}

/** One round trip: a page of leads and the check of the tags that the filter names. */
const pageParts = (scope: Scope, filter: LeadFilter, page: PageRequest, scenarioId?: number) => {
  const lists = { tag_ids: filter.tag_ids, exclude_tag_ids: filter.exclude_tag_ids };
  return {
    select: <Row>(what: SQL) =>
      rows<Row>(
        scope,
        sql`select ${what} from leads where leads.id in (${pageIds(scope, filter, page, scenarioId)}) order by ${keyset(leads.id, page).order}`,
      ),
    checked: foreignTags(scope, lists),
    refuse: (foreign: { index: number }[]) => refuseForeignTags(foreign, lists),
  };
};

export async function listLeads(
  scope: Scope,
  filter: LeadFilter,
  page: PageRequest,
): Promise<Page<LeadListItem>> {
  const { select, checked, refuse } = pageParts(scope, filter, page);
  const [leadRows, foreign] = await readAll(scope, [select<ListRow>(listed), checked]);
  refuse(foreign);
  return cutPage(leadRows, page, listing(toEntry));
}

export async function exportLeads(
  scope: Scope,
  filter: LeadFilter,
  page: PageRequest,
): Promise<Page<LeadExport>> {
  const { select, checked, refuse } = pageParts(scope, filter, page);
  const [leadRows, foreign] = await readAll(scope, [select<ExportRow>(exported), checked]);
  refuse(foreign);
  return cutPage(leadRows, page, toExport);
}

/** The leads that are enrolled in a scenario, each once. */
export async function listEnrolledLeads(
  scope: Scope,
  scenarioId: number,
  filter: LeadFilter,
  page: PageRequest,
): Promise<Page<LeadListItem>> {
  const { select, checked, refuse } = pageParts(scope, filter, page, scenarioId);
  const [leadRows, foreign, scenario] = await readAll(scope, [
    select<ListRow>(listed),
    checked,
    selectId(scope, scenarios, scenarioId),
  ]);
  found(scenario[0]);
  refuse(foreign);
  return cutPage(leadRows, page, listing(toEntry));
}
