import { and, eq, getTableColumns, gte, inArray, lte, type SQL, sql } from "drizzle-orm";
import { keyset, paged } from "../../../db/page";
import { exists, selectId } from "../../../db/rows";
import { conversations, messages } from "../../../db/schema/messaging";
import { readAll, within } from "../../../db/scope";
import { isWindowOpen, windowEnd } from "../../../domain/window";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import { overBlocks } from "../../leads/search/block-range";
import type { Conversation, ConversationQuery, Message } from "./schema";

const { workspaceId: _, paceAt, block, ...columns } = getTableColumns(conversations);
type Row = Pick<typeof conversations.$inferSelect, keyof typeof columns>;

const toWire = (row: Row): Conversation => ({
  id: row.id,
  lead_id: row.leadId,
  channel_id: row.channelId,
  platform: row.platform,
  window: {
    is_open: isWindowOpen(row.lastInboundAt, Date.now()),
    closes_at: isoOrNull(windowEnd(row.lastInboundAt)),
  },
  last_inbound_at: isoOrNull(row.lastInboundAt),
  last_outbound_at: isoOrNull(row.lastOutboundAt),
  messages_count: row.messagesCount,
  summary: row.summary,
  summary_generated_at: isoOrNull(row.summaryGeneratedAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});

const { workspaceId, channelId, consentId, attempts, nextAttemptAt, ...messageColumns } =
  getTableColumns(messages);
type MessageRow = Pick<typeof messages.$inferSelect, keyof typeof messageColumns>;

export const messageToWire = ({
  sentAt,
  deliveredAt,
  readAt,
  createdAt,
  error,
  ...row
}: MessageRow): Message => ({
  id: row.id,
  conversation_id: row.conversationId,
  direction: row.direction,
  type: row.type,
  text: row.text,
  payload: row.payload,
  status: row.status,
  error: error && { ...error, retry_at: isoOrNull(error.retry_at) },
  external_id: row.externalId,
  run_id: row.runId,
  sent_at: isoOrNull(sentAt),
  delivered_at: isoOrNull(deliveredAt),
  read_at: isoOrNull(readAt),
  created_at: iso(createdAt),
});

/** Messages as `messageToWire` takes them. */
export const selectMessages = (scope: Scope) =>
  scope.db.select(messageColumns).from(messages).$dynamic();

export const selectMessage = (scope: Scope, id: number | SQL) =>
  selectMessages(scope).where(within(scope, messages, eq(messages.id, id)));

export const conversationExists = exists(conversations);
export const messageExists = exists(messages);

const select = (scope: Scope) => scope.db.select(columns).from(conversations).$dynamic();

/**
 * Which conversations the query asks for, but for its range. The first of lead, channel and platform finds the rows by its index; a `+`
 * before the others keeps SQLite from trying theirs.
 */
function equalTo(scope: Scope, { lead_id, channel_id, platform }: ConversationQuery) {
  const equal = [
    [conversations.leadId, lead_id],
    [
      conversations.channelId,
      channel_id === undefined ? undefined : channelAsked(scope, channel_id, platform),
    ],
    [conversations.platform, platform],
  ] as const;
  const asked = equal.filter(([, value]) => value !== undefined);
  return and(
    ...asked.map(
      ([column, value], index) => sql`${sql.raw(index > 0 ? "+" : "")}${column} = ${value}`,
    ),
  );
}

/** Null where the channel is another workspace's or platform's, so that none of its conversations is read. It may be deleted. */
const channelAsked = (
  { workspaceId }: Scope,
  id: number,
  platform: ConversationQuery["platform"],
) =>
  sql`(select iif(exists (
    select 1 from channels where id = ${id} and (workspace_id <> ${workspaceId} or platform <> ifnull(${platform ?? null}, platform))), null, ${id}))`;

/** Up to so many conversations are read one by one where a range is asked of them. */
const FEW = 1_000;

/** The ids of a page of those with their last inbound message in the query's range, as a JSON array: one by one of a few, else by blocks. */
function idsInRange(scope: Scope, query: ConversationQuery, page: PageRequest) {
  const { last_inbound_from: from, last_inbound_to: to } = query;
  const { id, lastInboundAt } = conversations;
  const { after, order, limit } = keyset(id, page);
  const asked = equalTo(scope, query);
  const range = and(
    from === undefined ? undefined : gte(lastInboundAt, from),
    to === undefined ? undefined : lte(lastInboundAt, to),
  );
  const where = within(scope, conversations, asked, range, after);
  const arrayOf = (ids: SQL) => sql`(select json_group_array(id) from (${ids}))`;
  const index = sql.raw("conversations_block_last_inbound_at");
  const byBlocks = arrayOf(
    overBlocks(scope, conversations, page, where, { column: sql`${lastInboundAt}`, index }),
  );
  if (!asked) return byBlocks;
  const oneByOne = arrayOf(
    sql`select id from ${conversations} where ${where} order by ${order} limit ${limit}`,
  );
  const first = sql`select 1 from ${conversations} where ${within(scope, conversations, asked)} limit ${FEW + 1}`;
  return sql`iif((select count(*) from (${first})) <= ${FEW}, ${oneByOne}, ${byBlocks})`;
}

export async function listConversations(
  scope: Scope,
  query: ConversationQuery,
  page: PageRequest,
): Promise<Page<Conversation>> {
  const hasRange = query.last_inbound_from !== undefined || query.last_inbound_to !== undefined;
  const rows = hasRange
    ? select(scope)
        .where(
          inArray(
            conversations.id,
            sql`(select value from json_each(${idsInRange(scope, query, page)}))`,
          ),
        )
        .orderBy(keyset(conversations.id, page).order)
    : paged(select(scope), scope, conversations, page, equalTo(scope, query));
  return cutPage(await rows, page, toWire);
}

export const getConversation = async (scope: Scope, id: number): Promise<Conversation> =>
  toWire(
    found(
      await select(scope)
        .where(within(scope, conversations, eq(conversations.id, id)))
        .get(),
    ),
  );

export async function listMessages(
  scope: Scope,
  conversationId: number,
  page: PageRequest,
): Promise<Page<Message>> {
  const [conversation, rows] = await readAll(scope, [
    selectId(scope, conversations, conversationId),
    paged(
      selectMessages(scope),
      scope,
      messages,
      page,
      eq(messages.conversationId, conversationId),
    ),
  ]);
  found(conversation[0]);
  return cutPage(rows, page, messageToWire);
}

export const getMessage = async (scope: Scope, id: number): Promise<Message> =>
  messageToWire(found(await selectMessage(scope, id).get()));
