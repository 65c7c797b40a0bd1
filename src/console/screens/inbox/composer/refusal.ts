import type { BlockReason, Conversation } from "#client";

/** The reason why only a template, or nothing at all, would be sent now, by what is known here. */
export function refusalOf(conversation: Conversation, now: number): BlockReason | null {
  const { lead, window } = conversation;
  if (lead?.is_optout) return "opted_out";
  return window.closes_at !== null && Date.parse(window.closes_at) > now ? null : "window_closed";
}
