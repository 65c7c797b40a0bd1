import type { Credentials } from "#domain/credentials";
import type { MarketingEndpoint, OutgoingType } from "#domain/messaging";
import type { AccountKind, Login, Platform, ProviderName } from "#domain/platforms";
import type { OutboundRules } from "#lib/outbound-url";
import type { Address } from "../address";
import type { Content } from "../members/all";
import type { Card } from "../members/card";

/** A message that another one quotes or reacts to: by our id, and by the provider's. */
export type Target = { message_id: number; external_id: string };

type Changed = "media" | "cards" | "template" | "flow" | "reply_to" | "reaction";

/** The types of files above a text. */
type HeaderType = NonNullable<NonNullable<Content["media"]>["type"]>;

/** A card with the URL of its file. */
export type SendableCard = Omit<Card, "media"> & {
  media?: { type: "image" | "video"; url: string };
};

/**
 * The content with the URLs of its files, the token of its form and the provider's ids of messages,
 * and without what only we need to know.
 */
export type SendableContent = Omit<Content, Changed> & {
  reply_to?: Target;
  reaction?: Target & { emoji: string | null };
  media?: { url: string; filename?: string | null; type?: HeaderType };
  cards?: SendableCard[];
  template?: Omit<NonNullable<Content["template"]>, "on_marketing_cap">;
  /** With the token by which its answers are known. */
  flow?: NonNullable<Content["flow"]> & { flow_token: string };
};

/** A comment and its post, by the platform's ids. */
export type OutgoingComment = { externalId: string; mediaId: string };

/** A message as a provider is asked to send it. */
export type Outgoing = {
  /** Our id of the message. A provider may echo it in its status reports. */
  messageId: number;
  leadId: number;
  type: OutgoingType;
  text: string | null;
  content: SendableContent;
  to: Address;
  /** The comment that it answers: in public if it is a `comment_reply`, else in private. */
  comment?: OutgoingComment | undefined;
  /** The endpoint of WhatsApp's own API that is asked first: `messages` if it is left out. */
  endpoint?: MarketingEndpoint;
};

/** The channel that sends, with its opened credentials. */
export type Account = {
  channelId: number;
  platform: Platform;
  provider: ProviderName;
  /** The login by which it is connected, where its provider has several. */
  login: Login | null;
  externalId: string | null;
  gatewayUrl: string | null;
  credentials: Credentials;
};

/**
 * `graphUrl` is Meta's origin and version, such as `https://graph.facebook.com/v26.0`;
 * `instagramUrl` that of the accounts with a login of Instagram's own.
 */
export type Network = {
  graphUrl: string;
  instagramUrl: string;
  timeoutMs: number;
  outbound: OutboundRules;
};

/**
 * The result of a request to send: accepted; refused, and certainly not sent; or unknown. `code`
 * and `subcode` are the Graph API's. An `httpStatus` of 0 means that no request was made;
 * `isUnanswered` that the provider itself has not answered; `isHeld` that it keeps the message back
 * until it has assessed others of the template. `marketing` is the endpoint that was asked because
 * the other one takes no marketing templates of the account.
 */
export type SendResult = { marketing?: MarketingEndpoint } & (
  | {
      kind: "accepted";
      externalId: string;
      waId?: string;
      bsuid?: string;
      /** The id of the person whose comment the message answers. */
      commenter?: { kind: AccountKind; value: string };
      delivered?: boolean;
      isHeld?: true;
    }
  | {
      kind: "refused";
      httpStatus: number;
      code: number | null;
      subcode?: number;
      detail: string;
      retryAfterMs: number | null;
    }
  | { kind: "unknown"; detail: string; isUnanswered?: true }
);

/**
 * A sign that the lead sees of the team besides its messages: that it has read the lead's last
 * message, whose id at the provider is `externalId`, or that it is typing.
 */
export type Signal = { kind: "read" | "typing"; externalId: string | null; to: Address };

/** Sends messages. Never throws. `detail` holds no credential. */
export type Provider = {
  send(account: Account, outgoing: Outgoing, network: Network): Promise<SendResult>;
  /** Shows a signal, where the platform has such. Whether it did is nobody's concern. */
  signal?(account: Account, signal: Signal, network: Network): Promise<unknown>;
};

/** The settings that hold Meta's URLs. */
export type MetaUrls = { GRAPH_URL: string; INSTAGRAM_URL: string };

/** The account of a channel, and the business account that it names. */
export type CheckedAccount = { login: Login | null; externalId: string; accountId: string | null };

/**
 * Where Meta says whether a token is valid for an account; whose the token is, by `idAt` in the
 * answer, or in the first one where there is no URL; and which apps get the account's webhooks,
 * which may name the fields that they get.
 */
export type Checks = {
  account: string;
  owner?: { url?: string; idAt: readonly string[] };
  subscriptions?: { url: string; namesFields: boolean };
};

/** A platform's own API. */
export type PlatformApi = Provider & {
  /** The URLs at Meta by which a channel is checked. */
  checks(channel: CheckedAccount, urls: MetaUrls): Checks;
  /** The URL of the profile of an account that has written to a channel with this login. */
  profileUrl?(login: Login | null, accountId: string, urls: MetaUrls): string;
};
