import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Conversation, getConversation, type LastMessage, listConversations } from "#client";
import { useList } from "#console/data/lists";
import { queries } from "#console/data/queries";
import { useEvents, useLiveQueries } from "#console/live/live";
import { useClient } from "#console/session/session";
import { ofSession } from "../composer/of-session";
import type { Filters } from "../filters";
import { changeItems, endOf, hasGap, mergeNewest, type Pages } from "../pages";
import { belongs, queryOf } from "./query";

const LISTS = ["inbox", "conversations"];
const NEWEST = ["inbox", "newest"];
const CONVERSATION = ["inbox", "conversation"];
const conversationKey = (id: number) => [...CONVERSATION, id];

/** Messages of scenarios may come without an event. */
const POLL_MS = 30_000;

const activityOf = ({ last_message, created_at }: Conversation) =>
  Date.parse(last_message?.at ?? created_at);

/** What was asked for of conversations and is not answered yet. */
const asked = ofSession(() => new Map<number, Partial<Conversation>>());

/** A conversation as it was asked to be, which what is read meanwhile does not know yet. */
const asAsked = (conversation: Conversation): Conversation => ({
  ...conversation,
  ...asked().get(conversation.id),
});

/** Shows a change of a conversation until it is `answered`. */
export function ask(id: number, change: Partial<Conversation>) {
  asked().set(id, { ...asked().get(id), ...change });
  changeConversation(id, change);
}

/** Shows a conversation as the answer to all that was asked has it. */
export function answered(id: number, answer: Partial<Conversation>) {
  asked().delete(id);
  changeConversation(id, answer);
}

/** Changes a conversation wherever it is shown. A list that it no longer belongs to loses it. */
export function changeConversation(id: number, change: Partial<Conversation>) {
  queries.setQueryData<Conversation>(
    conversationKey(id),
    (old) => old && asAsked({ ...old, ...change }),
  );
  for (const [key] of queries.getQueriesData<Pages<Conversation>>({ queryKey: LISTS })) {
    const query = key[2] as ReturnType<typeof queryOf>;
    queries.setQueryData<Pages<Conversation>>(key, (list) =>
      changeItems(list, (item) => {
        if (item.id !== id) return item;
        const changed = asAsked({ ...item, ...change });
        return belongs(changed, query) ? changed : null;
      }),
    );
  }
}

/** Shows how far a message has come, of which events tell only where somebody wants them. */
export function showStatus(
  id: number,
  { id: message, status }: Pick<LastMessage, "id" | "status">,
) {
  for (const [key] of queries.getQueriesData<Pages<Conversation>>({ queryKey: LISTS }))
    queries.setQueryData<Pages<Conversation>>(key, (list) =>
      changeItems(list, (item) => {
        const { last_message: last } = item;
        if (item.id !== id || last?.id !== message || last.status === status) return item;
        return { ...item, last_message: { ...last, status } };
      }),
    );
}

/** What shows a conversation: the head of the list, and the conversation itself. */
export const showing = (id: number) => [NEWEST, conversationKey(id)];

export function refreshConversation(id: number) {
  for (const queryKey of showing(id)) void queries.invalidateQueries({ queryKey });
}

/** Asks again for all of the lists: what has left them may be back, wherever in them. */
export const refreshLists = () => void queries.invalidateQueries({ queryKey: LISTS });

/** Keeps what is shown of conversations as the events say, whichever of them are listed. */
export function useConversationEvents() {
  useLiveQueries(
    ["message.received", "message.edited", "message.failed", "conversation.updated"],
    [NEWEST],
  );
  useLiveQueries(["lead.updated", "lead.opted_out", "lead.opted_in"], [NEWEST, CONVERSATION]);
  useEvents(["conversation.updated"], (event) => {
    if (event.type !== "conversation.updated") return;
    const { conversation_id, state, snoozed_until, assignee, unread_count } = event.data;
    changeConversation(conversation_id, { state, snoozed_until, assignee, unread_count });
    // What was asked for before may not know of it.
    const queryKey = conversationKey(conversation_id);
    if (queries.isFetching({ queryKey })) void queries.invalidateQueries({ queryKey });
  });
}

/**
 * The conversations that filters let through, by last activity. What happens is merged into the
 * head of the list; pages that were scrolled to are not asked for again. The open conversation stays
 * listed when it is read, even among the unread.
 */
export function useConversations(filters: Filters, openId: number | null) {
  const client = useClient();
  const cache = useQueryClient();
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
    // What was read before other filters would bring back what has left the list since.
    if (!fresh || isStale) return;
    if (hasGap(list.items, fresh, activityOf)) return void list.refetch();
    const end = endOf(fresh, activityOf);
    cache.setQueryData<Pages<Conversation>>(key, (pages) =>
      mergeNewest(
        pages,
        fresh.data.map(asAsked).filter((item) => belongs(item, query)),
        (item) => activityOf(item) <= end || item.id === openId,
        (one, other) => activityOf(other) - activityOf(one) || other.id - one.id,
      ),
    );
  }, [dataUpdatedAt, hash, cache]);
  return list;
}

/** A conversation of its own, by which the others of a list are not asked for. */
export function useConversation(id: number) {
  const client = useClient();
  const cache = useQueryClient();
  const known = () =>
    cache
      .getQueriesData<Pages<Conversation>>({ queryKey: LISTS })
      .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
      .find((conversation) => conversation.id === id);
  return useQuery({
    queryKey: conversationKey(id),
    async queryFn({ signal }) {
      const { data } = await getConversation({ client, signal, path: { conversation: id } });
      // The event that the lists would have heard of it may have come before the stream did.
      changeConversation(id, data);
      return asAsked(data);
    },
    initialData: known,
    // What a list has may be old.
    initialDataUpdatedAt: 0,
    enabled: Number.isSafeInteger(id),
  });
}
