import { eq, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { stop } from "#db/lists/page";
import { endedByBytes } from "#db/lists/page-bytes";
import { scenarios } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found } from "#lib/problem";
import {
  type ExportRow,
  exportBytes,
  exportColumns,
  type FullRow,
  fullColumns,
  type ListRow,
  listBytes,
  listColumns,
  toExport,
  toLead,
  toListItems,
} from "./row";
import type { LeadExport, LeadListItem } from "./schema";
import { pageIds } from "./search/page";
import type { AskedFilter, LeadFilter } from "./search/query";
import { findFilter, resolved } from "./segments/filter";
import { foreignTags, throwForeignTags } from "./tags/store";

/** Selects one lead for `toLead`; `which` is an id, or SQL that finds it. */
export const selectLead = (scope: Scope, which: number | SQL) =>
  sql<FullRow>`select ${fullColumns} from leads where ${within(scope, leads, eq(leads.id, which))}`;

export async function getLead(scope: Scope, id: number) {
  const { lead } = await readBatch(scope, { lead: selectLead(scope, id) });
  return toLead(found(lead[0]));
}

/**
 * Selects a page of the leads that match a filter: of all leads, or of those enrolled in a
 * scenario.
 */
const selectPage = <Row>(
  scope: Scope,
  [columns, bytes]: [columns: SQL, bytes: SQL],
  filter: LeadFilter,
  page: PageRequest,
  scenarioId?: number,
) => {
  const ids = endedByBytes(pageIds(scope, filter, page, scenarioId), leads, bytes, page);
  return sql<Row>`
    select ${columns}, ${stop} from (${ids}) as page
    cross join leads on leads.id = page.row_id
    order by ${keyset(leads.id, page).order}`;
};

/** The lists of tag ids in a filter. */
const tagListsOf = ({ tag_ids, exclude_tag_ids }: AskedFilter) => ({ tag_ids, exclude_tag_ids });

export async function listLeads(
  scope: Scope,
  asked: AskedFilter,
  page: PageRequest,
): Promise<Page<LeadListItem>> {
  const tagLists = tagListsOf(asked);
  const filter = await resolved(scope, asked);
  const { rows, foreign } = await readBatch(scope, {
    rows: selectPage<ListRow>(scope, [listColumns, listBytes], filter, page),
    foreign: foreignTags(scope, tagLists),
  });
  throwForeignTags(foreign, tagLists);
  return cutPage(rows, page, toListItems());
}

/** The leads of a segment. */
export async function listSegmentLeads(
  scope: Scope,
  segmentId: number,
  page: PageRequest,
): Promise<Page<LeadListItem>> {
  const filter = await findFilter(scope, segmentId);
  const { rows } = await readBatch(scope, {
    rows: selectPage<ListRow>(scope, [listColumns, listBytes], filter, page),
  });
  return cutPage(rows, page, toListItems());
}

export async function exportLeads(
  scope: Scope,
  asked: AskedFilter,
  page: PageRequest,
): Promise<Page<LeadExport>> {
  const tagLists = tagListsOf(asked);
  const filter = await resolved(scope, asked);
  const { rows, foreign } = await readBatch(scope, {
    rows: selectPage<ExportRow>(scope, [exportColumns, exportBytes], filter, page),
    foreign: foreignTags(scope, tagLists),
  });
  throwForeignTags(foreign, tagLists);
  return cutPage(rows, page, toExport);
}

/** The leads that are enrolled in a scenario, each once. */
export async function listEnrolledLeads(
  scope: Scope,
  scenarioId: number,
  asked: AskedFilter,
  page: PageRequest,
): Promise<Page<LeadListItem>> {
  const tagLists = tagListsOf(asked);
  const filter = await resolved(scope, asked);
  const { rows, foreign, scenario } = await readBatch(scope, {
    rows: selectPage<ListRow>(scope, [listColumns, listBytes], filter, page, scenarioId),
    foreign: foreignTags(scope, tagLists),
    scenario: selectId(scope, scenarios, scenarioId),
  });
  found(scenario[0]);
  throwForeignTags(foreign, tagLists);
  return cutPage(rows, page, toListItems());
}
