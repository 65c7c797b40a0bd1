import { and, type SQL, sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { createdWithin } from "#db/lists/created-range";
import { joined, walkOf } from "#db/lists/page";
import { endedByBytes } from "#db/lists/page-bytes";
import { matching, type Visits } from "#db/lists/walk";
import { messages } from "#db/schema/messages";
import { within } from "#db/scope/scope";
import { hasText, indexedUpTo, isIndexed } from "#db/statements/messages/search";
import type { Scope } from "#env";
import { templateOfMessage } from "#features/messaging/templates/known";
import { mergeWalks, type Page, type PageRequest } from "#lib/cursor";
import type { Message, MessageQuery } from "../schema";
import { bytes, conditions, idsOf, listAllMessages, pageColumns, toPage } from "../store";
import { searchedText } from "./searched-text";
import { containing, expressionOf } from "./tokens";

/** The most messages that a page reads without the index, and their most bytes together. */
const SCANNED = { perPage: 1_000, maxBytes: 1_000_000 };

/** Messages of a page, with what they are searched by. */
const selectPage = (scope: Scope) =>
  scope.db
    .select({ ...pageColumns(scope), template: templateOfMessage.as("template") })
    .from(messages)
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectPage>>[number];

/** Messages of the workspace: those that contain `text`, if it is given. */
export const findMessages = (scope: Scope, query: MessageQuery, page: PageRequest) =>
  query.text === undefined
    ? listAllMessages(scope, query, page)
    : searchMessages(scope, query, query.text, page);

/**
 * A page of the messages that contain a text. The messages of a conversation or a lead are read one
 * by one. So are the newest of the workspace, which are not in the index yet: their walk and that
 * of the index are merged. The database can't fold texts, so that what it finds is checked here.
 */
async function searchMessages(
  scope: Scope,
  query: MessageQuery,
  text: string,
  page: PageRequest,
): Promise<Page<Message>> {
  const scan = { ...page, ...SCANNED };
  const isNarrow = query.conversation_id !== undefined || query.lead_id !== undefined;
  const found = await readBatch(scope, {
    scanned: isNarrow
      ? selectListed(scope, query, scan)
      : selectListed(scope, query, scan, sql`messages.id > ${indexedUpTo}`, sql`not ${isIndexed}`),
    indexed: isNarrow
      ? undefined
      : selectVisited(scope, query, page, visits(page, expressionOf(scope.workspaceId, text))),
  });
  const contains = containing(text);
  const isMatch = (row: Row) => contains(searchedText(row));
  const rows = mergeWalks<Row>(
    [checked(found.scanned, scan, isMatch), checked(found.indexed ?? [], page, isMatch)],
    page,
  );
  return toPage(scope, rows, page);
}

/** Those of the visited messages that the filters find and that have a text, also notes. */
function selectVisited(
  scope: Scope,
  query: MessageQuery,
  page: PageRequest,
  visits: Visits,
  ...more: SQL[]
) {
  const { exact } = createdWithin(scope, messages, query);
  const filter = and(conditions({ ...query, withNotes: true }), exact, hasText, ...more);
  const listed = matching(messages, within(scope, messages, filter), visits, page);
  const ended = endedByBytes(listed, messages, bytes, page);
  return joined(selectPage(scope), scope, messages, page, ended);
}

/** Those of all messages, or of a conversation's or lead's, within a range of ids. */
function selectListed(
  scope: Scope,
  query: MessageQuery,
  page: PageRequest,
  range?: SQL,
  ...more: SQL[]
) {
  const { ids } = createdWithin(scope, messages, query);
  const visits = { ids: idsOf(scope, query, and(ids, range), page), rowsRead: 2 };
  return selectVisited(scope, query, page, visits, ...more);
}

/** The messages that have all n-grams of the text. */
function visits(page: PageRequest, expression: string): Visits {
  const { start, beyond, direction } = walkOf(page);
  const ids = sql`
    select messages_search.rowid as id from messages_search
    where messages_search match ${expression} and messages_search.rowid ${beyond} ${start}
    order by messages_search.rowid ${direction}`;
  return { ids, rowsRead: 1 };
}

/** The rows of a walk that match. Where it has read a full page, the walk stops at the last row. */
function checked(rows: Row[], { perPage }: PageRequest, isMatch: (row: Row) => boolean): Row[] {
  const kept = rows.filter((row) => row.stop === 1 || isMatch(row));
  const last = rows.at(-1);
  const isCut = rows.length > perPage && last && rows.every(({ stop }) => stop !== 1);
  return isCut ? [...kept, { ...last, stop: 1 }] : kept;
}
