import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Conversation, readConversation } from "#client";
import { useClient, useMay } from "#console/session/session";
import { useIsVisible } from "../clock";
import { changeConversation } from "../list/conversations";

/** Marks a conversation as read while somebody sees it. */
export function useReading({ id, unread_count }: Conversation) {
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("conversations:write");
  const isVisible = useIsVisible();
  const isUnread = unread_count > 0;
  useEffect(() => {
    if (!isUnread || !isVisible || !mayWrite) return;
    changeConversation(queries, id, { unread_count: 0 });
    // It stays unread for the service, and is asked for again with the next event.
    readConversation({ client, path: { conversation: id } })
      .then(({ data }) => changeConversation(queries, id, { unread_count: data.unread_count }))
      .catch(() => undefined);
  }, [client, queries, id, isUnread, isVisible, mayWrite]);
}
