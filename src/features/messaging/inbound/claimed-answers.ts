import type { Scope } from "#env";
import { verifyFlowToken } from "../outbound/flow-token";
import type { FlowAnswers } from "./flow-answers";
import type { Members } from "./untrusted";
import type { InboundMessage } from "./webhook-events";

/** A message as it is stored: `answersTo` names the message that its token is of. */
type Stored = InboundMessage & { answersTo?: number };

/**
 * The messages with their answers in the payload, unverified until they are stored: then the
 * message that they claim to answer must be one to this lead, and not be answered yet. Of several
 * answers that come together, the first may be.
 */
export async function withAnswers(scope: Scope, messages: InboundMessage[]): Promise<Stored[]> {
  const claimed = new Set<number>();
  const stored: Stored[] = [];
  for (const message of messages) {
    const { answers } = message;
    const messageId = answers ? await claimedBy(scope, answers) : null;
    const isFirst = messageId !== null && !claimed.has(messageId);
    if (isFirst) claimed.add(messageId);
    stored.push({
      ...unverified(message),
      ...(isFirst && { answersTo: messageId }),
    });
  }
  return stored;
}

type Answered = { payload: Members; answers?: FlowAnswers };

/** With its answers in the payload. Nobody but us says which answers are verified. */
export function unverified<Message extends Answered>({ answers: given, ...message }: Message) {
  const { answers: _, ...payload } = message.payload;
  const answers = given && { message_id: null, unverified: true, values: given.values };
  return { ...message, payload: { ...payload, ...(answers && { answers }) } };
}

const claimedBy = ({ appKey, appKeyBefore, workspaceId }: Scope, answers: FlowAnswers) => {
  if (answers.messageId !== undefined) return answers.messageId;
  const { token } = answers;
  return token === undefined ? null : verifyFlowToken([appKey, appKeyBefore], workspaceId, token);
};
