// Facts about triggers that are needed where their definitions are not loaded.

/**
 * The lanes of causes. `speech`: a message or a comment that a lead writes starts one run at most,
 * since a person gets one answer. `facts`: all else that happens starts each scenario that fits.
 */
export const lanes = ["speech", "facts"] as const;
export type Lane = (typeof lanes)[number];

/** The types of triggers. Each has a definition (features/automation/triggers/definitions). */
export const triggerTypes = [
  "tap",
  "link_referral",
  "ad_click",
  "keyword",
  "story_reply",
  "story_mention",
  "first_message",
  "any_message",
  "comment",
  "tag_added",
  "stage_changed",
  "lead_created",
  "link_clicked",
  "booking",
  "event",
  "date",
  "recurring",
] as const;
export type TriggerType = (typeof triggerTypes)[number];

/**
 * The fields of the trigger that has started a run, as conditions and placeholders name them after
 * `TRIGGER`. The data of an event stands beside these, as `trigger.data.` and a path.
 */
const triggerFields = ["id", "type", "text", "ref", "ad_id", "media_id", "name"] as const;
export type TriggerField = (typeof triggerFields)[number];

export const TRIGGER = "trigger.";
export const TRIGGER_DATA = "trigger.data.";

/** The names of these fields. */
export const triggerNames = triggerFields.map((field) => `${TRIGGER}${field}` as const);

/** The most triggers of a scenario. */
export const MAX_TRIGGERS = 20;

type Outcome = {
  /** Completes "The trigger …". */
  means: string;
  /**
   * Of speech. `itself`: the next candidate is tried; `others`: nobody else may speak either;
   * `cause`: it ends the cause before there are candidates.
   */
  stops: "itself" | "others" | "cause";
};

/**
 * The outcomes of a candidate, or of a whole cause. `evaluations` and `explain` name them; those
 * that only `explain` can give stand with it (triggers/explanation).
 */
export const triggerOutcomes = {
  started: { means: "has started a run", stops: "others" },
  outranked: { means: "gave way to another trigger that fitted, too", stops: "itself" },
  filtered: { means: "has a filter that the lead does not pass", stops: "itself" },
  too_much_work: {
    means: "was not asked for its filter, as those of other triggers had taken too long",
    stops: "itself",
  },
  started_before: {
    means: "has started for this lead before, and its `again` does not allow another start yet",
    stops: "itself",
  },
  already_active: {
    means: "belongs to a scenario in which the lead has an active run",
    stops: "others",
  },
  handled_by_person: {
    means: "leaves the conversation to the person who handles it",
    stops: "others",
  },
  private_reply_spent: {
    means:
      "can send nothing: the comment has had its one private reply, and the lead has not written " +
      "for 24 hours",
    stops: "others",
  },
  quota_reached: { means: "met the workspace's quota of triggered runs a day", stops: "others" },
  chain_too_long: {
    means: "would have been the sixth start in a row that one run has caused by another",
    stops: "others",
  },
  put_off: {
    means:
      "has started as many runs in this hour as `max_per_hour` allows, or the workspace as many " +
      "as it may today, and starts this one later",
    stops: "others",
  },
  too_many_waiting: {
    means:
      "would have to wait for more than 28 days for an hour with room, as so many other starts do",
    stops: "others",
  },
  being_merged: {
    means: "waits until its lead is merged into another one, to be asked again for that one",
    stops: "cause",
  },
  too_old: { means: "came too late: its cause is more than 12 hours old", stops: "cause" },
  opted_out: { means: "starts nothing for a lead that has opted out", stops: "cause" },
  run_beginning: { means: "gave way to a run that has just begun", stops: "cause" },
  too_many_starts: {
    means: "would have been more than the ten starts that a lead gets in an hour",
    stops: "cause",
  },
  internal_error: { means: "met an error of the service", stops: "itself" },
} as const satisfies Record<string, Outcome>;
export type TriggerOutcome = keyof typeof triggerOutcomes;
export const triggerOutcomeNames = Object.keys(triggerOutcomes) as [
  TriggerOutcome,
  ...TriggerOutcome[],
];
