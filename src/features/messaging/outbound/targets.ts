import type { TargetRow } from "#db/statements/messages/targets";
import { messageTypes } from "#domain/messaging";
import { DAY_MS } from "#lib/time";
import { validationMessages } from "#lib/validation-messages";
import type { Composed } from "./compose";
import type { Faults } from "./faults";
import type { Route } from "./route";

/** WhatsApp takes reactions to messages of the last 30 days. */
const MAX_AGE_MS = 30 * DAY_MS;

/**
 * The faults of the message that another one quotes or reacts to: it is of the same conversation,
 * and known to the provider. Reactions are to messages of the lead.
 */
export function targetFaults(
  { content: { reply_to, reaction } }: Composed,
  target: TargetRow | undefined,
  { conversation }: Route,
): Faults {
  const isHere =
    target !== undefined &&
    target.conversationId === conversation?.id &&
    messageTypes[target.type].isBubble;
  const isRecent = isHere && target.isInbound === 1 && target.sentAt > Date.now() - MAX_AGE_MS;
  return {
    ...(reply_to !== undefined && !isHere && { reply_to: validationMessages.selected }),
    ...(reaction && !isRecent && { "reaction.message_id": validationMessages.selected }),
  };
}
