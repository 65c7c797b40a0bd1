import { type Booking, ownBooking } from "#features/automation/engine/booking";
import { dateOf } from "#features/automation/engine/dates";
import { businessOpensAt } from "#features/automation/engine/hours";
import { regionOf } from "#features/automation/engine/region";
import { routeOfRun } from "#features/automation/engine/route";
import type { Run, RunEvent } from "#features/automation/engine/run";
import {
  end,
  leave,
  type StepContext,
  type Transition,
  wait,
} from "#features/automation/engine/transition";
import { type NodeWarning, warnAt } from "#features/automation/scenarios/warnings";
import { type CheckContext, defineNode, type NodeWith } from "../definition";
import { withinAsked } from "../fields";
import { after } from "../passage";
import { whenUnconnected } from "../unconnected";
import { awaitBooking, bookingIn, CANCELLED, momentOfBooking, type UntilBooking } from "./booking";
import { momentOf } from "./moment";
import { DelaySettings, documentation } from "./settings";

function arrive({ data }: NodeWith<DelaySettings>, { run, now }: StepContext): Transition {
  const until = bookingIn(data);
  if (until) return leaveByBooking(data, until, awaitBooking(run, now), run, now);
  const moment = momentOf(data, run.lead.variables, now, regionOf(run));
  if (moment === null) return end("failed", "invalid_date", variableIn(data));
  return leaveFrom(data, run, moment, now);
}

/** Goes on from the moment of the run's booking, which may have moved, or leaves without one. */
function leaveByBooking(
  data: DelaySettings,
  until: UntilBooking,
  booking: Booking | null,
  run: Run,
  now: number,
) {
  const moment = momentOfBooking(booking, until, now);
  if (moment !== null) return leaveFrom(data, run, moment, now);
  return leave(CANCELLED, { booking_id: booking?.id ?? null, state: booking?.state ?? null });
}

function react(
  { data }: NodeWith<DelaySettings>,
  { run, now }: StepContext,
  event: RunEvent,
): Transition | undefined {
  const until = bookingIn(data);
  if (until) return leaveByBooking(data, until, ownBooking(run), run, now);
  return event.kind === "time" ? leaveFrom(data, run, now, now) : undefined;
}

/** Goes on from a moment, or from the hours that come then. */
function leaveFrom({ within }: DelaySettings, run: Run, moment: number, now: number): Transition {
  const from = Math.max(moment, now);
  const then = within == null ? from : businessOpensAt(run.workspace, routeOfRun(run), from);
  return then > now ? wait("time", then) : leave("next");
}

/** Only the workspace's country says whether `03/04/2026` is a date, and which. */
function unreadDate({ until }: DelaySettings, { known: { region } }: CheckContext): NodeWarning[] {
  if (!until || !("date" in until) || dateOf(until.date, region)) return [];
  return [warnAt("until.date", "unreadable_date", { value: until.date })];
}

const variableIn = ({ until }: DelaySettings) =>
  until && "variable" in until ? { variable: until.variable } : {};

export const delay = defineNode({
  type: "delay",
  documentation,
  settings: DelaySettings,
  handles: [
    "next",
    {
      of: (data) => (bookingIn(data) ? [CANCELLED] : []),
      words: "`cancelled` of a delay until a booking",
    },
  ],
  arrive,
  react,
  waitsFor: () => ["time"],
  waits: ({ seconds, until }, handle) =>
    handle !== CANCELLED && seconds !== 0 && !(until && "date" in until),
  whenUnconnected: (handle) => (handle === CANCELLED ? null : whenUnconnected(handle)),
  ensuresBooking: (data, handle) => handle !== CANCELLED && bookingIn(data) !== undefined,
  needsBooking: (data) => (bookingIn(data) ? ["until.booking"] : []),
  passage: ({ seconds, within }) => after(within == null ? seconds : null),
  findFaults: unreadDate,
  asksHours: withinAsked,
});
