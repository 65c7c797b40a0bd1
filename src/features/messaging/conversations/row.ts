import { getTableColumns, sql } from "drizzle-orm";
import { leads } from "#db/schema/leads";
import { messages } from "#db/schema/messages";
import { conversations } from "#db/schema/messaging";
import { owned } from "#db/scope/scope";
import { isWindowOpen, windowEnd } from "#domain/window";
import { type Reader, seesRecipients, withoutRecipients } from "#features/links/recipients/hidden";
import { iso, isoOrNull } from "#lib/time";
import { type Conversation, EXCERPT_CHARACTERS } from "./schema";

// Conversations as D1 returns them and as the wire has them.

const { workspaceId, paceAt, lastReplyId, lastMessageId, analysedAs, changedBy, ...columns } =
  getTableColumns(conversations);

/** `lastMessage` and `lead` are JSON. */
type Row = Pick<typeof conversations.$inferSelect, keyof typeof columns> & {
  lastMessage: string | null;
  lead: string | null;
};

const lastMessage = (scope: Reader) => sql<string | null>`(
  select json_object(
    'id', messages.id, 'direction', direction, 'type', type,
    'text', substr(text, 1, ${sql.raw(String(EXCERPT_CHARACTERS))}), 'status', status,
    'at', ifnull(sent_at, messages.created_at))
  from messages
  where messages.id = ${conversations.lastMessageId} and +${owned(scope, messages)})`;

const leadOf = (scope: Reader) => sql<string | null>`(
  select json_object(
    'id', leads.id, 'ext_id', ext_id, 'first_name', first_name, 'last_name', last_name,
    'username', username, 'phone', phone, 'email', email, 'image', image,
    'is_optout', json(iif(is_optout, 'true', 'false')),
    'is_marketing_optout', json(iif(is_marketing_optout, 'true', 'false')))
  from leads where leads.id = ${conversations.leadId} and +${owned(scope, leads)})`;

/** The columns of conversations, for `toWire`. Without `leads:read`, nothing is read of leads. */
export const columnsOf = (scope: Reader) => ({
  ...columns,
  lastMessage: lastMessage(scope).as("last_message"),
  lead: (seesRecipients(scope) ? leadOf(scope) : sql<null>`null`).as("lead"),
});

export const toWire =
  (reader: Reader) =>
  (row: Row): Conversation => ({
    id: row.id,
    lead_id: row.leadId,
    lead: row.lead === null ? null : JSON.parse(row.lead),
    channel_id: row.channelId,
    platform: row.platform,
    state: row.state,
    snoozed_until: isoOrNull(row.snoozedUntil),
    assignee: row.assigneeId > 0 ? { id: row.assigneeId, name: row.assigneeName ?? "" } : null,
    unread_count: row.unreadCount,
    last_message: row.lastMessage === null ? null : messageOf(reader, JSON.parse(row.lastMessage)),
    window: {
      is_open: isWindowOpen(row.lastInboundAt, Date.now()),
      closes_at: isoOrNull(windowEnd(row.lastInboundAt)),
    },
    last_inbound_at: isoOrNull(row.lastInboundAt),
    last_outbound_at: isoOrNull(row.lastOutboundAt),
    last_person_at: isoOrNull(row.lastPersonAt),
    messages_count: row.messagesCount,
    summary: row.summary,
    summary_generated_at: isoOrNull(row.summaryGeneratedAt),
    created_at: iso(row.createdAt),
    updated_at: iso(row.updatedAt),
  });

type LastMessage = NonNullable<Conversation["last_message"]>;

const messageOf = (
  reader: Reader,
  { at, text, ...message }: Omit<LastMessage, "at"> & { at: number },
): LastMessage => ({
  ...message,
  text:
    text === null || seesRecipients(reader) ? text : withoutRecipients(text, reader.shortUrlBase),
  at: iso(at),
});
