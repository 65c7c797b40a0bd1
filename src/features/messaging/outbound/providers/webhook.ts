import { isAllowedOutbound } from "#lib/outbound-url";
import { signWebhook } from "#lib/standard-webhooks";
import { iso } from "#lib/time";
import { at, idIn, resultOf, unsent } from "./answer";
import { post } from "./post";
import type { Account, Outgoing, Provider } from "./provider";
import type { OutgoingMessage } from "./schema";

/** The body of a request to a client's gateway. */
export const gatewayBody = (
  { channelId, platform }: Account,
  { messageId, leadId, to, type, text, content, comment }: Outgoing,
  now: number,
): OutgoingMessage => ({
  type: "message.outgoing",
  timestamp: iso(now),
  data: {
    message_id: messageId,
    channel_id: channelId,
    lead_id: leadId,
    platform,
    to,
    type,
    text,
    ...content,
    ...(comment && { comment: { external_id: comment.externalId, media_id: comment.mediaId } }),
  },
});

/** The same for every attempt of a message, so that a gateway can recognise a repetition. */
const idOf = ({ messageId }: Outgoing) => `msg_${messageId}`;

async function signed(url: string, account: Account, outgoing: Outgoing, now: number) {
  const [id, seconds] = [idOf(outgoing), Math.floor(now / 1000)];
  const body = JSON.stringify(gatewayBody(account, outgoing, now));
  const signature = await signWebhook(account.credentials.signing_secret ?? "", id, seconds, body);
  return {
    url,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature,
    },
    body,
  };
}

/**
 * A gateway of the client's. Requests to it are signed (Standard Webhooks); its answer may give
 * its own `external_id` of the message.
 */
export const webhook: Provider = {
  async send(account, outgoing, { timeoutMs, outbound }) {
    const { gatewayUrl, credentials } = account;
    if (!gatewayUrl || !isAllowedOutbound(gatewayUrl, outbound))
      return unsent("The gateway URL is not allowed.");
    const posted = await post(() => signed(gatewayUrl, account, outgoing, Date.now()), timeoutMs);
    return resultOf(posted, credentials, (body) => ({
      kind: "accepted",
      externalId: idIn(at(body, "external_id"), credentials) ?? idOf(outgoing),
    }));
  },
};
