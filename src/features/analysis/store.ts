import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { keyset } from "../../db/page";
import { selectId } from "../../db/rows";
import { analyses } from "../../db/schema/analysis";
import { leads } from "../../db/schema/leads";
import { conversations } from "../../db/schema/messaging";
import { rows, within, write } from "../../db/scope";
import type { Scope } from "../../env";
import { cutPage, type Page, type PageRequest } from "../../lib/cursor";
import { found, Problem } from "../../lib/problem";
import { DAY_MS, iso, isoOrNull } from "../../lib/time";
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

/** Asks for the analysis of conversations, which `which` selects among the workspace's, in the row of `owner` that must be there. */
async function request(
  scope: Scope,
  owner: typeof leads | typeof conversations,
  id: number,
  which: SQL,
): Promise<Analysis[]> {
  const asked = sql`select id from conversations where workspace_id = ${scope.workspaceId} and ${which} and messages_count > 0`;
  const isEnabled = sql`exists (select 1 from workspaces where id = ${scope.workspaceId} and ifnull(settings ->> 'analysis_enabled', 1))`;
  const [, [workspace], owners, pending] = await write(scope, [
    rows(
      scope,
      sql`insert into analysis_requests (conversation_id, cause, next_at, created_at) select id, 'request', 0, ${Date.now()} from (${asked}) where ${isEnabled} order by id`,
    ),
    rows<{ settings: string }>(
      scope,
      sql`select settings from workspaces where id = ${scope.workspaceId}`,
    ),
    selectId(scope, owner, id),
    select(scope)
      .where(sql`${analyses.conversationId} in (${asked}) and ${analyses.status} = 'pending'`)
      .orderBy(analyses.conversationId),
  ]);
  found(owners[0]);
  if (!settingsOf(JSON.parse(workspace!.settings)).analysis_enabled)
    throw new Problem("conflict", { message: SWITCHED_OFF });
  return pending.map(toWire);
}

const SWITCHED_OFF = "The workspace has switched analysis off: analysis_enabled of its settings.";

/** Asks for the analysis of each of a lead's conversations, as far as anything was said there. */
export const analyseLead = (scope: Scope, leadId: number) =>
  request(scope, leads, leadId, sql`lead_id = ${leadId}`);

/** Asks for the analysis of one conversation, of which there is none where nothing was said. */
export const analyseConversation = (scope: Scope, id: number) =>
  request(scope, conversations, id, sql`id = ${id}`);

/** Analyses as they are now, in the order of their conversations. */
export async function analysesNow(scope: Scope, ids: number[]): Promise<Analysis[]> {
  const list = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  const now = await select(scope)
    .where(within(scope, analyses, inArray(analyses.id, list)))
    .orderBy(analyses.conversationId);
  return now.map(toWire);
}

/** One of the filters finds the rows by its index; a `+` before the others keeps SQLite from trying theirs. */
function conditions(scope: Scope, { lead_id, conversation_id, status }: AnalysisQuery) {
  const ofConversation = conversation_id !== undefined;
  const isNarrowed = ofConversation || lead_id !== undefined;
  const plus = (yes: boolean) => sql.raw(yes ? "+" : "");
  return and(
    sql`${plus(isNarrowed)}${analyses.workspaceId} = ${scope.workspaceId}`,
    ofConversation ? eq(analyses.conversationId, conversation_id) : undefined,
    lead_id === undefined ? undefined : sql`${plus(ofConversation)}${analyses.leadId} = ${lead_id}`,
    status && sql`${plus(isNarrowed)}${analyses.status} = ${status}`,
  );
}

export async function listAnalyses(
  scope: Scope,
  query: AnalysisQuery,
  page: PageRequest,
): Promise<Page<Analysis>> {
  const { after, order, limit } = keyset(analyses.id, page);
  const listed = select(scope)
    .where(and(conditions(scope, query), after))
    .orderBy(order)
    .limit(limit);
  return cutPage(await listed, page, toWire);
}

export const getAnalysis = async (scope: Scope, id: number): Promise<Analysis> =>
  toWire(
    found(
      await select(scope)
        .where(within(scope, analyses, eq(analyses.id, id)))
        .get(),
    ),
  );

const KEPT_MS = 90 * DAY_MS;

/** So many at a time: the rest goes in the hours to come. */
const FORGOTTEN_AT_ONCE = 5_000;

/** Drops analyses that were over long ago. What they have found stays. */
export const forgetAnalyses = (db: Scope["db"]) =>
  db
    .delete(analyses)
    .where(
      sql`id in (select id from analyses where id < ${(Date.now() - KEPT_MS) * 1000} and finished_at is not null order by id limit ${FORGOTTEN_AT_ONCE})`,
    );
