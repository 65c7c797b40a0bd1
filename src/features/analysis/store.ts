import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { batch } from "#db/batch";
import { pagedWhere, stopIn } from "#db/lists/page";
import { analyses } from "#db/schema/analysis";
import { leads } from "#db/schema/leads";
import { conversations } from "#db/schema/messaging";
import { exists, selectId } from "#db/scope/rows";
import { owned, within } from "#db/scope/scope";
import { pruneFinished, requestAnalyses } from "#db/statements/analyses";
import type { Scope } from "#env";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, Problem } from "#lib/problem";
import { DAY_MS, iso, isoOrNull } from "#lib/time";
import { settingsOf } from "../access/settings/defaults";
import type { Analysis, AnalysisQuery } from "./schema";

const { workspaceId, taken, ...columns } = getTableColumns(analyses);

const select = (scope: Scope) => scope.db.select(columns).from(analyses).$dynamic();
type Row = Awaited<ReturnType<typeof select>>[number];

const toWire = (row: Row): Analysis => ({
  id: row.id,
  lead_id: row.leadId,
  conversation_id: row.conversationId,
  cause: row.cause,
  status: row.status,
  reason: row.reason,
  attempts: row.attempts,
  next_attempt_at: row.status === "pending" ? iso(row.nextAt || row.createdAt) : null,
  model: row.model,
  prompt_version: row.promptVersion,
  messages_count: row.messagesCount,
  claims_count: row.claimsCount,
  dropped_count: row.droppedCount,
  calls: row.calls,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  created_at: iso(row.createdAt),
  finished_at: isoOrNull(row.finishedAt),
});

const SWITCHED_OFF =
  "The workspace has switched analysis off: see analysis_enabled in its settings.";

/**
 * Requests the analysis of the workspace's conversations that `which` selects, as far as they have
 * messages. Throws a `not_found` problem if the row `id` of `owner` does not exist.
 */
async function request(
  scope: Scope,
  owner: typeof leads | typeof conversations,
  id: number,
  which: SQL,
): Promise<Analysis[]> {
  const requested = sql`
    select id from conversations
    where ${within(scope, conversations, which)} and messages_count > 0`;
  const isEnabled = sql`exists (
    select 1 from workspaces
    where id = ${scope.workspaceId} and ifnull(settings ->> 'analysis_enabled', 1))`;
  const { workspace, owners, pending } = await batch(scope, {
    requests: requestAnalyses(requested, isEnabled),
    workspace: sql<{ settings: string }>`
      select settings from workspaces where id = ${scope.workspaceId}`,
    owners: selectId(scope, owner, id),
    pending: select(scope)
      .where(sql`${analyses.conversationId} in (${requested}) and ${analyses.status} = 'pending'`)
      .orderBy(analyses.conversationId),
  });
  found(owners[0]);
  if (!settingsOf(JSON.parse(found(workspace[0]).settings)).analysis_enabled)
    throw new Problem("conflict", { message: SWITCHED_OFF });
  return pending.map(toWire);
}

/** Requests the analysis of each conversation of a lead that has messages. */
export const analyseLead = (scope: Scope, leadId: number) =>
  request(scope, leads, leadId, eq(conversations.leadId, leadId));

/** Requests the analysis of one conversation; returns none if it has no messages. */
export const analyseConversation = (scope: Scope, id: number) =>
  request(scope, conversations, id, eq(conversations.id, id));

/** The current state of analyses, in the order of their conversations. */
export async function analysesNow(scope: Scope, ids: number[]): Promise<Analysis[]> {
  const list = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const now = await select(scope)
    .where(within(scope, analyses, inArray(analyses.id, list)))
    .orderBy(analyses.conversationId);
  return now.map(toWire);
}

const equal = (column: SQLiteColumn, id: number | undefined) =>
  id === undefined ? undefined : eq(column, id);

/** Splits the filters: `key` finds the rows by an index, `filter` is checked on each. */
function conditions(scope: Scope, { lead_id, conversation_id, status }: AnalysisQuery) {
  const conversation = equal(analyses.conversationId, conversation_id);
  const lead = equal(analyses.leadId, lead_id);
  const ofStatus = status && eq(analyses.status, status);
  if (conversation)
    return { key: owned(scope, analyses, conversation), filter: and(lead, ofStatus) };
  if (lead) return { key: owned(scope, analyses, lead), filter: ofStatus };
  return { key: ofStatus && owned(scope, analyses, ofStatus) };
}

export async function listAnalyses(
  scope: Scope,
  query: AnalysisQuery,
  page: PageRequest,
): Promise<Page<Analysis>> {
  const { key, filter } = conditions(scope, query);
  const listed = scope.db
    .select({ ...columns, stop: stopIn(filter, analyses) })
    .from(analyses)
    .$dynamic();
  const rows = await pagedWhere(listed, scope, analyses, page, { key, filter });
  return cutPage(rows, page, toWire);
}

export const analysisExists = exists(analyses);

export const getAnalysis = async (scope: Scope, id: number): Promise<Analysis> =>
  toWire(
    found(
      await select(scope)
        .where(within(scope, analyses, eq(analyses.id, id)))
        .get(),
    ),
  );

const KEPT_MS = 90 * DAY_MS;

/** Deletes at most `limit` old finished analyses. Their claims and summaries stay. */
export const pruneAnalyses = (limit: number) => pruneFinished(Date.now() - KEPT_MS, limit);
