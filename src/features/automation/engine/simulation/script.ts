import type { Lead, Place } from "../run";
import type { BookingChange } from "./bookings";

/**
 * The events of a script. `webhook` sets how later HTTP requests are answered, all of them or those
 * of one node; they succeed by default. Requests to refused addresses are never made. `analysis`
 * sets how later analyses end and what completed ones find; by default they complete and find
 * nothing. `read` is the lead reading the last message. `weak`: the word, folded, by which a reply
 * opts out unless the run waits for it. `endsMarketing`: the reply opts out of marketing, too.
 * `answers`: those of a form, which the run has sent.
 */
export type SimulatedEvent =
  | {
      kind: "reply";
      text: string | null;
      tapped?: string | null;
      place?: Place;
      weak?: string | undefined;
      endsMarketing?: boolean;
      answers?: Record<string, unknown>;
    }
  | { kind: "click"; shortLinkId?: number | null }
  | { kind: "read" }
  | { kind: "tag_added"; tagId: number }
  | { kind: "stage_changed"; stage: string | null }
  | ({ kind: "booking" } & BookingChange)
  | { kind: "custom"; name: string }
  | { kind: "opt_out" }
  | {
      kind: "webhook";
      nodeId?: string | null;
      isOk: boolean;
      status?: number | null;
      saved?: unknown;
    }
  | {
      kind: "analysis";
      status: "completed" | "failed";
      reason?: string | null;
      fields?: Lead["fields"];
    }
  | { kind: "nothing" };

/** Seconds count from the start. */
export type Scripted = { afterSeconds: number; event: SimulatedEvent };

/** A scripted event with its time, and its place in the script. */
export type Planned = { at: number; index: number; event: SimulatedEvent };

/** The scripted events with their times, in the order of time. */
export const planScript = (script: Scripted[], startAt: number): Planned[] =>
  script
    .map(({ afterSeconds, event }, index) => ({
      at: Math.round(startAt + afterSeconds * 1000),
      index,
      event,
    }))
    .sort((one, other) => one.at - other.at);

const SETTINGS: SimulatedEvent["kind"][] = ["nothing", "webhook", "analysis"];

/** True if the event is one of the lead: others only let time pass, or set later outcomes. */
export const isOfLead = ({ event }: Planned) => !SETTINGS.includes(event.kind);

/** The latest event up to now that `isSuch` selects. */
export const latestOf = <Event extends SimulatedEvent>(
  planned: Planned[],
  now: number,
  isSuch: (event: SimulatedEvent) => event is Event,
) =>
  planned.findLast((one): one is Planned & { event: Event } => one.at <= now && isSuch(one.event))
    ?.event;
