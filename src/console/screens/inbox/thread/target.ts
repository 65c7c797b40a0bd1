import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Comment } from "#client";
import { commentHash, messageHash } from "#console/data/message-hash";
import type { useMessages } from "./messages";

/** So far back a message is looked for. */
const MOST = 2_000;

/**
 * The message or the comment that the address leads to, as its id on the page. Older messages are
 * loaded until it is there.
 */
export function useTarget(
  { items, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: List,
  comments: readonly Comment[],
) {
  const hash = useLocation({ select: (location) => location.hash });
  const isTarget = /^(message|comment)-\d+$/.test(hash);
  const shown = useRef("");
  const isThere =
    items.some(({ id }) => messageHash(id) === hash) ||
    comments.some(({ id }) => commentHash(id) === hash);
  const mayFetch = hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (!isTarget || shown.current === hash) return;
    if (isThere) {
      shown.current = hash;
      document.getElementById(hash)?.scrollIntoView({ block: "center" });
    } else if (mayFetch && items.length < MOST) void fetchNextPage();
  }, [hash, isTarget, isThere, items.length, mayFetch, fetchNextPage]);
  return hash;
}

type List = ReturnType<typeof useMessages>;
