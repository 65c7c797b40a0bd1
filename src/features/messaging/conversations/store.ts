import { and, eq, getTableColumns, gte, lte } from "drizzle-orm";
import { pagedWhere, stopIn } from "../../../db/page";
import { exists } from "../../../db/rows";
import { conversations } from "../../../db/schema/messaging";
import { within } from "../../../db/scope";
import { ownEqual } from "../../../db/walk";
import { isWindowOpen, windowEnd } from "../../../domain/window";
import type { Scope } from "../../../env";
import { cutPage, type Page, type PageRequest } from "../../../lib/cursor";
import { found } from "../../../lib/problem";
import { iso, isoOrNull } from "../../../lib/time";
import type { Conversation, ConversationQuery } from "./schema";

const { workspaceId, paceAt, lastReplyId, ...columns } = getTableColumns(conversations);
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

export const conversationExists = exists(conversations);

const select = (scope: Scope) => scope.db.select(columns).from(conversations).$dynamic();

/**
 * The equalities of a query: the first of lead, channel and platform, which finds the rows by its
 * index, and the others. A channel that was deleted has conversations still; one of another
 * workspace or platform has none.
 */
function equalTo(scope: Scope, { lead_id, channel_id, platform }: ConversationQuery) {
  const { leadId, channelId } = conversations;
  const ofPlatform = platform && eq(conversations.platform, platform);
  const inIndex = platform && within(scope, conversations, ofPlatform);
  const lead = ownEqual(scope, conversations, leadId, lead_id);
  const channel = ownEqual(scope, conversations, channelId, channel_id, ofPlatform);
  return lead
    ? { key: lead, others: and(channel, ofPlatform) }
    : { key: channel ?? inIndex, others: undefined };
}

/** The filters: `key` finds rows by an index, and `filter` is checked on each of them. */
function conditions(scope: Scope, query: ConversationQuery) {
  const { last_inbound_from: from, last_inbound_to: to } = query;
  const { key, others } = equalTo(scope, query);
  // No index holds the times: each message would write it.
  const filter = and(
    others,
    from === undefined ? undefined : gte(conversations.lastInboundAt, from),
    to === undefined ? undefined : lte(conversations.lastInboundAt, to),
  );
  return { key, filter };
}

export async function listConversations(
  scope: Scope,
  query: ConversationQuery,
  page: PageRequest,
): Promise<Page<Conversation>> {
  const { key, filter } = conditions(scope, query);
  const listed = scope.db
    .select({ ...columns, stop: stopIn(filter) })
    .from(conversations)
    .$dynamic();
  const rows = await pagedWhere(listed, scope, conversations, page, { key, filter });
  return cutPage(rows, page, toWire);
}

export const getConversation = async (scope: Scope, id: number): Promise<Conversation> =>
  toWire(
    found(
      await select(scope)
        .where(within(scope, conversations, eq(conversations.id, id)))
        .get(),
    ),
  );
