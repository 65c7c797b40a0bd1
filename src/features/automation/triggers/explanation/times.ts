import type { TriggerOutcome, TriggerType } from "#domain/triggers";
import type { Region } from "#lib/region";
import { iso } from "#lib/time";
import type { Cause } from "../cause";
import { decide, type LeadState } from "../decide";
import { foretell, sentenceOf } from "../sentences";
import {
  type DateSettings,
  type DateStart,
  GRACE_MS,
  hasValue,
  startFor,
  verified,
} from "../times/date";
import { type Recurrence, recur } from "../times/recurrence";
import { timeOf } from "../worker/causes";
import type { LeadOfCause } from "../worker/lead";
import { keyOf } from "../worker/memory";
import type { Known } from "./explain";
import type { Explained, ExplainedTime } from "./schema";

// When triggers whose causes are times start for a lead. Times are milliseconds since 1970.

/** The outcome of a time that has come, as it was decided. */
export type LastTime = { outcome: TriggerOutcome; at: number };

/** All that is known of the lead. `stored` and `lasts` are by the keys of triggers. */
export type Around = {
  lead: LeadOfCause;
  state: LeadState;
  region: Region;
  /** The times that the worker is to look at. */
  stored: Map<string, number>;
  lasts: Map<string, LastTime>;
  /** True for the segments that the lead is in; a segment that is gone has none. */
  segments: Map<number, boolean>;
};

/**
 * `decided`: what would become of a time that has come now. `isOpen`: it has come, or the worker
 * has not stored it yet.
 */
export type Timed = {
  outcome: Explained;
  decided: TriggerOutcome | null;
  message: string;
  fits: boolean;
  time: ExplainedTime;
  isOpen: boolean;
};

type Explainer = (known: Known, around: Around, now: number) => Timed;

const explainers = { date: explainDate, recurring: explainRecurring } satisfies Partial<
  Record<TriggerType, Explainer>
>;
/** The types of triggers whose causes are times. */
export const timeTypes = Object.keys(explainers);

/** A trigger's time for a lead; undefined for a trigger with a fault, and one without times. */
export function explainTime(known: Known, around: Around, now: number) {
  const byType: Partial<Record<TriggerType, Explainer>> = explainers;
  return known.row.fault ? undefined : byType[known.row.type]?.(known, around, now);
}

/** Publishing stores what the schema of the type has read. */
const settingsOf = <Settings>({ row }: Known) => JSON.parse(row.data) as Settings;

function explainDate(known: Known, around: Around, now: number): Timed {
  const settings = settingsOf<DateSettings & { if_missed: string }>(known);
  const { lead, region } = around;
  const key = keyOf(known.row);
  const stored = around.stored.get(key);
  const isCome = stored !== undefined && stored <= now;
  const come = isCome ? verified(settings, lead.dated, region, { at: stored, now }).start : null;
  const due = come && isSince(known.trigger, come) ? come : null;
  const start = due ?? startFor(settings, lead.dated, region, now);
  const last = around.lasts.get(key) ?? null;
  if (!start) {
    const outcome = hasValue(settings, lead.dated) ? "date_unreadable" : "no_date";
    return timed({ outcome, fits: false, last, of: settings.of });
  }
  const { at, date } = start;
  const cause = { ...NO_EVENT, leadId: lead.lead.id, at, date, runsLate: runsLate(settings) };
  const timing = { date, at, last };
  if (due) {
    const outcome = outcomeOf(known, cause, around.state, now);
    return timed({ outcome, ...timing, decided: outcome, isOpen: true });
  }
  if (at <= now) {
    const outcome = pastOutcome(known, start, around);
    return timed({ outcome, ...timing, fits: !NEVER_STARTED.includes(outcome) });
  }
  const outcome = outcomeOf(known, cause, lasting(around.state), at);
  const isOpen = stored === undefined || stored > at;
  return timed({ outcome: outcome === "started" ? "time_ahead" : outcome, ...timing, isOpen });
}

/** True of a start that came once the trigger was on. */
const isSince = ({ since }: Known["trigger"], { at }: DateStart) => at + GRACE_MS > timeOf(since);

const NO_EVENT = { type: "date", eventId: 0, actor: null } as const;
const runsLate = ({ if_missed }: { if_missed: string }) => if_missed === "run";
const NEVER_STARTED: Explained[] = ["before_activation", "date_over"];

/** The decision on one trigger's cause. */
const outcomeOf = ({ trigger }: Known, cause: Cause, state: LeadState, now: number) =>
  decide([{ trigger, rank: 0 }], cause, state, now).outcome ?? "internal_error";

/** The state of the lead that will last until a later time, as far as is known. */
const lasting = (state: LeadState): LeadState => ({
  ...state,
  runs: [],
  startsInHour: 0,
  startsLeft: Number.POSITIVE_INFINITY,
});

/** The outcome of a time that is over: an entry tells of its start longer than an evaluation. */
function pastOutcome(
  { row, trigger }: Known,
  start: DateStart,
  { lead, lasts }: Around,
): Explained {
  const hasStarted = lead.entries.some(
    ({ scenarioId, triggerId, subject }) =>
      scenarioId === row.scenarioId && triggerId === row.id && subject === start.date,
  );
  if (hasStarted) return "started";
  const last = lasts.get(keyOf(row));
  if (last && last.at >= start.at && last.outcome !== "started") return last.outcome;
  return start.at < timeOf(trigger.since) ? "before_activation" : "date_over";
}

function explainRecurring(known: Known, { lead, region, segments }: Around, now: number): Timed {
  const { segment_id: segment, ...recurrence } = settingsOf<Recurrence & { segment_id: number }>(
    known,
  );
  const at = recur(recurrence, region.timeZone ?? "UTC", now, now).next;
  const isMember = segments.get(segment);
  if (isMember === undefined) return timed({ outcome: "segment_gone", at, fits: false });
  if (!isMember) return timed({ outcome: "not_in_segment", at, fits: false });
  return timed({ outcome: lead.lead.isOptout ? "opted_out" : "time_ahead", at });
}

type Timing = {
  outcome: Explained;
  fits?: boolean;
  at?: number;
  date?: string;
  last?: LastTime | null;
  decided?: TriggerOutcome | null;
  isOpen?: boolean;
  /** The field or variable that the date is read from. */
  of?: string;
};

function timed({ outcome, fits = true, decided = null, ...more }: Timing): Timed {
  const { at, date = null, last, of = "", isOpen = false } = more;
  const dueAt = at === undefined ? null : iso(at);
  const detail = details[outcome]?.(of, dueAt);
  const sentence = decided ? foretell(outcome) : sentenceOf(outcome);
  return {
    ...{ outcome, decided, fits, isOpen },
    message: detail ? `${sentence.slice(0, -1)}: ${detail}.` : sentence,
    time: {
      date,
      due_at: dueAt,
      last: last
        ? { outcome: last.outcome, message: sentenceOf(last.outcome), at: iso(last.at) }
        : null,
    },
  };
}

const details: Partial<Record<Explained, (of: string, at: string | null) => string>> = {
  time_ahead: (_, at) => `${at}`,
  date_over: (_, at) => `${at}`,
  no_date: (of) => `\`${of}\` is empty`,
  date_unreadable: (of) => `\`${of}\` holds something else`,
};
