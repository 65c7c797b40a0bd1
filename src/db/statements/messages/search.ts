import { type SQL, sql } from "drizzle-orm";

// The statements of the index of search over messages.

const NAME = "message_search";

/** Up to this id, the worker has come to all messages. */
export const indexedUpTo = sql`ifnull(
  (select position from clean_ups where name = ${NAME}), 0)`;

export const isIndexed = sql`exists (
  select 1 from messages_search_docsize where messages_search_docsize.id = messages.id)`;

/** True if the row `messages` has a text to be found by: its own, or that of its template. */
export const hasText = sql`(messages.text is not null or messages.type in ('template', 'cards'))`;

/**
 * So many new messages are added together: each batch makes a segment of the index. The newest are
 * left to those who search, who read them one by one.
 */
const BATCHED = 200;

/** True if there are messages to be added, about. Ids have few gaps. */
export const isIndexBehind = sql`(
  ifnull((select max(id) from messages), 0) - ${indexedUpTo} >= ${BATCHED})`;

/** The types whose payload holds words that are searched (`searchedText`). */
const WORDY = sql`('template', 'link_button', 'cards', 'interactive')`;

/** `payload` is that of a message with words in it, as JSON. */
export type UnindexedRow = {
  id: number;
  workspaceId: number;
  text: string | null;
  editedAt: number | null;
  payload: string;
  template: string | null;
};

/** The next messages that the worker comes to: none while they are few. */
const nextMessages = (columns: SQL, most: number) => sql`(
  select ${columns} from messages
  where ${isIndexBehind} and id > ${indexedUpTo} order by id limit ${most})`;

/**
 * Those to be added, at most `limit`, of the next `most` messages. `template` selects the template
 * of the row `messages`.
 */
export const selectUnindexed = (most: number, limit: number, template: SQL) => sql<UnindexedRow>`
  select id, workspace_id as workspaceId, text, edited_at as editedAt,
    iif(type in ${WORDY}, payload, '{}') as payload, ${template} as template
  from ${nextMessages(sql`*`, most)} as messages
  where ${hasText} and not ${isIndexed}
  order by id limit ${limit}`;

/** Where the worker stands, and the last of the next `most` messages; null while they are few. */
export const selectProgress = (most: number) => sql<{ position: number; last: number | null }>`
  select ${indexedUpTo} as position,
         (select max(id) from ${nextMessages(sql`id`, most)}) as last`;

export type Indexed = Pick<UnindexedRow, "id" | "editedAt"> & { grams: string };

/**
 * Adds messages to the index. One whose text was erased or edited meanwhile, or that is there, is
 * left out.
 */
export const indexMessages = (items: Indexed[]) => sql`
  insert into messages_search (rowid, grams)
  select messages.id, item.value ->> 'grams'
  from json_each(${JSON.stringify(items)}) as item
    cross join messages on messages.id = item.value ->> 'id'
  where ${hasText} and messages.edited_at is item.value ->> 'editedAt'
    and not ${isIndexed}
  order by messages.id`;

/**
 * Moves on, unless a restored message has moved the worker back meanwhile. It stays behind those
 * that were restored between the two places since they were read, for which the trigger does
 * nothing. Stands after `indexMessages`.
 */
export const moveIndexed = (from: number, to: number) => sql`
  insert into clean_ups (name, position)
  select ${NAME}, ifnull((
    select min(id) - 1 from messages
    where id > ${from} and id <= ${to} and ${hasText} and not ${isIndexed}), ${to})
  where true
  on conflict do update set position = excluded.position where clean_ups.position = ${from}`;
