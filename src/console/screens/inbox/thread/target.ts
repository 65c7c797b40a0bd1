import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { messageHash } from "#console/data/message-hash";
import type { useMessages } from "./messages";

/** So far back a message is looked for. */
const MOST = 2_000;

/** The message that the address leads to. Older messages are loaded until it is there. */
export function useTarget({
  items,
  hasNextPage,
  isFetching,
  isFetchNextPageError,
  fetchNextPage,
}: List) {
  const hash = useLocation({ select: (location) => location.hash });
  const id = Number(/^message-(\d+)$/.exec(hash)?.[1] ?? 0);
  const shown = useRef(0);
  const isThere = items.some((message) => message.id === id);
  const mayFetch = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (id === 0 || shown.current === id) return;
    if (isThere) {
      shown.current = id;
      document.getElementById(messageHash(id))?.scrollIntoView({ block: "center" });
    } else if (mayFetch && items.length < MOST) void fetchNextPage();
  }, [id, isThere, items.length, mayFetch, fetchNextPage]);
  return id;
}

type List = ReturnType<typeof useMessages>;
