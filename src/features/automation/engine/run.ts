import type { AutomaticMessages } from "#domain/automatic-messages";
import type { Answer, AwaitedEvent, EndState, RunWait } from "#domain/automation";
import type { BookingState } from "#domain/bookings";
import type { EndReason } from "#domain/end-reasons";
import type { LeadChange } from "#domain/leads";
import type { Platform } from "#domain/platforms";
import type { AnsweredComment } from "#domain/private-replies";
import type { RunQuota } from "#domain/quotas";
import type { Recipient } from "#features/links/placeholders";
import type { Composed } from "#features/messaging/outbound/compose";
import type { Reachability, Route } from "#features/messaging/outbound/route";
import type { Booked, Booking } from "./booking";
import type { Hours } from "./hours";
import type { RunTrigger } from "./trigger";

// The data that the engine works on. Times are milliseconds since 1970.

/** A lead as a scenario sees it. Later nodes of a step see the changes of earlier ones. */
export type Lead = Recipient &
  Reachability & {
    /** The other fields that conditions compare, by their names in the API. */
    fields: Record<string, LeadChange["fields"][string] | string[]>;
    tagIds: number[];
    /** The text of the lead's last message on the scenario's platform. */
    lastReply: string | null;
  };

/** The data that a run keeps from one step to the next. It is stored as JSON. */
export type Memory = {
  /** The nodes visited since the last wait of the run, or of the run that started it. */
  steps?: number;
  /** The number of failures of the current wait, by invalid replies or lost requests. */
  attempts?: number;
  /** When a wait for a tag or a stage began, which another run of the lead can end at once. */
  since?: number;
  /** A hash of the last sent message, and how often in a row it was sent. */
  said?: { hash: string; times: number };
  /** The message id of a reply that came before the run's own message was reported as sent. */
  early?: number;
  /** The nodes whose messages were read before the last one was reported as sent. */
  read?: string[];
  /** The node of the last message, and when it was sent, until the lead replies. */
  asked?: { node: string; at: number };
  /** The weak opt-out words that the awaited reply may be, folded. */
  words?: string[];
  /** The branches of splits with a goal that the run took; null once the goal is reached. */
  goals?: Record<string, string | null>;
  /** The starts in a row that runs have caused, up to this one, since the lead did anything. */
  depth?: number;
};

export type AnalysisStatus = "completed" | "skipped" | "failed";

export type Waiting = { for: RunWait; until: number | null };

export type Ended = { state: EndState; reason: EndReason };

/** A lead's way through a scenario, up to now. */
export type Run = Booked & {
  id: number;
  platform: Platform;
  /** The channel that its lead wrote to; null for the usual one. */
  channelId: number | null;
  /** The trigger that has started it; null for one that was enrolled. */
  trigger: RunTrigger | null;
  /** The comment that has started it; null or absent where none has, or where that is gone. */
  comment?: AnsweredComment | null;
  /**
   * `tagStages`: the stage that a tag moves leads to, by the tag's id.
   */
  workspace: Hours & {
    shortUrlBase: string;
    defaultCountry: string | null;
    tagStages: Record<string, string>;
    /** The quotas of today that are used up. */
    usedUp?: RunQuota[];
  };
  /** The node at which the run stands; null before its first step. */
  nodeId: string | null;
  /** The number of nodes that the run has visited, which is the number of its current visit. */
  visits: number;
  waiting: Waiting | null;
  memory: Memory;
  ended: Ended | null;
  /** The reply that `memory.early` names. */
  early: Reply | null;
  lead: Lead;
};

/** A place that the lead has sent. */
export type Place = { latitude: number; longitude: number; name?: string; address?: string };

/** The verified answers of a form, which the run has sent. */
export type Answers = { runId: number | null; values: Record<string, unknown> };

/** A lead's reply. `tapped` is the id of the tapped button. */
export type Reply = {
  messageId: number;
  text: string | null;
  tapped: string | null;
  place?: Place;
  answers?: Answers | null;
};

/** An event that a run reacts to. `time`: the run begins, or the end of its wait has come. */
export type RunEvent =
  | { kind: "time" }
  | ({ kind: "reply" } & Reply)
  | { kind: "sending"; isSent: boolean; reason: string | null }
  | { kind: "webhook"; isOk: boolean; status: number | null; saved?: unknown }
  /** `reason`: why it was skipped or has failed. */
  | { kind: "analysis"; status: AnalysisStatus; reason: string | null }
  /** `isOwn`: whether the link was in a message of this run. */
  | { kind: "link_clicked"; shortLinkId: number | null; isOwn: boolean }
  | { kind: "message_read"; nodeId: string | null }
  | { kind: "tag_added"; tagId: number }
  | { kind: "stage_changed"; from: string | null; to: string | null }
  /** A booking of the lead has come to a state. `booking` is as it now is; null once it is gone. */
  | {
      kind: "booking";
      bookingId: number;
      state: BookingState;
      sourceId: number | null;
      booking: Booking | null;
    }
  /** The run's own booking has changed, or is gone, while it waits for a time. */
  | { kind: "rebooked" }
  /** `eventId` names its data, which no node reads. */
  | { kind: "custom"; name: string; eventId?: number | null };

/** The events that a `wait_for_event` node can wait for. */
export type ObservedEvent = Extract<RunEvent, { kind: AwaitedEvent }>;

/**
 * A visit of a node. `outcome` is the handle that the run left by, or why it ended there. While the
 * run stays, `leftAt` and `outcome` are null; when it leaves, the visit is recorded once more, and
 * the `enteredAt` of that second record does not count.
 */
export type Visit = {
  visit: number;
  nodeId: string;
  type: string;
  enteredAt: number;
  leftAt: number | null;
  outcome: string | null;
  detail: Record<string, unknown> | null;
  /** The `custom` event by which the run left, if it came with data. */
  eventId?: number | null;
  /** The end of the wait for a reply that the run left, if it was one. */
  answer?: Answer;
};

/** The request of an HTTP request node. `attempt` counts from 1. */
export type HttpRequest = {
  visit: number;
  attempt: number;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
  isSaved: boolean;
};

/**
 * The facts that only the statistics show. `replied`: to the message that the node sent at a time.
 * `tried`: a split with a goal was passed for the first time. `converted`: its goal was reached.
 */
export type Figure =
  | { kind: "replied"; nodeId: string; at: number }
  | { kind: "tried" | "converted"; nodeId: string; branch: string };

/** The effects of a step outside the engine, which are applied in the order of the step. */
export type Effect =
  | { kind: "visit"; visit: Visit }
  | {
      kind: "send";
      visit: number;
      nodeId: string;
      target: Route;
      composed: Composed;
      /** The comment that it answers, in private or in public. */
      commentId?: number;
      /** The counts of the conversation, where nobody has asked for the message. */
      automatic?: AutomaticMessages;
    }
  | { kind: "add_tags"; tagIds: number[] }
  | { kind: "remove_tags"; tagIds: number[] }
  | { kind: "update_lead"; change: LeadChange }
  | { kind: "start_scenario"; scenarioId: number; memory: Pick<Memory, "steps" | "said" | "depth"> }
  | { kind: "request"; request: HttpRequest }
  /** Opens the lead's conversation for people: for the assignee, or for anybody. */
  | { kind: "hand_over"; assigneeId: number | null }
  /** Analyses all conversations of the lead. */
  | { kind: "analyze" }
  | Figure;

/** The run after a step, and the effects of the step. */
export type StepResult = { run: Run; effects: Effect[] };
