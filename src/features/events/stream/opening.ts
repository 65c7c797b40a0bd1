import type { EventType } from "#domain/events";
import type { Ticket } from "./tickets";

/** The facts about an authenticated request that the Worker gives to a stream's object. */
export type Opening = {
  workspaceId: number;
  tokenId: number;
  types: EventType[] | null;
  /** The last event that the listener has; null to begin with what happens next. */
  after: number | null;
  /** The ticket that the request came with, which must not have been used. */
  ticket: Ticket["nonce"] | null;
};

export const STREAMS_PER_TOKEN = 100;
export const STREAMS_PER_WORKSPACE = 1_000;

/** The reason for which an object opens no stream. */
export type Refusal = "unauthenticated" | "suspended" | "token_full" | "workspace_full";

/** The header that bears the opening. */
export const OPENING = "X-Opening";
