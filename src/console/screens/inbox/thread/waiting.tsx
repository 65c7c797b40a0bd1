import { useQuery } from "@tanstack/react-query";
import { type ChannelPause, getChannel, type Message } from "#client";
import { useLiveQueries } from "#console/live/live";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import styles from "./message.module.css";
import { texts } from "./texts";

const CHANNEL_STATES = ["channel.stopped", "channel.paused", "channel.resumed"] as const;

/** No event tells of the tries of a channel that is paused. */
const POLL_MS = 60_000;

/** The pause of the conversation's channel, for those who may see the channel. */
export function usePause(channelId: number | null): ChannelPause | null {
  const client = useClient();
  const key = ["inbox", "channel", channelId];
  useLiveQueries(CHANNEL_STATES, [key]);
  const { data } = useQuery({
    queryKey: key,
    enabled: useMay("channels:read") && channelId !== null,
    queryFn: async ({ signal }) =>
      (await getChannel({ client, path: { channel: channelId ?? 0 }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.pause ? POLL_MS : false),
  });
  return data?.pause ?? null;
}

/** The pauses that keep templates, and let answers go on. */
const OF_TEMPLATES: ChannelPause["reason"][] = ["spam_rate", "template_misuse"];

const isKept = ({ status, error, type }: Message, { reason }: ChannelPause) =>
  status === "queued" && !error && (type === "template" || !OF_TEMPLATES.includes(reason));

/** The reason why a message has not been sent yet. */
export function Waiting({ message, pause }: { message: Message; pause: ChannelPause | null }) {
  const t = useTexts(texts);
  const { failures } = useTexts(nameTexts);
  const format = useFormat();
  const why = () => {
    if (message.status === "assessing") return t.assessing;
    if (!pause || !isKept(message, pause)) return null;
    const { reason, next_try_at: at } = pause;
    const isAhead = Date.parse(at) > Date.now();
    const cause = reason === "outage" ? t.outage : failures[reason];
    return `${t.paused} ${cause} ${isAhead ? t.nextTry(format.dateTime(at)) : t.nextTrySoon}`;
  };
  const text = why();
  return text === null ? null : <p className={classes(styles.failure, styles.held)}>{text}</p>;
}
