import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import {
  type Channel,
  getLead,
  listConversations,
  listIdentities,
  listMessages,
  type Message,
  reportMessageStatus,
} from "#client";
import { useList } from "#console/data/lists";
import { useEvents } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";
import type { Person } from "./person";

/** Events tell of some messages only, so that the chat also looks by itself. */
const LOOK_MS = 2_000;

/** The lead that is played, with its addresses, once somebody new has become one. */
export function useLead(person: Person | null) {
  const client = useClient();
  const lead = person?.kind === "lead" ? person.id : 0;
  return useQuery({
    queryKey: ["chat-lead", lead],
    enabled: useMay("leads:read") && lead > 0,
    queryFn: async () => {
      const path = { lead };
      const [found, identities] = await Promise.all([
        getLead({ client, path }),
        listIdentities({ client, path }),
      ]);
      return { ...found.data, identities: identities.data };
    },
  });
}

/** The conversation of the lead that is played on the channel, with its messages, oldest first. */
export function useTalk(channel: Channel, person: Person) {
  const client = useClient();
  const queries = useQueryClient();
  const lead = person.kind === "lead" ? person.id : 0;
  const conversation = useQuery({
    queryKey: ["chat-conversation", channel.id, lead],
    enabled: lead > 0,
    refetchInterval: ({ state }) => (state.data ? false : LOOK_MS),
    queryFn: async () => {
      const { data } = await listConversations({
        client,
        query: { channel_id: channel.id, lead_id: lead, per_page: 10 },
      });
      return data[0] ?? null;
    },
  });
  const id = conversation.data?.id ?? 0;
  const messages = useList(
    ["chat-messages", id],
    (client, page, signal) =>
      listMessages({
        client,
        path: { conversation: id },
        query: { per_page: 50, ...page },
        signal,
      }),
    { enabled: id > 0, refetchInterval: LOOK_MS },
  );
  useEvents([], ({ type, data }) => {
    if (!("lead_id" in data) || data.lead_id !== lead) return;
    if (type.startsWith("message.") && id > 0) void messages.refetch();
    if (type === "conversation.updated" || type === "message.received")
      void queries.invalidateQueries({ queryKey: ["chat-conversation", channel.id, lead] });
  });
  return { conversation, messages, isPending: lead > 0 && conversation.isPending };
}

const MOST_REPORTED = 20;

/** Reports that the lead has read what has arrived, as phones do while a chat is open. */
export function useReadReceipts(messages: readonly Message[]) {
  const client = useClient();
  const reported = useRef(new Set<number>());
  useEffect(() => {
    function report() {
      if (document.hidden) return;
      const unread = messages.filter(
        ({ id, direction, status }) =>
          direction === "outbound" && status === "delivered" && !reported.current.has(id),
      );
      for (const { id } of unread.slice(-MOST_REPORTED)) {
        reported.current.add(id);
        // A report that fails is made again when the chat is opened the next time.
        reportMessageStatus({ client, path: { message: id }, body: { status: "read" } }).catch(
          () => undefined,
        );
      }
    }
    report();
    // A message that comes in a hidden tab is read once the tab is seen.
    document.addEventListener("visibilitychange", report);
    return () => document.removeEventListener("visibilitychange", report);
  }, [messages, client]);
}
