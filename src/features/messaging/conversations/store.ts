import { and, eq, sql } from "drizzle-orm";
import { batch, readBatch } from "#db/batch";
import { keyset } from "#db/lists/keyset";
import { joined, pagedWhere, stopIn } from "#db/lists/page";
import { matching, ownEqual } from "#db/lists/walk";
import { conversations } from "#db/schema/messaging";
import { exists } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { updateConversation as update } from "#db/statements/conversations";
import type { Scope } from "#env";
import { findAssignees } from "#features/access/assignees/store";
import { type People, peopleOf } from "#features/leads/search/people";
import { foreignTags, throwForeignTags } from "#features/leads/tags/store";
import type { Reader } from "#features/links/recipients/hidden";
import { cutPage, type Page, type PageRequest } from "#lib/cursor";
import { found, invalid } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { listByActivity } from "./activity";
import { filtersOf, type PeopleQuery, rowsOfFilters } from "./filter";
import { columnsOf, toWire } from "./row";
import type { Conversation, ConversationInput, ConversationQuery } from "./schema";
import { visitedBySearch } from "./search";

export const conversationExists = exists(conversations);

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

export function listConversations(
  scope: Reader,
  asked: ConversationQuery,
  page: PageRequest,
): Promise<Page<Conversation>> {
  const people = asked.search === undefined ? undefined : peopleOf(scope, asked.search);
  const query = { ...asked, people };
  return query.order === "activity"
    ? listByActivity(scope, query, page)
    : listByCreation(scope, query, page);
}

/** The conversations that a page of a search visits. */
function visitsOf(scope: Reader, people: People, page: PageRequest) {
  const { after, order } = keyset(conversations.id, page);
  const where = within(scope, conversations, after);
  const all = sql`select id from conversations where ${where} order by ${order}`;
  const ofLeads = { columns: sql`conversations.id`, where: sql`+${where}`, order };
  return visitedBySearch(people, ofLeads, all);
}

/** `key` finds rows by an index, and `filter` is checked on each of them. */
async function listByCreation(scope: Reader, query: PeopleQuery, page: PageRequest) {
  const { key, others } = equalTo(scope, query);
  const filter = and(others, filtersOf(query, Date.now()));
  const listed = scope.db
    .select({ ...columnsOf(scope), stop: stopIn(filter) })
    .from(conversations)
    .$dynamic();
  const { people } = query;
  const idsOf = (found: People) => {
    const visits = { ids: visitsOf(scope, found, page), rowsRead: 2 };
    const where = within(scope, conversations, key, filter);
    return matching(conversations, where, visits, page, rowsOfFilters(query));
  };
  const { rows, foreign } = await readBatch(scope, {
    rows:
      people && query.lead_id === undefined
        ? joined(listed, scope, conversations, page, idsOf(people))
        : pagedWhere(listed, scope, conversations, page, { key, filter }),
    foreign: query.tag_ids && foreignTags(scope, { tag_ids: query.tag_ids }),
  });
  throwForeignTags(foreign ?? [], { tag_ids: query.tag_ids });
  return cutPage(rows, page, toWire(scope));
}

export const selectConversation = (scope: Reader, id: number) =>
  scope.db
    .select(columnsOf(scope))
    .from(conversations)
    .where(within(scope, conversations, eq(conversations.id, id)));

export const getConversation = async (scope: Reader, id: number): Promise<Conversation> =>
  toWire(scope)(found(await selectConversation(scope, id).get()));

const noAssignee = () => fieldErrors(["assignee_id"], validationMessages.selected);

/** The errors of a body that may be invalid in other ways: an assignee who is none. */
export async function assigneeErrors(scope: Scope, { assignee_id: id }: Record<string, unknown>) {
  const isAsked = typeof id === "number" && Number.isSafeInteger(id) && id > 0;
  return isAsked && (await findAssignees(scope, [id])).length === 0 ? noAssignee() : {};
}

export async function updateConversation(
  scope: Reader,
  id: number,
  { assignee_id: assigneeId, state, snoozed_until: snoozedUntil }: ConversationInput,
): Promise<Conversation> {
  const [assignee] = assigneeId == null ? [] : await findAssignees(scope, [assigneeId]);
  if (assigneeId != null && !assignee) {
    throw invalid(noAssignee());
  }
  const { conversation } = await batch(scope, {
    updated: update(scope, id, {
      assignee: assigneeId === null ? null : assignee,
      state: state ?? undefined,
      snoozedUntil,
    }),
    conversation: selectConversation(scope, id),
  });
  return toWire(scope)(found(conversation[0]));
}
