import type { AwaitedEvent, EndReason, EndState, RunWait } from "../../../domain/automation";
import type { Platform } from "../../../domain/messaging";
import type { LeadChange } from "../../leads/change";
import type { Recipient } from "../../links/placeholders";
import type { Composed } from "../../messaging/outbound/compose";
import type { Reachability, Route } from "../../messaging/outbound/route";

// What the engine works on: data only. Times are milliseconds since 1970.

/** A lead as a scenario sees it. What a turn changes of it, the rest of the turn sees changed. */
export type Lead = Recipient &
  Reachability & {
    /** The other fields that conditions ask for, under their names on the wire. */
    fields: Record<string, LeadChange["fields"][string] | string[]>;
    tagIds: number[];
    /** What the lead wrote last on the scenario's platform. */
    lastReply: string | null;
  };

export type Memory = {
  /** How many nodes were visited since the run last waited, or since whoever started it did. */
  steps?: number;
  /** How often what is waited for has failed so far: replies that are not valid, webhooks that did not answer. */
  attempts?: number;
  /** Since when it waits for a tag or a stage, which another run of the lead's can give it at once. */
  since?: number;
  /** The text that was sent last, as a hash, and how often in a row. */
  said?: { hash: string; times: number };
  /** The reply that came before it was known that the message had been sent: its message's id. */
  early?: number;
  /** The nodes whose messages were read before it was known that the last had been sent. */
  read?: string[];
};

/** How an analysis can end. */
export type AnalysisStatus = "completed" | "skipped" | "failed";

export type Waiting = { for: RunWait; until: number | null };

export type Ended = { state: EndState; reason: EndReason };

/** A lead's passage through a scenario, as far as it has come. */
export type Run = {
  id: number;
  platform: Platform;
  /** `tagStages`: the stages that tags transition leads to, by the tag's id. */
  workspace: {
    shortUrlBase: string;
    defaultCountry: string | null;
    tagStages: Record<string, string>;
  };
  /** Null before its first step. */
  nodeId: string | null;
  /** How many nodes it has visited: the number of the visit that it is in. */
  visits: number;
  waiting: Waiting | null;
  memory: Memory;
  ended: Ended | null;
  /** The reply that `memory.early` names. */
  early: Reply | null;
  lead: Lead;
};

/** A lead's reply. `tapped` is what stands behind a button. */
export type Reply = { messageId: number; text: string | null; tapped: string | null };

/** What can happen to a run: it begins or its time has come (`time`), or something that it waits for. */
export type RunEvent =
  | { kind: "time" }
  | ({ kind: "reply" } & Reply)
  | { kind: "sending"; isSent: boolean; reason: string | null }
  | { kind: "webhook"; isOk: boolean; status: number | null; saved?: unknown }
  /** `reason` is why it was skipped or has failed. */
  | { kind: "analysis"; status: AnalysisStatus; reason: string | null }
  /** `isOwn` where the link was in a message of the run's own. */
  | { kind: "link_clicked"; shortLinkId: number | null; isOwn: boolean }
  | { kind: "message_read"; nodeId: string | null }
  | { kind: "tag_added"; tagId: number }
  | { kind: "stage_changed"; from: string | null; to: string | null }
  | { kind: "custom"; name: string; data?: Record<string, unknown> };

/** Each awaited event is one of the events. */
export type Awaited = Extract<RunEvent, { kind: AwaitedEvent }>;

/**
 * A visit of a node. While the run stands there, `leftAt` and `outcome` are null. `outcome` is the handle it left by, or why it ended there.
 * Of a visit that is told of again, as the run leaves, `enteredAt` does not count.
 */
export type Visit = {
  visit: number;
  nodeId: string;
  type: string;
  enteredAt: number;
  leftAt: number | null;
  outcome: string | null;
  detail: Record<string, unknown> | null;
};

/** The request of a webhook node. `attempt` counts from 1. */
export type WebhookRequest = {
  visit: number;
  attempt: number;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
  isSaved: boolean;
};

/** What follows from a step, in the order in which it is to be done. */
export type Effect =
  | { kind: "visit"; visit: Visit }
  | { kind: "send"; visit: number; target: Route; composed: Composed }
  | { kind: "add_tags"; tagIds: number[] }
  | { kind: "remove_tags"; tagIds: number[] }
  | { kind: "update_lead"; change: LeadChange }
  | { kind: "start_scenario"; scenarioId: number; memory: Pick<Memory, "steps" | "said"> }
  | { kind: "request"; request: WebhookRequest }
  /** The analysis of all the lead's conversations. */
  | { kind: "analyze" };

export type Turn = { run: Run; effects: Effect[] };
