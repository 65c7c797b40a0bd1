import type { Platform } from "#domain/platforms";
import { type AccountUpdates, noUpdates, readAccountUpdates } from "./account-updates";
import { instagramIds, readInstagram } from "./instagram";
import type { ParsedWebhook, SenderIds } from "./webhook-events";
import { readWhatsapp } from "./whatsapp";
import { whatsappIds } from "./whatsapp-sender";

/** The code that reads what comes from a platform. It never throws. */
type InboundPlatform = {
  read(body: unknown, now: number): ParsedWebhook;
  /** Reads what a webhook says of business accounts. */
  readUpdates(body: unknown, now: number): AccountUpdates;
  /** The ids in an address as a gateway or a person writes it; undefined if it is none. */
  idsIn(address: string): SenderIds | undefined;
};

export const inboundPlatforms: Record<Platform, InboundPlatform> = {
  whatsapp: { read: readWhatsapp, readUpdates: readAccountUpdates, idsIn: whatsappIds },
  instagram: { read: readInstagram, readUpdates: noUpdates, idsIn: instagramIds },
};
