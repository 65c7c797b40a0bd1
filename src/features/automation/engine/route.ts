import { type Reachability, type Route, routeOf } from "#features/messaging/outbound/route";
import type { Run } from "./run";

/**
 * The channel and the conversation by which a run writes to its lead, where they exist: by its own
 * channel, and by the usual one where that is gone.
 */
export function routeOfRun({
  lead,
  platform,
  channelId,
}: Pick<Run, "platform" | "channelId"> & { lead: Reachability }): Route {
  const own = lead.channels.find((one) => one.id === channelId && one.platform === platform);
  return (
    routeOf(lead, { platform, channelId: own?.id }) ?? {
      platform,
      channel: undefined,
      conversation: undefined,
    }
  );
}
