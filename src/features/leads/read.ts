import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { keyset } from "../../db/page";
import { selectId } from "../../db/rows";
import { leads, scenarios } from "../../db/schema";
import { readAll, within } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found } from "../../lib/problem";
import { iso, isoOrNull } from "../../lib/time";
import { foreignTags, refuseForeignTags, tagJson, tagsFromJson } from "../tags/store";
import { pageIds } from "./page";
import type { LeadFilter } from "./query";
import type { Lead, LeadExport, LeadListItem } from "./schema";

const {
  workspaceId,
  seq,
  block,
  emailKey,
  firstNameSearch,
  lastNameSearch,
  usernameSearch,
  emailSearch,
  phoneSearch,
  data,
  enrolledAt,
  profile,
  lastInboundAt,
  lastOutboundAt,
  ...listed
} = getTableColumns(leads);

// Drizzle drops the table from columns in the fields of a SELECT from one table, so these name them themselves.
const tagList = sql<string>`(
  select json_group_array(${tagJson} order by tags.id) from lead_tags cross join tags on tags.id = lead_tags.tag_id where lead_tags.lead_id = leads.id)`;

const conversationList = (summary: SQL) => sql<string>`(
  select json_group_array(json_array(id, platform, last_inbound_at, last_outbound_at, summary_generated_at, messages_count, ${summary}) order by id)
  from conversations where lead_id = leads.id)`;

const listColumns = { ...listed, tags: tagList, conversations: conversationList(sql`null`) };
const fullColumns = { ...listed, profile, tags: tagList, conversations: conversationList(sql`summary`) };
const exportColumns = { ...fullColumns, data, enrolledAt };

const selectList = (scope: Scope) => scope.db.select(listColumns).from(leads).$dynamic();
const selectFull = (scope: Scope) => scope.db.select(fullColumns).from(leads).$dynamic();
const selectExport = (scope: Scope) => scope.db.select(exportColumns).from(leads).$dynamic();

type ListRow = Awaited<ReturnType<typeof selectList>>[number];
export type FullRow = Awaited<ReturnType<typeof selectFull>>[number];
type ExportRow = Awaited<ReturnType<typeof selectExport>>[number];

type ConversationJson = [number, string, number | null, number | null, number | null, number, string | null];

const conversationsFromJson = (json: string) => JSON.parse(json) as ConversationJson[];

const toEntry = ([id, platform, lastInbound, lastOutbound, summarized, count]: ConversationJson) => ({
  id,
  platform,
  last_inbound_at: isoOrNull(lastInbound),
  last_outbound_at: isoOrNull(lastOutbound),
  summary_generated_at: isoOrNull(summarized),
  messages_count: count,
});

const common = (row: ListRow | FullRow) => ({
  id: row.id,
  ext_id: row.extId,
  first_name: row.firstName,
  last_name: row.lastName,
  username: row.username,
  image: row.image,
  email: row.email,
  phone: row.phone,
  source: row.source,
  warmth: row.warmth,
  pipeline_stage: row.pipelineStage,
  is_optout: row.isOptout,
  variables: row.variables,
  whatsapp_phone_number_id: row.whatsappPhoneNumberId,
  age: row.age,
  occupation_status: row.occupationStatus,
  maturity_level: row.maturityLevel,
  engagement_level: row.engagementLevel,
  is_lost: row.isLost,
  lost_reason: row.lostReason,
  profile_extracted_at: isoOrNull(row.profileExtractedAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  tags: tagsFromJson(row.tags),
});

const toListItem = (row: ListRow): LeadListItem => ({
  ...common(row),
  conversations: conversationsFromJson(row.conversations).map(toEntry),
});

const unanalysed = {
  professional_situation: null,
  primary_objective: null,
  blockers: [],
  levers: [],
  verbatim: null,
  lost_reason_detail: null,
};

export const toLead = (row: FullRow): Lead => ({
  ...common(row),
  profile: { ...unanalysed, ...row.profile },
  conversations: conversationsFromJson(row.conversations).map((entry) => ({ ...toEntry(entry), summary: entry[6] })),
});

const toExport = (row: ExportRow): LeadExport => ({ ...toLead(row), data: JSON.parse(row.data), enrolled_at: isoOrNull(row.enrolledAt) });

/** Selects one lead for `toLead`; `which` is an id, or SQL that finds it. */
export const selectLead = (scope: Scope, which: number | SQL) => selectFull(scope).where(within(scope, leads, eq(leads.id, which)));

export const getLead = async (scope: Scope, id: number) => toLead(found(await selectLead(scope, id).get()));

/** One round trip: a page of leads and the check of the tags that the filter names. */
const pageParts = (scope: Scope, filter: LeadFilter, page: PageRequest, scenarioId?: number) => {
  const lists = { tag_ids: filter.tag_ids, exclude_tag_ids: filter.exclude_tag_ids };
  return {
    inPage: sql`${leads.id} in (${pageIds(scope, filter, page, scenarioId)})`,
    order: keyset(leads.id, page).order,
    checked: foreignTags(scope, lists),
    refuse: (foreign: { index: number }[]) => refuseForeignTags(foreign, lists),
  };
};

export async function listLeads(scope: Scope, filter: LeadFilter, page: PageRequest): Promise<Page<LeadListItem>> {
  const { inPage, order, checked, refuse } = pageParts(scope, filter, page);
  const [rows, foreign] = await readAll(scope, [selectList(scope).where(inPage).orderBy(order), checked]);
  refuse(foreign);
  return cutPage(rows, page, toListItem);
}

export async function exportLeads(scope: Scope, filter: LeadFilter, page: PageRequest): Promise<Page<LeadExport>> {
  const { inPage, order, checked, refuse } = pageParts(scope, filter, page);
  const [rows, foreign] = await readAll(scope, [selectExport(scope).where(inPage).orderBy(order), checked]);
  refuse(foreign);
  return cutPage(rows, page, toExport);
}

/** The leads that are enrolled in a scenario, each once. */
export async function listEnrolledLeads(
  scope: Scope,
  scenarioId: number,
  filter: LeadFilter,
  page: PageRequest,
): Promise<Page<LeadListItem>> {
  const { inPage, order, checked, refuse } = pageParts(scope, filter, page, scenarioId);
  const [rows, foreign, scenario] = await readAll(scope, [
    selectList(scope).where(inPage).orderBy(order),
    checked,
    selectId(scope, scenarios, scenarioId),
  ]);
  found(scenario[0]);
  refuse(foreign);
  return cutPage(rows, page, toListItem);
}
