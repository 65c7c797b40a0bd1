import type { Actor } from "#domain/actors";
import type { PauseReason, RunState, RunWait } from "#domain/automation";
import type { EndReason } from "#domain/end-reasons";
import type { FailureReason } from "#domain/failure-reasons";
import type { OutgoingType } from "#domain/messaging";
import type { Hold } from "#domain/opening-hours";
import type { AnsweredComment } from "#domain/private-replies";
import type { TemplateCategory } from "#domain/templates";
import type { Reachability, Route } from "#features/messaging/outbound/route";
import type { MessageNode } from "./next-message";

/**
 * The facts that decide whether a run's next message is sent. Times are milliseconds since 1970.
 */
export type GateContext = {
  isScenarioActive: boolean;
  run: {
    state: RunState;
    waitingFor: RunWait | null;
    nextAt: number | null;
    endReason: EndReason | null;
    id: number;
    /** The pause of the run itself, not that of its scenario. */
    pause: { at: string; reason: PauseReason; by: Actor | null } | null;
  };
  lead: Reachability;
  target: Route;
  next: MessageNode | null;
  /** The comment that the message on its way, or the next one, may answer. */
  comment?: AnsweredComment | null;
  /** The run's first message that is still to be sent. */
  pending: {
    type: OutgoingType;
    nextAttemptAt: number;
    isFirst: boolean;
    /** True if a pause of its channel holds it. */
    isKept?: boolean;
    /** True if it answers a comment in private. */
    isReply?: boolean;
    /** The reason for putting it off. */
    reason?: FailureReason | null;
  } | null;
  /**
   * The category of the template that goes out next; null where nobody knows it, and undefined
   * where it is no template.
   */
  category: TemplateCategory | null | undefined;
  /** The hours that hold the next message; null where none comes, or one is on its way. */
  hold: Hold | null;
  /** When the lead can be sent another message. */
  pacedUntil: number;
  now: number;
};

export type Verdict = [passed: boolean, detail: string, holdsUntil?: number];
