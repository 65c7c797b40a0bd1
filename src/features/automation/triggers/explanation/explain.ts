import type { CauseRefusal, TriggerMismatch } from "#domain/trigger-mismatches";
import { iso, isoOrNull } from "#lib/time";
import { type Cause, isSpeech, utterancesIn } from "../cause";
import { type Decision, decide, type LeadState, silentUntil } from "../decide";
import { type ActiveTrigger, type Candidate, compileSet, matchCause, rankOf } from "../match";
import type { TriggerFault } from "../read";
import { findTrigger } from "../registry";
import { foretell } from "../sentences";
import { keyOf, toTrigger } from "../worker/memory";
import type { TriggerRow } from "../worker/rows";
import type { Explained, ExplainedTrigger, StartExplanation } from "./schema";

/** A trigger, be it on or off. */
export type KnownTriggerRow = TriggerRow & {
  scenarioName: string;
  fault: TriggerFault | null;
  isOn: 0 | 1;
};

/**
 * The cause to explain. It is null where triggers can't be asked at all, and `state` where nothing
 * is known of the lead: `refusal` then says why.
 */
export type Situation = {
  cause: Cause | null;
  refusal: CauseRefusal | null;
  state: LeadState | null;
  /** True if what has happened, or its lead, can't be read. */
  isBroken?: boolean;
  /** When its starts that were put off are due, by the keys of triggers. */
  putOff?: Map<string, number>;
};

/** The reasons for which triggers with faults are off. */
export const FAULTS: Record<TriggerFault, TriggerMismatch> = {
  invalid_trigger: "invalid",
  unknown_trigger: "invalid",
  trigger_not_on_platform: "not_on_platform",
};

/** A trigger as it is stored, and as it is matched. */
export type Known = { row: KnownTriggerRow; trigger: ActiveTrigger };
type Shown = "time" | "message";
type Explanation = Pick<StartExplanation, "outcome" | "handled_until" | "starts" | "triggers">;

/** The outcome of each trigger for a cause: those that fit in their order, then the others. */
export function explainTriggers(
  rows: KnownTriggerRow[],
  { cause, refusal, state, isBroken = false, putOff = NONE }: Situation,
  now: number,
): Explanation {
  const known = rows.map((row) => ({ row, trigger: toTrigger(row) }));
  const isAsked = ({ row }: Known) => row.isOn === 1;
  const fitting = fittingOf(known.filter(isAsked), cause);
  const off = fittingOf(
    known.filter((one) => !isAsked(one) && one.row.fault === null),
    cause,
  );
  const decision =
    cause && state && refusal === null ? decide(fitting, cause, state, now) : NOTHING;
  const outcomes = new Map(
    decision.evaluated.map(({ candidate, outcome }) => [candidate.trigger, outcome]),
  );
  const places = new Map([...fitting, ...off].map(({ trigger }, place) => [trigger, place]));
  const placeOf = ({ trigger }: Known) => places.get(trigger) ?? Number.POSITIVE_INFINITY;
  const outcomeOf = (one: Known): Explained => {
    if (one.row.fault) return FAULTS[one.row.fault];
    if (!isAsked(one)) return "paused";
    if (isBroken) return "internal_error";
    if (!places.has(one.trigger)) return mismatchOf(one.trigger, cause, refusal);
    return refusal ?? outcomes.get(one.trigger) ?? "before_activation";
  };
  return {
    outcome: isBroken ? "internal_error" : decision.outcome,
    handled_until: handledUntil(decision, cause, state),
    starts: decision.starts.map(({ trigger }) => ({
      scenario_id: trigger.scenarioId,
      trigger_id: trigger.id,
    })),
    triggers: known
      .toSorted((one, other) => inOrder(placeOf(one), placeOf(other)))
      .map((one) => {
        const time = waitsUntil(putOff.get(keyOf(one.row)));
        return toWire(one, places.has(one.trigger), outcomeOf(one), { time });
      }),
  };
}

/** Until when people have the conversation; null while it is assigned to one of them. */
function handledUntil({ evaluated }: Decision, cause: Cause | null, state: LeadState | null) {
  const isHandled = evaluated.some(({ outcome }) => outcome === "handled_by_person");
  if (!isHandled || !state || (cause && isSpeech(cause) && cause.isAssigned)) return null;
  return isoOrNull(silentUntil(state));
}

const waitsUntil = (at: number | undefined) =>
  at === undefined ? null : { date: null, due_at: iso(at), last: null };

const NONE = new Map<string, number>();
const NOTHING: Decision = { outcome: null, starts: [], evaluated: [] };

/** Two that have no place are equal. */
const inOrder = (one: number, other: number) => (one === other ? 0 : one - other);

const fittingOf = (known: Known[], cause: Cause | null): Candidate[] =>
  cause ? matchCause(compileSet(known.map(({ trigger }) => trigger)), cause) : [];

/** The reason for which a trigger that is on does not fit. */
function mismatchOf(
  trigger: ActiveTrigger,
  cause: Cause | null,
  refusal: CauseRefusal | null,
): Explained {
  const { type, platform, data } = trigger;
  const mismatch = findTrigger(type)?.mismatch ?? "type_differs";
  if (!cause) return refusal ?? mismatch;
  if (isSpeech(cause)) {
    if (cause.platform !== platform) return "other_platform";
    const { channel_ids: ids } = data;
    if (ids && !ids.includes(utterancesIn(cause)[0].channelId)) return "other_channel";
    if (data.patterns && matchCause(compileSet([trigger]), cause).length > 0)
      return "too_many_patterns";
  }
  return mismatch;
}

/** The outcome of a trigger. Without others, its sentence says what would become of it. */
export function toWire(
  { row, trigger }: Known,
  fits: boolean,
  outcome: Explained,
  { time = null, message = foretell(outcome) }: Partial<Pick<ExplainedTrigger, Shown>> = {},
): ExplainedTrigger {
  const isValid = row.fault === null;
  return {
    scenario_id: row.scenarioId,
    scenario_name: row.scenarioName,
    trigger_id: row.id,
    type: row.type,
    fits,
    priority: isValid ? trigger.data.priority : null,
    rank: isValid ? rankOf(trigger) : null,
    outcome,
    message,
    time,
  };
}
