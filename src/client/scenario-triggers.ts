import type {
  AdClickTriggerData,
  AnyMessageTriggerData,
  BookingTriggerData,
  CommentTriggerData,
  DateTriggerData,
  EventTriggerData,
  FirstMessageTriggerData,
  KeywordTriggerData,
  LeadCreatedTriggerData,
  LinkClickedTriggerData,
  LinkReferralTriggerData,
  RecurringTriggerData,
  StageChangedTriggerData,
  StoryMentionTriggerData,
  StoryReplyTriggerData,
  TagAddedTriggerData,
  TapTriggerData,
} from "./generated/types.gen";

// The triggers of a scenario, for `scenario` in scenario.ts: each with its settings.

/** A trigger without its id. */
export type Trigger = { type: string; data?: object };

/** The settings may be left out where none of them is required. */
type Of<Data> = (
  ...data: Record<never, never> extends Data ? [data?: Data] : [data: Data]
) => Trigger;

const triggerOf =
  (type: string) =>
  (data?: object): Trigger => ({ type, ...(data && { data }) });

export const keyword: Of<KeywordTriggerData> = triggerOf("keyword");

export const tap: Of<TapTriggerData> = triggerOf("tap");

export const linkReferral: Of<LinkReferralTriggerData> = triggerOf("link_referral");

export const adClick: Of<AdClickTriggerData> = triggerOf("ad_click");

export const storyReply: Of<StoryReplyTriggerData> = triggerOf("story_reply");

export const storyMention: Of<StoryMentionTriggerData> = triggerOf("story_mention");

export const firstMessage: Of<FirstMessageTriggerData> = triggerOf("first_message");

export const anyMessage: Of<AnyMessageTriggerData> = triggerOf("any_message");

export const comment: Of<CommentTriggerData> = triggerOf("comment");

export const tagAdded: Of<TagAddedTriggerData> = triggerOf("tag_added");

export const stageChanged: Of<StageChangedTriggerData> = triggerOf("stage_changed");

export const leadCreated: Of<LeadCreatedTriggerData> = triggerOf("lead_created");

export const linkClicked: Of<LinkClickedTriggerData> = triggerOf("link_clicked");

export const booking: Of<BookingTriggerData> = triggerOf("booking");

export const event: Of<EventTriggerData> = triggerOf("event");

export const date: Of<DateTriggerData> = triggerOf("date");

export const recurring: Of<RecurringTriggerData> = triggerOf("recurring");
