// Outcomes that only an explanation gives: of triggers that don't fit or wait for their time, and
// of causes that are none. Each completes "The trigger …".

/** The reasons for which a trigger does not fit, or not yet. */
export const triggerMismatches = {
  paused: "is off, since its scenario is paused",
  invalid: "is off, since its settings are not valid",
  not_on_platform: "is off, since the platform of its scenario has no such triggers",
  too_many_patterns: "is not asked, since the workspace's triggers look for too many patterns",
  before_activation: "was switched on after this had happened",
  other_platform: "reacts to messages on another platform",
  other_channel: "reacts to messages on other channels",
  words_differ: "finds none of its words in the message, or one that it excludes",
  button_differs: "reacts to another button",
  link_differs: "reacts to another link",
  ad_differs: "reacts to another ad, or to none that the lead has come by",
  story_differs: "reacts to answers to other stories, or with other words",
  written_before: "reacts to first messages only, and the lead has written on the channel before",
  type_differs: "reacts to other types of messages",
  comment_differs:
    "reacts to other comments: under other posts, with other words, or of other kinds",
  tag_differs: "reacts to another tag",
  stage_differs: "reacts to another change of the stage",
  source_differs: "reacts to leads from another source",
  booking_differs: "reacts to other states of bookings, or to those of other sources",
  name_differs: "reacts to events of another name",
  time_ahead: "starts a run when its time comes",
  no_date: "finds no date in the lead",
  date_unreadable: "can't read the lead's date",
  date_over: "starts for a date that is ahead when the lead gets it, and the time was over",
  not_in_segment: "enrols the leads of its segment, and the lead is not among them",
  segment_gone: "enrols nobody, since its segment or a tag of it is deleted",
} as const;
export type TriggerMismatch = keyof typeof triggerMismatches;

/** The reasons for which something that happens starts nothing, whatever the triggers are. */
export const causeRefusals = {
  consent_word: "starts nothing by a word that unsubscribes or subscribes the lead",
  taken_by_run: "gave way to a run that has waited for the message",
  never_starts: "never reacts to a message or an event of this type",
  quiet_import: "starts nothing by what a quiet import has done",
  lead_gone: "starts nothing for a lead that is deleted",
  message_gone: "can't read the message any more",
  comment_gone: "can't read the comment any more",
  channel_gone: "starts nothing on a channel that is deleted",
  event_gone: "can't know any more: events are kept for 30 days",
  workspace_suspended: "waits until the workspace is resumed",
  workspace_full: "waits until the workspace has room again",
} as const;
export type CauseRefusal = keyof typeof causeRefusals;

const namesOf = <Name extends string>(rows: Record<Name, string>) =>
  Object.keys(rows) as [Name, ...Name[]];

export const triggerMismatchNames = namesOf(triggerMismatches);
export const causeRefusalNames = namesOf(causeRefusals);
