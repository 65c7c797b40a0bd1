import type { EvaluatedCandidate } from "#db/schema/triggers";
import type { Evaluation } from "#db/statements/trigger-evaluations";
import type { TriggerOutcome } from "#domain/triggers";
import { DAY_MS } from "#lib/time";
import type { Decision } from "../decide";
import { laneOf } from "./causes";
import type { Decided } from "./decisions";

/** The most candidates of a cause that are kept. */
const MAX_CANDIDATES = 20;

/** Those that start, now or later, of which there are fewer, and the first of the others. */
export function keptOf({ evaluated }: Decision) {
  const starts = evaluated.filter(({ outcome }) => STARTING.includes(outcome));
  let room = MAX_CANDIDATES - starts.length;
  return evaluated.filter((one) => starts.includes(one) || room-- > 0);
}

const STARTING: readonly TriggerOutcome[] = ["started", "put_off"];

const candidatesOf = ({ decision }: Decided): EvaluatedCandidate[] =>
  keptOf(decision).map(({ candidate: { trigger }, outcome }) => [
    trigger.scenarioId,
    trigger.id,
    outcome,
  ]);

/**
 * The evaluations of causes that fitted a trigger. Equal refusals of a lead on one day are one: the
 * newest cause counts. `room` is for how many more refusals there is place today.
 */
export function evaluationsOf(decided: Decided[], room: number, now: number): Evaluation[] {
  const evaluations: Evaluation[] = [];
  let left = room;
  for (const one of decided) {
    const evaluation = evaluationOf(one, now);
    if (!evaluation) continue;
    const isRefusal = evaluation.outcome !== "started";
    const equal = isRefusal
      ? evaluations.find((earlier) => isEqual(earlier, evaluation))
      : undefined;
    if (equal) {
      const { event, last, message, comment } = evaluation;
      Object.assign(equal, { event, last, message, comment, times: equal.times + 1 });
      continue;
    }
    if (isRefusal && evaluation.raises === null && left-- <= 0) continue;
    evaluations.push(evaluation);
  }
  return evaluations;
}

function evaluationOf(one: Decided, now: number): Evaluation | undefined {
  const { cause, decision, last, time, lead } = one;
  if (decision.outcome === null) return undefined;
  const { outcome } = decision;
  const lane = laneOf(cause);
  const candidates = candidatesOf(one);
  const text = JSON.stringify(candidates);
  const today = Math.floor(now / DAY_MS) * DAY_MS * 1_000;
  const same = lead?.evaluations.find(
    (earlier) =>
      outcome !== "started" &&
      earlier.id >= today &&
      earlier.lane === lane &&
      earlier.outcome === outcome &&
      earlier.candidates === text,
  );
  return {
    lane,
    time,
    ...personOf(one),
    event: cause.eventId || null,
    last: last || null,
    message: cause.type === "message.received" ? messageOf(one) : null,
    outcome,
    candidates,
    raises: same?.id ?? null,
    times: 1,
  };
}

/** The lead of a cause, and the comment by which the commit finds it. */
export const personOf = ({ cause }: Pick<Decided, "cause">) => ({
  lead: cause.leadId < 0 ? null : cause.leadId,
  comment: cause.type === "comment.received" ? cause.comment.id : null,
});

/** The message that the first candidate fitted, which is the one that started if any did. */
function messageOf({ cause, decision }: Decided) {
  const [first] = [...decision.starts, ...decision.evaluated.map(({ candidate }) => candidate)];
  const own = cause.type === "message.received" ? cause.messages[0].id : null;
  return first?.message?.id ?? own;
}

const isEqual = (one: Evaluation, other: Evaluation) =>
  one.lead !== null &&
  one.lead === other.lead &&
  one.lane === other.lane &&
  one.outcome === other.outcome &&
  JSON.stringify(one.candidates) === JSON.stringify(other.candidates);
