import type { AccountUpdates } from "./account-updates";
import type { ParsedWebhook, SenderIds } from "./webhook-events";

/** The code that reads what comes from a platform. It never throws. */
export type InboundPlatform = {
  read(body: unknown, now: number): ParsedWebhook;
  /** Reads what a webhook says of business accounts. */
  readUpdates(body: unknown, now: number): AccountUpdates;
  /** The ids in an address as a gateway or a person writes it; undefined if it is none. */
  idsIn(address: string): SenderIds | undefined;
  /** A webhook, for the document. */
  webhook: { about: string; example: object };
};
