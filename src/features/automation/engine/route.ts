import { type Route, routeOf } from "#features/messaging/outbound/route";
import type { Run } from "./run";

/** The channel and the conversation by which the run writes to its lead, where they exist. */
export const routeOnPlatform = ({ lead, platform }: Pick<Run, "lead" | "platform">): Route =>
  routeOf(lead, { platform }) ?? { platform, channel: undefined, conversation: undefined };
