import { invalid } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { Matched } from "./matched-leads";
import { keyOf, newSendersIn } from "./sender-matching";
import type { Echo, InboundMessage } from "./webhook-events";

type Written = { messages: Matched<InboundMessage>[]; echoes: Matched<Echo>[] };

/**
 * The messages and echoes whose lead is known or created now, and the people who become leads. A
 * repeated message is stored already: its sender may have another number by now, and is not created
 * again. Nor is anybody to whom we have written: that lead was deleted, and the echo is not
 * expected to be stored.
 */
export function storableOf({ messages, echoes }: Written, missing: Set<string>) {
  const all = [...messages, ...echoes];
  if (all.some(({ from, leadId }) => from.leadId !== undefined && leadId === null))
    throw invalid(fieldErrors(["lead_id"], validationMessages.selected));
  const isNew = ({ externalId }: InboundMessage) => missing.has(externalId);
  const newSenders = newSendersIn(all.filter((one) => isNew(one) && !isOurs(one)));
  const isStorable = (message: Matched<InboundMessage>) =>
    message.leadId !== null || newSenders.has(keyOf(message)) || !isNew(message);
  const dropped = echoes.filter((echo) => isOurs(echo) && !isStorable(echo));
  const droppedIds = new Set(dropped.map(({ externalId }) => externalId));
  return {
    storable: messages.filter(isStorable),
    storableEchoes: echoes.filter(isStorable),
    newSenders,
    isExpected: ({ externalId }: InboundMessage) => !droppedIds.has(externalId),
  };
}

const isOurs = (message: Echo) => message.messageId !== undefined;
