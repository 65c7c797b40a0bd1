import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Comment, type Conversation, listComments } from "#client";
import { platformRow } from "#console/data/platforms";
import { useLiveQueries } from "#console/live/live";
import { useClient } from "#console/session/session";

/** So many of a lead's comments stand among the messages: the newest. */
const MOST = 100;
const NONE: Comment[] = [];

/** The comments of a conversation's lead under posts of its channel, and the same by their ids. */
export function useComments({ lead_id, channel_id, platform }: Conversation) {
  const client = useClient();
  const key = ["inbox", "comments", lead_id, channel_id];
  const { data = NONE } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const channel = channel_id === null ? {} : { channel_id };
      const query = { lead_id, ...channel, per_page: MOST };
      return (await listComments({ client, signal, query })).data;
    },
    enabled: platformRow(platform).hasComments,
  });
  useLiveQueries(["comment.received"], [key], {
    concerns: ({ data }) => "lead_id" in data && data.lead_id === lead_id,
  });
  return useMemo(() => ({ all: data, byId: new Map(data.map((one) => [one.id, one])) }), [data]);
}
