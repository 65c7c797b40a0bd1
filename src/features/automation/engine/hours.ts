import {
  type BusinessHours,
  type Hold,
  holdOf,
  isAnswer,
  opensAt,
  type QuietHours,
} from "#domain/opening-hours";
import { timeZoneOf, type Zoned } from "#domain/time-zones";
import { isWindowOpen } from "#domain/window";
import type { Reachability, Route } from "#features/messaging/outbound/route";

/** The settings of a workspace by which messages are held. `timeZone`: null is UTC. */
export type Hours = {
  timeZone: string | null;
  businessHours: BusinessHours | null;
  quietHours: QuietHours | null;
};

export const NO_HOURS: Hours = { timeZone: null, businessHours: null, quietHours: null };

/** Business hours in the workspace's time zone: the channel's, else the workspace's. */
function businessOf({ timeZone, businessHours }: Hours, { channel }: Pick<Route, "channel">) {
  const hours = channel?.businessHours ?? businessHours;
  return hours && { hours, timeZone: timeZone ?? "UTC" };
}

/** The first moment from `now` on at which business hours are open. Without any they always are. */
export function businessOpensAt(hours: Hours, route: Pick<Route, "channel">, now: number) {
  const business = businessOf(hours, route);
  return business ? opensAt(business.hours, business.timeZone, now) : now;
}

/** Somebody's message at `now`. `isWithin`: it keeps to business hours. */
type Message = { isTemplate: boolean; isWithin: boolean };

/**
 * The hold of a run's message. Quiet hours only hold templates to a lead whose window is closed,
 * and no answer to what the lead has written on any channel.
 */
export function holdOfMessage(
  lead: Zoned & Pick<Reachability, "conversations">,
  route: Route,
  { isTemplate, isWithin }: Message,
  hours: Hours,
  now: number,
): Hold {
  const { quietHours, timeZone } = hours;
  const isQuiet =
    isTemplate &&
    !isWindowOpen(route.conversation?.lastInboundAt ?? null, now) &&
    !isAnswer(
      lead.conversations.map(({ lastInboundAt }) => lastInboundAt),
      now,
    );
  return holdOf(
    {
      business: isWithin ? businessOf(hours, route) : null,
      quiet:
        quietHours && isQuiet ? { hours: quietHours, timeZone: timeZoneOf(lead, timeZone) } : null,
    },
    now,
  );
}
