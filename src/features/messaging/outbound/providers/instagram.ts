import type { Login } from "#domain/platforms";
import { at, graphResult, idIn, unsent } from "./answer";
import { instagramMessage, instagramReaction } from "./instagram-contents";
import { metadataOf } from "./metadata";
import { post } from "./post";
import type { Account, Network, Outgoing, PlatformApi, Signal } from "./provider";

/** The body of a request to Instagram's messaging API. */
export const instagramBody = (outgoing: Outgoing) => {
  const { to, content } = outgoing;
  const recipient = { id: to.instagram_id };
  if (content.reaction) return { recipient, ...instagramReaction(content.reaction) };
  return {
    messaging_type: "RESPONSE",
    recipient,
    message: { ...instagramMessage(outgoing), metadata: metadataOf(outgoing.messageId) },
    ...(content.reply_to && { reply_to: { mid: content.reply_to.external_id } }),
  };
};

/** Where the messages of an account are sent: a page's token knows its account, others name it. */
const MESSAGES: Record<Login, (externalId: string, network: Network) => string> = {
  facebook: (_, { graphUrl }) => `${graphUrl}/me/messages`,
  instagram: (externalId, { instagramUrl }) =>
    `${instagramUrl}/${encodeURIComponent(externalId)}/messages`,
};

/** The URL to which the messages and signals of an account are sent. */
export const messagesUrl = ({ login, externalId }: Account, network: Network) =>
  MESSAGES[login ?? "facebook"](externalId ?? "", network);

const request = (account: Account, network: Network, body: object) => ({
  url: messagesUrl(account, network),
  headers: { Authorization: `Bearer ${account.credentials.access_token}` },
  body: JSON.stringify(body),
});

export const instagramSignal = ({ kind, to }: Signal) => ({
  recipient: { id: to.instagram_id },
  sender_action: kind === "read" ? "mark_seen" : "typing_on",
});

/** Meta's messaging for Instagram. */
export const instagram: PlatformApi = {
  async send(account, outgoing, network) {
    const { credentials } = account;
    const { content, messageId } = outgoing;
    if (!content.reaction && !instagramMessage(outgoing))
      return unsent("Instagram has no messages of this type.");
    const make = () => request(account, network, instagramBody(outgoing));
    return graphResult(await post(make, network.timeoutMs), credentials, (body) => {
      // The answer to a reaction names no message.
      const own = content.reaction && `reaction_${messageId}`;
      const externalId = idIn(at(body, "message_id"), credentials) ?? own;
      return externalId ? { kind: "accepted", externalId } : null;
    });
  },
  async signal(account, signal, network) {
    if (signal.to.instagram_id === undefined) return;
    await post(() => request(account, network, instagramSignal(signal)), network.timeoutMs);
  },
  accountPath: () => "me",
};
