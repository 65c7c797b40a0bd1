import type { Platform } from "#client";

/** The names of platforms, in every language. */
export const platformNames: Record<Platform, string> = {
  whatsapp: "WhatsApp",
  instagram: "Instagram",
};
