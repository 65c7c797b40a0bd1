import { sql } from "drizzle-orm";
import { batch } from "#db/batch";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { resumeChannels } from "./pause";
import type { Channel } from "./schema";
import { ofId, selectChannel, toWire } from "./store";

/**
 * Ends the pause of a channel, and of those paused with it. Without one, nothing changes; nor where
 * the sender itself waits for its provider.
 */
export async function resumeChannel(scope: Scope, id: number): Promise<Channel> {
  const isOwn = sql`own.id in (select id from channels where ${ofId(scope, id)})`;
  const { resumed, channel } = await batch(scope, {
    resumed: resumeChannels(scope, id, sql`${isOwn} and own.pause_holds is not null`),
    channel: selectChannel(scope, id),
  });
  scope.sink.wake({ channels: resumed.map((one) => one.id) });
  return toWire(scope)(found(channel[0]));
}
