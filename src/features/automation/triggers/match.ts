import { startingTypes } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { Lane, TriggerType } from "#domain/triggers";
import { describeError, log } from "#lib/log";
import { type Cause, isSpeech, utterancesIn } from "./cause";
import type { Fit } from "./definition";
import { findTrigger } from "./registry";
import type { CommonData } from "./settings";
import { type SoughtText, textsIn } from "./texts";
import { patternWeightOf } from "./words";

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
export type Candidate = Fit & { trigger: ActiveTrigger; rank: number };

/** The triggers of a workspace, prepared to be matched. */
export type TriggerSet = { byCause: Map<string, CauseTriggers> };

/**
 * The triggers of a type of cause. `byKey`: those that fit only messages with a text that they look
 * for, by its key; `others` are always asked. `textsOf` finds all these texts in a message.
 */
type CauseTriggers = {
  all: ActiveTrigger[];
  byKey: Map<string, number[]>;
  others: number[];
  textsOf: TextsOf;
};
type TextsOf = ReturnType<typeof textsIn>;

/** The most that the patterns of a workspace's triggers weigh. */
export const MAX_PATTERNS_SIZE = 20_000;

/** The triggers with patterns that were switched on when there were too many. They never fit. */
export function beyondPatterns<One extends Pick<ActiveTrigger, "data" | "since">>(triggers: One[]) {
  let patterns = 0;
  const beyond = triggers
    .toSorted((one, other) => one.since - other.since)
    .filter(({ data }) => {
      const own = patternWeightOf(data);
      patterns += own;
      return own > 0 && patterns > MAX_PATTERNS_SIZE;
    });
  return new Set(beyond);
}

/** Prepares triggers. */
export function compileSet(triggers: ActiveTrigger[]): TriggerSet {
  const beyond = beyondPatterns(triggers);
  const within = triggers.filter((trigger) => !beyond.has(trigger));
  const byCause = Map.groupBy(within, ({ type }) => findTrigger(type)?.on ?? "none");
  return { byCause: new Map([...byCause].map(([cause, those]) => [cause, keyed(those)])) };
}

function keyed(all: ActiveTrigger[]): CauseTriggers {
  const [byKey, others] = [new Map<string, number[]>(), [] as number[]];
  const texts: SoughtText[] = [];
  for (const [index, { type, data }] of all.entries()) {
    const { words = [], exclude = [] } = findTrigger(type)?.sought?.(data as never) ?? {};
    for (const text of [...words, ...exclude]) texts.push(text);
    if (words.length === 0) others.push(index);
    for (const { key } of words) {
      const those = byKey.get(key);
      if (those) those.push(index);
      else byKey.set(key, [index]);
    }
  }
  return { all, byKey, others, textsOf: textsIn(texts) };
}

/**
 * The triggers that fit a cause, the first to be tried first: by priority, then rank, then when
 * they were switched on. Whether `filter` and `again` let them start is decided later.
 */
export function matchCause({ byCause }: TriggerSet, event: Cause): Candidate[] {
  const cause = startingPart(event);
  const triggers = cause && byCause.get(cause.type);
  if (!triggers) return [];
  return possible(triggers, cause)
    .flatMap((trigger) => {
      const fit = isMeant(trigger, cause) ? fitOf(trigger, cause, triggers.textsOf) : undefined;
      return fit ? [{ ...fit, rank: rankOf(trigger), trigger }] : [];
    })
    .toSorted(byOrder);
}

/** The triggers that look for a text which a message or a comment has, and the others. */
function possible({ all, byKey, others, textsOf }: CauseTriggers, cause: Cause) {
  const isPossible = new Uint8Array(all.length);
  for (const index of others) isPossible[index] = 1;
  if (isSpeech(cause) && byKey.size > 0)
    for (const utterance of utterancesIn(cause))
      for (const key of textsOf(utterance))
        for (const index of byKey.get(key) ?? []) isPossible[index] = 1;
  return all.filter((_, index) => isPossible[index] === 1);
}

/** A trigger's rank: of a type, and more where the trigger is for some channels or leads alone. */
export const rankOf = ({ type, data }: Pick<ActiveTrigger, "type" | "data">) =>
  (findTrigger(type)?.rank?.(data as never) ?? 0) + bonusOf(data);

/** A cause without the messages that start nothing; undefined if none is left. */
function startingPart(cause: Cause): Cause | undefined {
  if (cause.type !== "message.received") return cause;
  const [first, ...others] = cause.messages.filter((said) => startingTypes.includes(said.type));
  return first && { ...cause, messages: [first, ...others] };
}

/** True if the cause is on the platform and a channel of the trigger: facts are on none. */
function isMeant({ platform, data: { channel_ids: ids } }: ActiveTrigger, cause: Cause) {
  if (!isSpeech(cause)) return true;
  return cause.platform === platform && (!ids || ids.includes(utterancesIn(cause)[0].channelId));
}

/** The fit of a trigger. One that can't be asked fits nothing, and does not stop the others. */
function fitOf({ type, data, ...own }: ActiveTrigger, cause: Cause, textsOf: TextsOf) {
  try {
    return findTrigger(type)?.fits?.(data as never, cause as never, textsOf);
  } catch (error) {
    const about = { scenario_id: own.scenarioId, trigger_id: own.id };
    log("error", "trigger not asked", { ...about, ...describeError(error) });
    return undefined;
  }
}

const bonusOf = ({ channel_ids: ids, filter }: CommonData) => (ids ? 1 : 0) + (filter ? 2 : 0);

const byOrder = (one: Candidate, other: Candidate) =>
  other.trigger.data.priority - one.trigger.data.priority ||
  other.rank - one.rank ||
  other.trigger.since - one.trigger.since ||
  other.trigger.scenarioId - one.trigger.scenarioId ||
  one.trigger.place - other.trigger.place;
