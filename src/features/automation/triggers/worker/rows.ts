import type { DueRecurring } from "#db/statements/recurring-triggers";
import type { Platform } from "#domain/platforms";
import type { Lane, TriggerOutcome, TriggerType } from "#domain/triggers";
import type { LeadRow } from "#features/automation/runs/engine-lead";
import type { DateMoment } from "../definitions/date";
import type { EventRow } from "./causes";

// The rows that a claim reads, besides events (causes.ts).

/** A trigger that is on, and its count of starts. */
export type TriggerRow = {
  scenarioId: number;
  id: string;
  type: TriggerType;
  platform: Platform;
  lane: Lane | null;
  place: number;
  since: number | null;
  data: string;
  hour: number;
  starts: number;
  limitedHour: number | null;
};

/** A start that was put off, or the time of a date (`event` is 0), that is due. */
export type TimeRow = {
  scenario: number;
  trigger: string;
  lead: number;
  event: number;
  at: number;
};

/** An evaluation of a lead of the last day. `channelId` is that of its message. */
export type LastEvaluation = {
  id: number;
  lane: Lane;
  lastEventId: number | null;
  outcome: TriggerOutcome;
  candidates: string;
  channelId: number | null;
};

/** A lead, with JSON of its newest runs, entries and evaluations. */
export type CauseLeadRow = LeadRow &
  Record<DateMoment, number | null> & {
    instagram_reply: string | null;
    bookings: string;
    runs: string;
    entries: string;
    evaluations: string;
    starts_in_hour: number;
    is_being_merged: 0 | 1;
  };

export type CursorRow = {
  lane: Lane;
  position: number;
  nextEventId: number | null;
  refusals: number;
};

export type WorkspaceRow = {
  channels: string;
  tagStages: string;
  defaultCountry: string | null;
  /** JSON. */
  hours: string;
  triggersWaitHours: number;
  startsLeft: number;
  revision: string | null;
  isSuspended: 0 | 1;
  isFull: 0 | 1;
  nextTimeAt: number | null;
};

/**
 * The result of one round trip. `advanced` are the lanes that its commit has moved; nothing is
 * claimed for a workspace that is idle: suspended or full. `statements` counts the statements.
 */
export type Claimed = {
  advanced: Lane[];
  cursors: CursorRow[];
  triggers: TriggerRow[];
  events: EventRow[];
  leads: CauseLeadRow[];
  times: TimeRow[];
  recurring: DueRecurring[];
  workspace: WorkspaceRow | undefined;
  isIdle: boolean;
  statements: number;
};
