import { consentIn, type Keywords } from "#features/access/settings/consent";
import { type Warning, warn } from "#features/automation/scenarios/warnings";
import type { Affecting } from "./cycles";
import type { Sample } from "./definition";
import { type ActiveTrigger, compileSet, matchCause, rankOf } from "./match";
import { findTrigger } from "./registry";
import type { CommonData } from "./settings";

// Triggers that react to the same messages, of which one start is made.

/** A trigger of another scenario that is on. */
export type OtherTrigger = ActiveTrigger & { scenario: string };

/**
 * All of the workspace that may keep triggers from starting anything: the triggers of other
 * scenarios, the scenario's own that are on, the words of consents, and how many may be on.
 */
export type Rivals = {
  triggers: OtherTrigger[];
  own: OtherTrigger[];
  scenarios: Affecting[];
  keywords: Keywords;
  room: { most: number; own: number; others: number } | null;
};

/** The most messages that are tried, for each of the two sides. */
const MAX_SAMPLES = 2_000;
const ANYWHERE = 0;

type Tried = { trigger: ActiveTrigger; sample: Sample; channelId: number };

/** Messages and comments that a trigger fits: at most so many, first all on its first channel. */
function samplesOf(trigger: ActiveTrigger, most = MAX_SAMPLES): Tried[] {
  const samples = findTrigger(trigger.type)?.samples?.(trigger.data as never) ?? [];
  return (trigger.data.channel_ids ?? [ANYWHERE])
    .slice(0, Math.ceil(most / Math.max(samples.length, 1)))
    .flatMap((channelId) => samples.map((sample) => ({ trigger, sample, channelId })))
    .slice(0, most);
}

function matchSample(set: ReturnType<typeof compileSet>, { trigger, sample, channelId }: Tried) {
  const { comment } = sample;
  const base = { eventId: 0, at: 0, leadId: 0, actor: null };
  const speech = { platform: trigger.platform, isAssigned: false };
  if (comment)
    return matchCause(set, {
      ...{ ...base, ...speech, type: "comment.received" },
      comment: { eventId: 0, id: 0, channelId, sentAt: 0, ...comment },
    });
  const message = {
    ...({ eventId: 0, id: 0, channelId, type: "text", text: null, payload: null } as const),
    ...{ referral: null, story: null, sentAt: 0, ...sample },
  };
  return matchCause(set, {
    ...{ ...base, ...speech, type: "message.received", messages: [message] },
    previousAt: trigger.type === "first_message" ? null : 0,
  });
}

const areEqual = (one: ActiveTrigger, other: ActiveTrigger) =>
  one.data.priority === other.data.priority &&
  rankOf(one) === rankOf(other) &&
  // Different filters are mostly meant for different leads.
  !(one.data.filter && other.data.filter);

/** Pairs of triggers, of which each fits a message and neither comes first by priority or rank. */
function overlapsOf(own: ActiveTrigger[], others: OtherTrigger[]) {
  const found = new Map<ActiveTrigger, Set<OtherTrigger>>();
  const add = (one: ActiveTrigger, other: OtherTrigger) =>
    found.set(one, (found.get(one) ?? new Set()).add(other));
  const rivals = others.filter((other) => own.some((one) => areEqual(one, other)));
  const [ownSet, otherSet] = [compileSet(own), compileSet(rivals)];
  const known = new Map<ActiveTrigger, OtherTrigger>(rivals.map((other) => [other, other]));
  for (const tried of own.flatMap((one) => samplesOf(one)).slice(0, MAX_SAMPLES))
    for (const { trigger } of matchSample(otherSet, tried)) {
      const other = known.get(trigger);
      if (other && areEqual(tried.trigger, other)) add(tried.trigger, other);
    }
  for (const other of rivals)
    for (const tried of samplesOf(other, Math.floor(MAX_SAMPLES / rivals.length)))
      for (const { trigger } of matchSample(ownSet, tried))
        if (areEqual(trigger, other)) add(trigger, other);
  return found;
}

/** Settings of some types. */
type Words = CommonData & { match?: string; exclude?: unknown; types?: unknown };

/** True if each message that a trigger fits fits another one, too. */
function takesAll(other: ActiveTrigger, one: ActiveTrigger) {
  const [its, own]: [Words, Words] = [other.data, one.data];
  if (findTrigger(other.type)?.on !== findTrigger(one.type)?.on) return false;
  if (other.type === "any_message") return !its.types;
  if (other.type !== one.type || its.exclude) return false;
  const isWider =
    its.match === own.match || own.match === "is" || its.match === "contains" || !its.match;
  const samples = samplesOf(one);
  const set = compileSet([other]);
  return (
    isWider && samples.length > 0 && samples.every((tried) => matchSample(set, tried).length > 0)
  );
}

/** The trigger that always comes before another, which therefore starts nothing. */
const shadowOf = <Other extends ActiveTrigger>(one: ActiveTrigger, others: Other[]) =>
  others.find((other) => {
    const { priority, filter, again, channel_ids: ids } = other.data;
    if (priority <= one.data.priority || filter || again !== "always") return false;
    const isEverywhere = !ids || one.data.channel_ids?.every((id) => ids.includes(id));
    return other !== one && isEverywhere && takesAll(other, one);
  });

/** True if all that a trigger looks for are words by which people unsubscribe or subscribe. */
function saysConsent({ data, type }: ActiveTrigger, keywords: Keywords) {
  const { match }: Words = data;
  if (match === "contains" || match === "begins") return false;
  const samples = findTrigger(type)?.samples?.(data as never) ?? [];
  const isConsent = ({ text }: Sample) => {
    const consent = text ? consentIn({ type: "text", text }, keywords) : undefined;
    return consent && consent.weak === undefined;
  };
  return samples.length > 0 && samples.every(isConsent);
}

/** The warnings about triggers beside those that are on in the workspace. */
export function rivalWarnings(
  own: ActiveTrigger[],
  { triggers: others, keywords }: Pick<Rivals, "triggers" | "keywords">,
): Warning[] {
  const overlaps = overlapsOf(own, others);
  return own.flatMap((one): Warning[] => {
    const place = { trigger_id: one.id };
    if (saysConsent(one, keywords)) return [warn("trigger_shadowed", {}, place)];
    const shadow = shadowOf<OtherTrigger | ActiveTrigger>(one, [...own, ...others]);
    if (shadow) return [warn("trigger_shadowed", nameOf(shadow), place)];
    return [...(overlaps.get(one) ?? [])]
      .slice(0, MAX_NAMED)
      .map((other) => warn("trigger_overlap", nameOfOther(other), place));
  });
}

/** The most overlaps of a trigger that are named. */
const MAX_NAMED = 5;

const nameOfOther = ({ id: trigger, scenario, scenarioId: scenario_id }: OtherTrigger) => ({
  ...{ trigger, scenario, scenario_id },
});

/** The name of a trigger that may be of the same scenario. */
const nameOf = (trigger: OtherTrigger | ActiveTrigger) =>
  "scenario" in trigger ? nameOfOther(trigger) : { trigger: trigger.id };
