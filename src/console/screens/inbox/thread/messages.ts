import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Event, listMessages, type Message } from "#client";
import { endOf, hasGap, merge, patch } from "#console/data/entities";
import { useList } from "#console/data/lists";
import { useEvents, useLiveQueries } from "#console/live/live";
import { useClient } from "#console/session/session";
import { refreshConversation, showing, showStatus } from "../list/conversations";

const PER_PAGE = 40;
const SOON_MS = 2_000;
const CALM_MS = 15_000;
const DAY_MS = 86_400_000;
const MESSAGE_EVENTS = [
  "message.received",
  "message.sent",
  "message.delivered",
  "message.read",
  "message.failed",
  "message.unknown",
  "message.edited",
  "message.deleted",
  "conversation.note_added",
] as const;

const messagesKey = (id: number) => ["inbox", "messages", id];
const latestKey = (id: number) => ["inbox", "latest", id];

const idOf = ({ id }: Message) => id;
const newestFirst = (one: Message, other: Message) => other.id - one.id;

/** Shows messages that have just been stored or have changed. */
export const putMessages = (
  queries: QueryClient,
  id: number,
  fresh: Message[],
  isKept: (message: Message) => boolean = () => true,
) => merge(queries, messagesKey(id), fresh, isKept, newestFirst);

export function dropMessage(queries: QueryClient, id: number, message: number) {
  patch<Message>(queries, messagesKey(id), message, () => null);
  void queries.invalidateQueries({ queryKey: latestKey(id) });
}

export function refreshMessages(queries: QueryClient, id: number) {
  void queries.invalidateQueries({ queryKey: latestKey(id) });
  // A list that could not be loaded has nothing that the latest could be put before.
  void queries.refetchQueries({
    queryKey: messagesKey(id),
    predicate: ({ state }) => state.status === "error",
  });
  refreshConversation(queries, id);
}

/** Status events are written only where somebody wants them, so ticks are also asked for. */
function pollOf(messages: Message[] | undefined) {
  const last = messages?.find(({ direction }) => direction === "outbound");
  if (!last || Date.now() - Date.parse(last.created_at) > DAY_MS) return false;
  if (last.status === "queued" || last.status === "sending") return SOON_MS;
  return last.status === "sent" || last.status === "delivered" ? CALM_MS : false;
}

const conversationOf = ({ data }: Event) => {
  if ("conversation_id" in data) return data.conversation_id;
  return "message" in data ? data.message?.conversation_id : undefined;
};

/** The messages of a conversation, newest first. */
export function useMessages(id: number) {
  const client = useClient();
  const queries = useQueryClient();
  const list = useList(
    messagesKey(id),
    (of, page, signal) =>
      listMessages({
        client: of,
        signal,
        path: { conversation: id },
        query: { per_page: PER_PAGE, ...page },
      }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const latest = useQuery({
    queryKey: latestKey(id),
    queryFn: ({ signal }) =>
      listMessages({
        client,
        signal,
        path: { conversation: id },
        query: { per_page: PER_PAGE },
      }),
    // Also where an older page could not be had.
    enabled: list.data !== undefined,
    refetchOnMount: "always",
    refetchInterval: ({ state }) => pollOf(state.data?.data),
  });
  const { data: fresh, dataUpdatedAt, isStale } = latest;
  useEffect(() => {
    // The answer of the last read would bring back messages that were deleted since.
    if (!fresh || isStale) return;
    if (hasGap(list.items, fresh, idOf)) return void list.refetch();
    const [begin, end] = [fresh.data[0]?.id ?? 0, endOf(fresh, idOf)];
    // Messages stored since it was read are newer.
    putMessages(queries, id, fresh.data, (message) => message.id < end || message.id > begin);
    for (const message of fresh.data) showStatus(queries, id, message);
  }, [dataUpdatedAt, id, queries]);
  useLiveQueries(MESSAGE_EVENTS, [latestKey(id), ...showing(id)], {
    concerns: (event) => conversationOf(event) === id,
  });
  useEvents(["conversation.note_deleted"], (event) => {
    if (event.type !== "conversation.note_deleted" || conversationOf(event) !== id) return;
    dropMessage(queries, id, event.data.message_id);
  });
  return list;
}
