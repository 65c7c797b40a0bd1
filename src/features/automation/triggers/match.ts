import { startingTypes } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { Lane, TriggerType } from "#domain/triggers";
import type { Cause } from "./cause";
import type { Fit } from "./definition";
import { findTrigger } from "./registry";
import type { CommonData } from "./settings";

/** A trigger that is on. */
export type ActiveTrigger = {
  scenarioId: number;
  id: string;
  type: TriggerType;
  lane: Lane | null;
  platform: Platform;
  data: CommonData;
  /** Its place in the list of its scenario. */
  place: number;
  /** It reacts to events after this one. */
  since: number;
};

/** A trigger that fits a cause. */
export type Candidate = Fit & { trigger: ActiveTrigger };

/** The triggers of a workspace, prepared to be matched. */
export type TriggerSet = { byCause: Map<string, ActiveTrigger[]> };

export const compileSet = (triggers: ActiveTrigger[]): TriggerSet => ({
  byCause: Map.groupBy(triggers, ({ type }) => findTrigger(type)?.on ?? "none"),
});

/**
 * The triggers that fit a cause, the first to be tried first: by priority, then rank, then when
 * they were switched on. Whether `filter` and `again` let them start is decided later.
 */
export function matchCause({ byCause }: TriggerSet, event: Cause): Candidate[] {
  const cause = startingPart(event);
  if (!cause) return [];
  return (byCause.get(cause.type) ?? [])
    .flatMap((trigger) => {
      const fit = isMeant(trigger, cause) ? fitOf(trigger, cause) : undefined;
      return fit ? [{ ...fit, rank: fit.rank + bonusOf(trigger.data), trigger }] : [];
    })
    .toSorted(byOrder);
}

/** A cause without the messages that start nothing; undefined if none is left. */
function startingPart(cause: Cause): Cause | undefined {
  if (cause.type !== "message.received") return cause;
  const [first, ...others] = cause.messages.filter(({ type }) => startingTypes.includes(type));
  return first && { ...cause, messages: [first, ...others] };
}

/** True if the cause is on the platform and a channel of the trigger: facts are on none. */
function isMeant({ platform, data: { channel_ids: ids } }: ActiveTrigger, cause: Cause) {
  if (cause.type !== "message.received") return true;
  return cause.platform === platform && (!ids || ids.includes(cause.messages[0].channelId));
}

const fitOf = ({ type, data }: ActiveTrigger, cause: Cause) =>
  findTrigger(type)?.fits?.(data as never, cause as never);

const bonusOf = ({ channel_ids: ids, filter }: CommonData) => (ids ? 1 : 0) + (filter ? 2 : 0);

const byOrder = (one: Candidate, other: Candidate) =>
  other.trigger.data.priority - one.trigger.data.priority ||
  other.rank - one.rank ||
  other.trigger.since - one.trigger.since ||
  other.trigger.scenarioId - one.trigger.scenarioId ||
  one.trigger.place - other.trigger.place;
