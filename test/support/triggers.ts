import type { Cause, SpokenComment, SpokenMessage } from "#features/automation/triggers/cause";
import { type ActiveTrigger, compileSet, matchCause } from "#features/automation/triggers/match";
import { readTriggers, type Trigger } from "#features/automation/triggers/read";
import { findTrigger } from "#features/automation/triggers/registry";

/** A trigger on the first platform that has it, read from its settings, that is on. */
export function activeTrigger(
  type: string,
  data: object,
  more: Partial<ActiveTrigger> = {},
): ActiveTrigger {
  const [platform = "whatsapp"] = findTrigger(type)?.platforms ?? [];
  const [read] = readTriggers([{ id: "t", type, data }], platform);
  if (!read?.isValid) throw new Error(JSON.stringify(read?.faults));
  const { id, lane } = read;
  return {
    ...{ scenarioId: 1, id, type: read.type, lane, platform, data: read.data },
    ...{ place: 0, since: 0, ...more },
  };
}

export const spoken = (message: Partial<SpokenMessage> = {}): SpokenMessage => ({
  ...{ eventId: 10, id: 1, channelId: 5, type: "text", text: null, payload: null },
  ...{ referral: null, story: null, sentAt: 0, ...message },
});

/** The messages of lead 1 on WhatsApp, as a cause. */
export const speech = (
  messages: [Partial<SpokenMessage>, ...Partial<SpokenMessage>[]],
  previousAt: number | null = 0,
): Cause => {
  const [first, ...others] = messages;
  return {
    ...{ eventId: 10, at: 0, leadId: 1, actor: null, type: "message.received" },
    ...{ platform: "whatsapp", messages: [spoken(first), ...others.map(spoken)] },
    ...{ previousAt, isAssigned: false },
  };
};

/** A comment of lead 1 under the post 9, as a cause. */
export const commented = (comment: Partial<SpokenComment> = {}): Cause => ({
  ...{ eventId: 10, at: 0, leadId: 1, actor: null, type: "comment.received" },
  ...{ platform: "instagram", isAssigned: false },
  comment: {
    ...{ eventId: 10, id: 1, channelId: 5, text: null, sentAt: 0, mediaId: "9" },
    ...{ parentId: null, adId: null, isLive: false, ...comment },
  },
});

/** The candidates of some triggers for a cause. */
export const candidates = (triggers: ActiveTrigger[], cause: Cause) =>
  matchCause(compileSet(triggers), cause);

/** True if a trigger fits a text. */
export const fitsText = (trigger: Trigger["data"], text: string) =>
  candidates([activeTrigger("keyword", { ...(trigger as object) })], speech([{ text }])).length > 0;

/** The warnings that only triggers can have. */
export const TRIGGER_WARNINGS = [
  "channel_not_on_platform",
  "invalid_trigger",
  "setting_not_on_platform",
  "too_many_patterns",
  "too_many_triggers",
  "trigger_cycle",
  "trigger_not_on_platform",
  "trigger_overlap",
  "trigger_shadowed",
  "unknown_channel",
  "unknown_segment",
  "unknown_trigger",
  "unknown_variable",
  "word_excluded",
];

const FILTER = { all: [{ field: "first_name", op: "is_set" }] };

/**
 * Triggers that fit one message, with their ranks, the highest first: "GUIDE" on a button `GET`, by
 * the ad 7, the first one of a lead with a name.
 */
export const rankedOn = (channelId: number): [rank: number, type: string, data: object][] => [
  [90, "tap", { payloads: ["GET"] }],
  [85, "link_referral", { texts: ["guide"] }],
  [80, "ad_click", { ad_ids: ["7"] }],
  [70, "keyword", { words: ["guide"], match: "is" }],
  [60, "keyword", { words: ["gui"], match: "begins" }],
  [50, "keyword", { words: ["guide"] }],
  [40, "keyword", { words: ["uid"], match: "contains" }],
  [35, "keyword", { patterns: ["^g"] }],
  [33, "ad_click", { channel_ids: [channelId], filter: FILTER }],
  [32, "ad_click", { filter: FILTER }],
  [31, "ad_click", { channel_ids: [channelId] }],
  [30, "ad_click", {}],
  [20, "first_message", {}],
  [10, "any_message", {}],
];

/** The neighbours in that order: of each two, the first has the higher rank. */
export const rankedPairs = (channelId: number) =>
  rankedOn(channelId)
    .slice(1)
    .map(([, type, data], index) => {
      const [, higherType, higherData] = rankedOn(channelId)[index] ?? [0, "", {}];
      return { higher: { type: higherType, data: higherData }, lower: { type, data } };
    });
