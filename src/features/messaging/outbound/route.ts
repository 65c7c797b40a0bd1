import type { AutomaticMessages } from "#domain/automatic-messages";
import { type BlockReason, blockReasons, type WindowReason } from "#domain/block-reasons";
import { needsWindow, type OutgoingType } from "#domain/messaging";
import type { BusinessHours } from "#domain/opening-hours";
import type { BearingPause } from "#domain/pauses";
import {
  kindsOf,
  type Platform,
  type ProviderName,
  phoneKindOf,
  platforms,
  platformTraits,
} from "#domain/platforms";
import { type AnsweredComment, PRIVATE_REPLY_MS, privateReplyTypes } from "#domain/private-replies";
import { mayBeMarketing, needsNumber, type TemplateCategory } from "#domain/templates";
import { isWindowOpen } from "#domain/window";
import {
  type AddressingChannel,
  destinationOf,
  type Identities,
  phoneDestinationOf,
} from "./address";

export type Channel = AddressingChannel & {
  provider: ProviderName;
  externalId: string | null;
  isDefault: boolean;
  isActive: boolean;
  /** Hours of its own, in place of the workspace's. */
  businessHours?: BusinessHours | null;
  /** The types that its gateway takes; null for the usual ones. */
  accepts?: readonly OutgoingType[] | null;
  /** It keeps messages back, and nobody is refused for it. */
  pause?: BearingPause | null;
};
export type Conversation = {
  id: number;
  channelId: number | null;
  platform: Platform;
  lastInboundAt: number | null;
  automatic?: AutomaticMessages | null;
};

/** The facts that decide whether a lead can be written to, and by which channel. */
export type Reachability = {
  /** The key of its phone (domain/addresses.ts): where it is reached by phone. */
  number: string | null;
  isOptout: boolean;
  /** True if the lead gets no marketing, for whichever reason. */
  isMarketingOptout: boolean;
  whatsappPhoneNumberId: number | null;
  identities: Identities;
  channels: Channel[];
  conversations: Conversation[];
};

/** The requested route: to a conversation, by a channel, on a platform, or any of these. */
export type RouteRequest = {
  conversationId?: number | undefined;
  channelId?: number | null | undefined;
  platform?: Platform | null | undefined;
  /** The comment that the message answers. */
  commentId?: number | null | undefined;
};

export type Route = {
  platform: Platform;
  channel: Channel | undefined;
  conversation: Conversation | undefined;
};

/** Finds the channel and the conversation; undefined where a requested one does not exist. */
export function routeOf(lead: Reachability, request: RouteRequest): Route | undefined {
  const { channels, conversations } = lead;
  if (request.conversationId !== undefined) {
    const conversation = conversations.find(({ id }) => id === request.conversationId);
    if (!conversation) return undefined;
    return {
      platform: conversation.platform,
      channel: channels.find(({ id }) => id === conversation.channelId),
      conversation,
    };
  }
  const requested = channels.find(({ id }) => id === request.channelId);
  if (request.channelId != null && !requested) return undefined;
  if (requested && request.platform && request.platform !== requested.platform) return undefined;
  const platform = requested?.platform ?? request.platform ?? platformOf(lead);
  const channel = requested ?? channelOf(lead, platform);
  const conversation = conversations.find(
    (one) => one.platform === platform && one.channelId === (channel?.id ?? null),
  );
  return { platform, channel, conversation };
}

/** The platform where the lead wrote last, else the first where it is known, else the first. */
function platformOf({ conversations, number, identities }: Reachability): Platform {
  const [last] = conversations
    .flatMap(({ platform, lastInboundAt: at }) => (at === null ? [] : [{ platform, at }]))
    .toSorted((a, b) => b.at - a.at);
  if (last) return last.platform;
  const isKnownOn = (platform: Platform) =>
    (number !== null && phoneKindOf(platform)) ||
    identities.some(({ kind, isAnothers }) => !isAnothers && kindsOf(platform).includes(kind));
  return platforms.find(isKnownOn) ?? platforms[0];
}

/**
 * The channel of the number that the lead has been written from, else the platform's default: or
 * another one, where that has no address of the lead and the other has.
 */
function channelOf(lead: Reachability, platform: Platform) {
  const { channels, whatsappPhoneNumberId, number, identities } = lead;
  const ofPlatform = channels.filter((channel) => channel.platform === platform);
  const own =
    platformTraits[platform].leadsKeepNumber &&
    ofPlatform.find(({ externalId }) => externalId === String(whatsappPhoneNumberId));
  const usual = own || ofPlatform.find(({ isDefault }) => isDefault);
  const reaches = (channel: Channel) => destinationOf(channel, number, identities);
  return usual && (reaches(usual) ? usual : (ofPlatform.find(reaches) ?? usual));
}

/**
 * The facts of a message that decide whether it can be sent: `category` is that of the template,
 * null where nobody knows it, and undefined where nobody has looked: then the sender does.
 * `comment` is the one that it may answer.
 */
export type Sent = {
  type: OutgoingType;
  category?: TemplateCategory | null | undefined;
  comment?: AnsweredComment | null | undefined;
};

const isClosed = ({ conversation }: Route, now: number) =>
  !isWindowOpen(conversation?.lastInboundAt ?? null, now);

/** True if a message goes out as a private reply to its comment, if it goes out. */
export const isPrivateReply = ({ type, comment }: Sent, route: Route, now: number) =>
  comment != null &&
  comment.channelId === route.channel?.id &&
  privateReplyTypes(route.platform).includes(type) &&
  isClosed(route, now);

/** The reason for which a message that needs the window is refused; null where none does. */
export function windowReasonOf(sent: Sent, route: Route, now: number): WindowReason | null {
  const { type, comment } = sent;
  if (!needsWindow(type) || !isClosed(route, now)) return null;
  if (!isPrivateReply(sent, route, now)) return "window_closed";
  if (comment?.isAnswered) return "private_reply_spent";
  return now >= (comment?.at ?? 0) + PRIVATE_REPLY_MS ? "private_reply_late" : null;
}

/**
 * The reason why nothing can be sent by the route now; null if a message can. The sender checks the
 * same again (block-conditions.ts).
 */
export function blockReason(
  { isOptout, isMarketingOptout, number, identities }: Reachability,
  route: Route,
  sent: Sent,
  now: number,
): BlockReason | null {
  const { channel } = route;
  const { type, category, comment } = sent;
  const windowReason = windowReasonOf(sent, route, now);
  const applies: Record<BlockReason, boolean> = {
    opted_out: isOptout,
    marketing_opted_out:
      type === "template" &&
      category !== undefined &&
      isMarketingOptout &&
      mayBeMarketing(category),
    no_channel: !channel,
    channel_stopped: channel?.isActive === false,
    no_identity: !channel || !destinationOf(channel, number, identities),
    number_required:
      needsNumber(category) && !(channel && phoneDestinationOf(channel, number, identities)),
    no_comment: type === "comment_reply" && comment?.channelId !== channel?.id,
    window_closed: windowReason === "window_closed",
    private_reply_spent: windowReason === "private_reply_spent",
    private_reply_late: windowReason === "private_reply_late",
  };
  return blockReasons.find((reason) => applies[reason]) ?? null;
}
