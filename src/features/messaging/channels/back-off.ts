import { type SQL, sql } from "drizzle-orm";

/**
 * Has the senders of channels wait until a time: they read it as they claim messages, and keep the
 * latest. `channelIds` selects the channels. It is no change of a channel.
 */
export const backOffChannels = (channelIds: SQL, until: number) => sql`
  update channels set limited_until = ${until}
  where id in (${channelIds}) and ifnull(limited_until, 0) < ${until}`;
