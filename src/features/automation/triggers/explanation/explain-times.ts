import type { CauseRefusal } from "#domain/trigger-mismatches";
import type { Scope } from "#env";
import { found } from "#lib/problem";
import { sentenceOf } from "../sentences";
import { toLeadOfCause } from "../worker/lead";
import { toTrigger } from "../worker/memory";
import { FAULTS, type Known, toWire } from "./explain";
import { MAX_TIMES_SHOWN, readTimes, type Times } from "./read-times";
import type { ExplainedTrigger, StartExplanation } from "./schema";
import { idleness, stateOf, unknown } from "./state";
import { type Around, explainTime, type Timed } from "./times";

/** Explains when triggers start for a lead at a time, and what became of the last one. */
export async function explainTimes(scope: Scope, leadId: number): Promise<StartExplanation> {
  const now = Date.now();
  const read = await readTimes(scope, leadId, now);
  if (!read.known[0]) throw unknown("lead_id");
  const around = aroundOf(scope, read, now);
  const refusal = around ? idleness(found(read.workspace[0])) : "lead_gone";
  const answers = read.triggers.slice(0, MAX_TIMES_SHOWN).map((row) => {
    const known = { row, trigger: toTrigger(row) };
    return { known, timed: around && explainTime(known, around, now) };
  });
  const on = answers.filter(({ known }) => known.row.isOn === 1);
  const due = on.flatMap(({ known, timed }) => (timed?.decided ? [{ known, timed }] : []));
  const starting = refusal ? [] : due.filter(({ timed }) => timed.decided === "started");
  const [first] = [...starting, ...(refusal ? [] : due)];
  return {
    ...{ event_id: null, event_type: null, message_id: null, comment_id: null, lead_id: leadId },
    refusal: refusal && { reason: refusal, message: sentenceOf(refusal), run_id: null },
    is_pending: on.some(({ timed }) => timed?.isOpen === true),
    outcome: first?.timed.decided ?? null,
    handled_until: null,
    starts: starting.map(({ known: { row } }) => ({
      scenario_id: row.scenarioId,
      trigger_id: row.id,
    })),
    triggers: answers.map(({ known, timed }) => shown(known, timed, refusal)).toSorted(byTime),
    has_more: read.triggers.length > MAX_TIMES_SHOWN,
    evaluation: null,
  };
}

/** All that is known of the lead; undefined while it is being merged. */
function aroundOf(scope: Scope, { leads: [row], ...read }: Times, now: number): Around | undefined {
  const workspace = found(read.workspace[0]);
  if (!row) return undefined;
  const lead = toLeadOfCause(row, workspace);
  const moment = { depth: 0, lastPersonAt: null, now };
  const state = stateOf(scope, lead, workspace, read.triggers, moment);
  const { defaultCountry: country, timeZone } = state.workspace;
  return { ...read, lead, state, region: { country, timeZone } };
}

/** The answer of a trigger: that it is off comes before what keeps the lead from it. */
function shown(known: Known, timed: Timed | undefined, refusal: CauseRefusal | null) {
  const { fault, isOn } = known.row;
  const { fits = false, time } = timed ?? {};
  if (fault) return toWire(known, fits, FAULTS[fault]);
  if (isOn === 0) return toWire(known, fits, "paused", { time });
  if (!timed || (fits && refusal)) return toWire(known, fits, refusal ?? "lead_gone", { time });
  return toWire(known, fits, timed.outcome, { time, message: timed.message });
}

/** Those that fit in the order of their times, then the others. */
const byTime = (one: ExplainedTrigger, other: ExplainedTrigger) =>
  Number(other.fits) - Number(one.fits) || dueAt(one).localeCompare(dueAt(other));
const dueAt = ({ time }: ExplainedTrigger) => time?.due_at ?? "";
