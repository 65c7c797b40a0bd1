import type { MessageType } from "#client";

/** The types of messages that have a dialog of their own, in the order of the menu. */
export const ADDED_TYPES = [
  ...(["buttons", "list", "link_button", "cards", "flow"] as const),
  ...(["request_location", "location", "contacts"] as const),
] satisfies MessageType[];

export type AddedType = (typeof ADDED_TYPES)[number];
