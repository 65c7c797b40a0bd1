import type { Login } from "#domain/platforms";
import { at, graphResult, idIn, unsent } from "./answer";
import { instagramMessage, instagramReaction } from "./instagram-contents";
import { metadataOf } from "./metadata";
import { post } from "./post";
import type {
  Account,
  Checks,
  MetaUrls,
  Network,
  Outgoing,
  PlatformApi,
  SendResult,
  Signal,
} from "./provider";

/** The body of a request to Instagram's messaging API. */
export const instagramBody = (outgoing: Outgoing) => {
  const { to, content, comment } = outgoing;
  if (comment)
    return {
      recipient: { comment_id: comment.externalId },
      message: instagramMessage(outgoing),
    };
  const recipient = { id: to.instagram_id };
  if (content.reaction) return { recipient, ...instagramReaction(content.reaction) };
  return {
    messaging_type: "RESPONSE",
    recipient,
    message: { ...instagramMessage(outgoing), metadata: metadataOf(outgoing.messageId) },
    ...(content.reply_to && { reply_to: { mid: content.reply_to.external_id } }),
  };
};

type Urls = Pick<Network, "graphUrl" | "instagramUrl">;

/** The API of the accounts with a login. */
const ORIGINS: Record<Login, keyof Urls> = { facebook: "graphUrl", instagram: "instagramUrl" };

const originOf = (login: Login | null, urls: Urls) => urls[ORIGINS[login ?? "facebook"]];

const CHECKS: Record<Login, (urls: MetaUrls) => Checks> = {
  facebook: ({ GRAPH_URL: url }) => ({
    account: `${url}/me?fields=id`,
    owner: {
      url: `${url}/me?fields=instagram_business_account`,
      idAt: ["instagram_business_account", "id"],
    },
    // A page is subscribed by any field; which ones Instagram's are is the app's matter.
    subscriptions: { url: `${url}/me/subscribed_apps`, namesFields: false },
  }),
  instagram: ({ INSTAGRAM_URL: url }) => ({
    account: `${url}/me?fields=id,user_id,username`,
    owner: { idAt: ["user_id"] },
    subscriptions: { url: `${url}/me/subscribed_apps`, namesFields: true },
  }),
};

/** The sender of an account's messages: a page's token knows its account, others name it. */
const SENDERS: Record<Login, (externalId: string) => string> = {
  facebook: () => "me",
  instagram: encodeURIComponent,
};

/** The URL to which the messages and signals of an account are sent. */
const messagesUrl = ({ login, externalId }: Account, network: Network) =>
  `${originOf(login, network)}/${SENDERS[login ?? "facebook"](externalId ?? "")}/messages`;

/** The URL to which public replies to a comment are sent. */
const repliesUrl = ({ login }: Account, network: Network, comment: string) =>
  `${originOf(login, network)}/${encodeURIComponent(comment)}/replies`;

const request = (account: Account, url: string, body: object) => ({
  url,
  headers: { Authorization: `Bearer ${account.credentials.access_token}` },
  body: JSON.stringify(body),
});

export const instagramSignal = ({ kind, to }: Signal) => ({
  recipient: { id: to.instagram_id },
  sender_action: kind === "read" ? "mark_seen" : "typing_on",
});

/** The person who gets a private reply: the answer names them. */
function commenterIn(body: unknown) {
  const value = at(body, "recipient_id");
  const isId = typeof value === "string" && /^\d{1,32}$/.test(value);
  return isId ? { commenter: { kind: "instagram_id" as const, value } } : {};
}

/** Replies under a comment, for all to read. */
async function replyInPublic(
  account: Account,
  { comment, text }: Outgoing,
  network: Network,
): Promise<SendResult> {
  if (!comment) return unsent("There is no comment to reply to.");
  const url = repliesUrl(account, network, comment.externalId);
  const make = () => request(account, url, { message: text });
  return graphResult(await post(make, network.timeoutMs), account.credentials, (body) => {
    const externalId = idIn(at(body, "id"), account.credentials);
    return externalId ? { kind: "accepted", externalId } : null;
  });
}

/** Meta's messaging for Instagram. */
export const instagram: PlatformApi = {
  async send(account, outgoing, network) {
    const { credentials } = account;
    const { content, messageId, comment } = outgoing;
    if (outgoing.type === "comment_reply") return replyInPublic(account, outgoing, network);
    if (!content.reaction && !instagramMessage(outgoing))
      return unsent("Instagram has no messages of this type.");
    const make = () => request(account, messagesUrl(account, network), instagramBody(outgoing));
    return graphResult(await post(make, network.timeoutMs), credentials, (body) => {
      // The answer to a reaction names no message.
      const own = content.reaction && `reaction_${messageId}`;
      const externalId = idIn(at(body, "message_id"), credentials) ?? own;
      return externalId
        ? { kind: "accepted", externalId, ...(comment && commenterIn(body)) }
        : null;
    });
  },
  async signal(account, signal, network) {
    if (signal.to.instagram_id === undefined) return;
    const make = () => request(account, messagesUrl(account, network), instagramSignal(signal));
    await post(make, network.timeoutMs);
  },
  checks: ({ login }, urls) => CHECKS[login ?? "facebook"](urls),
  profileUrl: (login, accountId, { GRAPH_URL: graphUrl, INSTAGRAM_URL: instagramUrl }) =>
    `${originOf(login, { graphUrl, instagramUrl })}/${encodeURIComponent(accountId)}`,
};
