import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  type Channel,
  type ChannelReplacementWritable,
  type Client,
  getChannel,
  listConversations,
  replaceChannel,
} from "#client";
import { useLiveQueries, useLiveState } from "#console/live/live";
import { useClient, useMay } from "#console/session/session";

/** The events of a channel that begins or ends to send. */
export const CHANNEL_STATES = ["channel.stopped", "channel.paused", "channel.resumed"] as const;

export const channelKey = (id: number) => ["channel", id];

/** The channel of the address. */
export function useChannel() {
  const client = useClient();
  const { channel } = useParams({ strict: false });
  const id = Number(channel);
  useLiveQueries(CHANNEL_STATES, [channelKey(id)]);
  return useQuery({
    queryKey: channelKey(id),
    queryFn: async () => (await getChannel({ client, path: { channel: id } })).data,
  });
}

const LONG_AGO = "2000-01-01T00:00:00Z";
const POLL_MS = 5_000;

/** A channel, read again until Meta has called it: no event tells of that. */
export function useCalls(known: Channel) {
  const client = useClient();
  const { data } = useQuery({
    queryKey: channelKey(known.id),
    queryFn: async () => (await getChannel({ client, path: { channel: known.id } })).data,
    initialData: known,
    refetchInterval: ({ state }) => (state.data?.last_webhook_at ? false : POLL_MS),
  });
  return data;
}

/** The time of the last message that came through a channel. */
export function useLastInbound({ id }: Channel) {
  const client = useClient();
  const isLive = useLiveState() === "live";
  useLiveQueries(["message.received"], [["channel-last-inbound", id]]);
  return useQuery({
    queryKey: ["channel-last-inbound", id],
    enabled: useMay("conversations:read"),
    refetchInterval: ({ state }) => (isLive || state.data ? false : POLL_MS),
    queryFn: async () => {
      const { data } = await listConversations({
        client,
        query: { channel_id: id, order: "activity", last_inbound_from: LONG_AGO, per_page: 10 },
      });
      const times = data.flatMap(({ last_inbound_at: at }) => (at ? [at] : []));
      return times.sort().at(-1) ?? null;
    },
  });
}

/** Replaces a channel as it is by now, so that what others have changed meanwhile stays. */
export async function changeChannel(
  client: Client,
  id: number,
  changes: Partial<ChannelReplacementWritable>,
) {
  const path = { channel: id };
  const { data: now } = await getChannel({ client, path });
  return replaceChannel({ client, path, body: { ...settingsOf(now), ...changes } });
}

/** All settings of a channel, since a replacement resets those that it leaves out. */
const settingsOf = (channel: Channel): ChannelReplacementWritable => ({
  name: channel.name,
  external_id: channel.external_id,
  business_account_id: channel.business_account_id,
  login: channel.login,
  gateway_url: channel.gateway_url,
  accepts: channel.accepts,
  marketing_route: channel.marketing_route,
  import_history: channel.import_history,
  business_hours: channel.business_hours,
  is_active: channel.status === "active",
});
