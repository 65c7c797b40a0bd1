import type { Platform } from "#domain/platforms";
import { inboundInstagram } from "./inbound/instagram";
import type { InboundPlatform } from "./inbound/platform";
import { inboundWhatsapp } from "./inbound/whatsapp";
import { instagram } from "./outbound/providers/instagram";
import type { PlatformApi } from "./outbound/providers/provider";
import { whatsapp } from "./outbound/providers/whatsapp";

/** The code of each platform: the reader of what comes from it, and its own API. */
export const platformCode: Record<Platform, { inbound: InboundPlatform; api: PlatformApi }> = {
  whatsapp: { inbound: inboundWhatsapp, api: whatsapp },
  instagram: { inbound: inboundInstagram, api: instagram },
};
