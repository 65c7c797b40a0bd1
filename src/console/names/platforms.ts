import type { Platform } from "#client";

/** The platforms, by the names that they have in every language. */
export const platformLabels = {
  whatsapp: "WhatsApp",
  instagram: "Instagram",
} satisfies Record<Platform, string>;
