import { messageIdIn } from "../outbound/providers/metadata";
import { contentOf } from "./instagram-content";
import { accountIdOf, idOf, type Members, membersOf } from "./untrusted";
import { deletedMessage, type PartEvents } from "./webhook-events";

/**
 * A message in the account's name: Instagram tells of what persons write in the app, of what other
 * programs send, and of what we do, maybe before it has answered us. `metadata` is ours, or that of
 * anybody who can write to the account.
 */
export function echoIn(
  event: Members,
  message: Members,
  { accountId, at }: { accountId: string; at: number },
): PartEvents | undefined {
  const person = accountIdOf(membersOf(event.recipient)?.id);
  const externalId = idOf(message.mid);
  // People may write to themselves.
  if (person === accountId || message.is_self === true) return {};
  if (!person || !externalId) return undefined;
  const from = { instagram_id: person };
  if (message.is_deleted === true)
    return { echoes: [{ ...deletedMessage(externalId, at, from), mayBeOurs: true }] };
  const messageId = messageIdIn(message.metadata);
  const echo = { externalId, at, from, ...contentOf(message), mayBeOurs: true as const };
  return { echoes: [{ ...echo, ...(messageId !== undefined && { messageId }) }] };
}
