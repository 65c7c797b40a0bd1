import { type AutomaticMessages, countAutomatic } from "#domain/automatic-messages";
import type { Route } from "#features/messaging/outbound/route";
import type { StepContext } from "../transition";

/**
 * Counts a message in its conversation, unless a request has asked for it. Returns the counts,
 * which are stored with the message; null if it is one too many.
 */
export function countInConversation(
  { run, now, isAskedFor }: StepContext,
  { platform, channel, conversation }: Route,
): { automatic?: AutomaticMessages } | null {
  if (isAskedFor) return {};
  const automatic = countAutomatic(conversation?.automatic ?? null, now);
  if (!automatic) return null;
  const opened = { id: 0, channelId: channel?.id ?? null, platform, lastInboundAt: null };
  const { lead } = run;
  const others = lead.conversations.filter((one) => one !== conversation);
  const counted = { ...(conversation ?? opened), automatic };
  run.lead = { ...lead, conversations: [...others, counted] };
  return { automatic };
}
