import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Conversation, getConversation, type LastMessage, listConversations } from "#client";
import { CONSENT_EVENTS } from "#console/data/consent-events";
import { endOf, hasGap, merge, type Pages, patch } from "#console/data/entities";
import { askedOf, writeInOrder } from "#console/data/in-order";
import { useList } from "#console/data/lists";
import { useEvents, useLiveQueries } from "#console/live/live";
import { useClient } from "#console/session/session";
import type { Filters } from "../filters";
import { belongs, queryOf } from "./query";

const LISTS = ["inbox", "conversations"];
const NEWEST = ["inbox", "newest"];
const CONVERSATION = ["inbox", "conversation"];
const conversationKey = (id: number) => [...CONVERSATION, id];

/** Messages of scenarios may come without an event. */
const POLL_MS = 30_000;

const activityOf = ({ last_message, created_at }: Conversation) =>
  Date.parse(last_message?.at ?? created_at);

const changesKey = (id: number) => ["inbox", "changes", id];
const changesOf = (queries: QueryClient, id: number) =>
  askedOf(queries, changesKey(id)) as Partial<Conversation> | undefined;

/** A conversation as it was asked to be, which what is read meanwhile does not know yet. */
const asAsked = (queries: QueryClient, conversation: Conversation): Conversation => ({
  ...conversation,
  ...changesOf(queries, conversation.id),
});

/** Writes changes of a conversation in their order, and shows at once what they are to make. */
export function ask<Answer>(
  queries: QueryClient,
  id: number,
  change: Partial<Conversation>,
  write: () => Promise<Answer>,
) {
  const asked = { ...changesOf(queries, id), ...change };
  const answer = writeInOrder(queries, changesKey(id), write, asked);
  changeConversation(queries, id, change);
  return answer;
}

/** Shows a conversation as an answer has it, unless more was asked since. */
export function answered(queries: QueryClient, id: number, answer: Partial<Conversation>) {
  if (changesOf(queries, id)) return;
  changeConversation(queries, id, answer);
  refreshConversation(queries, id);
}

/** Changes a conversation wherever it is shown. A list that it no longer belongs to loses it. */
export function changeConversation(
  queries: QueryClient,
  id: number,
  change: Partial<Conversation>,
) {
  const changed = (old: Conversation) => asAsked(queries, { ...old, ...change });
  queries.setQueryData<Conversation>(conversationKey(id), (old) => old && changed(old));
  patch<Conversation>(queries, LISTS, id, (old, [, , query]) => {
    const item = changed(old);
    return belongs(item, query as ReturnType<typeof queryOf>) ? item : null;
  });
}

/** Shows how far a message has come, of which events tell only where somebody wants them. */
export const showStatus = (
  queries: QueryClient,
  id: number,
  { id: message, status }: Pick<LastMessage, "id" | "status">,
) =>
  patch<Conversation>(queries, LISTS, id, (item) => {
    const { last_message: last } = item;
    if (last?.id !== message || last.status === status) return item;
    return { ...item, last_message: { ...last, status } };
  });

/** The queries that show a conversation: the head of the list, and the conversation itself. */
export const showing = (id: number) => [NEWEST, conversationKey(id)];

export function refreshConversation(queries: QueryClient, id: number) {
  for (const queryKey of showing(id)) void queries.invalidateQueries({ queryKey });
}

/** Asks again for all of the lists: what has left them may be back, wherever in them. */
export const refreshLists = (queries: QueryClient) =>
  void queries.invalidateQueries({ queryKey: LISTS });

/** Keeps what is shown of conversations as the events say, whichever of them are listed. */
export function useConversationEvents() {
  const queries = useQueryClient();
  useLiveQueries(
    ["message.received", "message.edited", "message.failed", "conversation.updated"],
    [NEWEST],
  );
  useLiveQueries([...CONSENT_EVENTS, "lead.updated"], [NEWEST, CONVERSATION]);
  useEvents(["conversation.updated"], (event) => {
    if (event.type !== "conversation.updated") return;
    const { conversation_id, state, snoozed_until, assignee, unread_count } = event.data;
    changeConversation(queries, conversation_id, { state, snoozed_until, assignee, unread_count });
    // An answer to an earlier request may lack it.
    const queryKey = conversationKey(conversation_id);
    if (queries.isFetching({ queryKey })) void queries.invalidateQueries({ queryKey });
  });
}

/**
 * The conversations that filters let through, by last activity. Changes are merged into the head of
 * the list; pages below it are not asked for again. The open conversation stays listed when it is
 * read, even among the unread.
 */
export function useConversations(filters: Filters, openId: number | null) {
  const client = useClient();
  const queries = useQueryClient();
  const query = queryOf(filters);
  const key = [...LISTS, query];
  const list = useList(
    key,
    (client, page, signal) => listConversations({ client, signal, query: { ...query, ...page } }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const newest = useQuery({
    queryKey: [...NEWEST, query],
    queryFn: ({ signal }) => listConversations({ client, signal, query }),
    // Also where an older page could not be had.
    enabled: list.data !== undefined,
    refetchOnMount: "always",
    refetchInterval: POLL_MS,
  });

  const { data: fresh, dataUpdatedAt, isStale } = newest;
  const hash = JSON.stringify(key);
  useEffect(() => {
    // An answer under other filters would bring back conversations that have left the list since.
    if (!fresh || isStale) return;
    if (hasGap(list.items, fresh, activityOf)) return void list.refetch();
    const end = endOf(fresh, activityOf);
    const items = fresh.data.map((item) => asAsked(queries, item));
    // An answer that was under way while it left the list has brought it back.
    const latest = (item: Conversation) =>
      queries.getQueryData<Conversation>(conversationKey(item.id)) ?? item;
    merge<Conversation>(
      queries,
      key,
      items.filter((item) => belongs(item, query)),
      (item) => activityOf(item) <= end || (item.id === openId && belongs(latest(item), query)),
      (one, other) => activityOf(other) - activityOf(one) || other.id - one.id,
    );
  }, [dataUpdatedAt, hash, queries]);
  return list;
}

/** A conversation of its own, by which the others of a list are not asked for. */
export function useConversation(id: number) {
  const client = useClient();
  const queries = useQueryClient();
  const known = () =>
    queries
      .getQueriesData<Pages<Conversation>>({ queryKey: LISTS })
      .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
      .find((conversation) => conversation.id === id);
  return useQuery({
    queryKey: conversationKey(id),
    async queryFn({ signal }) {
      const { data } = await getConversation({ client, signal, path: { conversation: id } });
      // The event that the lists would have heard of it may have come before the stream did.
      changeConversation(queries, id, data);
      return asAsked(queries, data);
    },
    initialData: known,
    // A conversation from a list may be old.
    initialDataUpdatedAt: 0,
    enabled: Number.isSafeInteger(id),
  });
}
