import type { stages } from "./leads";

// Facts about types of nodes that are needed where their definitions are not loaded.

/** The effects of a graph that triggers react to: tags that it adds, stages, and scenarios. */
export type Effects = { tags?: number[]; stages?: (typeof stages)[number][]; scenarios?: number[] };

/** The type of the nodes where runs begin. */
export const ENTRY_TYPE = "start";

/** The type of the nodes that wait for the event which their setting `event` names. */
export const AWAITING_TYPE = "wait_for_event";

/** The types of nodes that send a message. */
export const sendingTypes = ["message", "template"] as const;
export type SendingType = (typeof sendingTypes)[number];
export const isSendingType = (type: string): type is SendingType =>
  sendingTypes.some((one) => one === type);

/** The events that a `wait_for_event` node can wait for. */
export const awaitedEvents = [
  "link_clicked",
  "message_read",
  "tag_added",
  "stage_changed",
  "booking",
  "custom",
] as const;
export type AwaitedEvent = (typeof awaitedEvents)[number];

/** The kinds of goals that measure a split, and the events that can be such a goal. */
export const goalTypes = ["tag", "stage", "node", "event"] as const;
export const goalEvents = ["reply", "link_clicked", "message_read", "custom"] as const;

/**
 * The events that a waiting run can receive. `sending` is the result of its message, `webhook` the
 * answer to its HTTP request, `analysis` the end of its lead's analysis.
 */
export const runEventKinds = ["reply", ...awaitedEvents, "sending", "webhook", "analysis"] as const;
export type RunEventKind = (typeof runEventKinds)[number];

/** The events that a run can wait for, or a time. */
export const runWaits = ["time", ...runEventKinds] as const;
export type RunWait = (typeof runWaits)[number];

/** The ends of a wait for a reply: an answer, only invalid ones, or none in time. */
export const answers = ["given", "invalid", "none"] as const;
export type Answer = (typeof answers)[number];

/** The waits that the service itself ends. A run in such a wait counts as running. */
export const ownWaits = ["sending", "webhook", "analysis"] as const satisfies RunWait[];
export const isOwnWait = (wait: RunWait | undefined) => ownWaits.some((own) => own === wait);

/** The states of ended runs. */
export const endStates = ["completed", "exited", "failed", "cancelled", "handed_off"] as const;
export type EndState = (typeof endStates)[number];

/** The states of an enrolment of many leads that is worked behind the answer. */
export const bulkStates = ["scheduled", "running", "completed", "cancelled", "failed"] as const;

/** The reasons for which an enrolment of many leads fails. */
export const bulkFailures = ["quota_reached", "tag_deleted", "internal_error"] as const;

/** The findings of a dry run about leads. Those of the last five are enrolled nevertheless. */
export const previewReasons = [
  "enrolled",
  "already_active",
  "opted_out",
  "holdout",
  "marketing_opted_out",
  "no_address",
  "in_other_run",
  "window_closed",
  "no_comment",
] as const;
export type PreviewReason = (typeof previewReasons)[number];

/** A run is `running` while it waits for one of `ownWaits`, and `waiting` in all other waits. */
export const runStates = ["pending", "running", "waiting", "paused", ...endStates] as const;
export type RunState = (typeof runStates)[number];

/** The reasons for pausing a run that would go on with its scenario. */
export const pauseReasons = ["person_replied", "requested"] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The gates that a run's next message must pass, in the order in which they are checked. */
export const gates = [
  "scenario_active",
  "run_active",
  "run_resumed",
  "lead_exists",
  "opted_in",
  "marketing",
  "channel",
  "window",
  "business_hours",
  "quiet_hours",
  "pair_rate",
  "timer",
] as const;
export type Gate = (typeof gates)[number];
