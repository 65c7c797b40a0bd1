import type { BlockReason } from "../../../domain/block-reasons";
import type { Platform, ProviderName } from "../../../domain/messaging";
import { isWindowOpen } from "../../../domain/window";
import { addressOf, type Identities } from "./address";

export type Channel = {
  id: number;
  platform: Platform;
  provider: ProviderName;
  externalId: string | null;
  isDefault: boolean;
  isActive: boolean;
};
export type Conversation = {
  id: number;
  channelId: number | null;
  platform: Platform;
  lastInboundAt: number | null;
};

/** A lead as somebody who can be written to, and by what. */
export type Reachability = {
  phone: string | null;
  isOptout: boolean;
  whatsappPhoneNumberId: number | null;
  identities: Identities;
  channels: Channel[];
  conversations: Conversation[];
};

/** Where to write: to a conversation, by a channel, on a platform, or wherever fits. */
export type RouteRequest = {
  conversationId?: number | undefined;
  channelId?: number | null | undefined;
  platform?: Platform | null | undefined;
};

export type Route = {
  platform: Platform;
  channel: Channel | undefined;
  conversation: Conversation | undefined;
};

/** Finds the channel and the conversation; undefined where the channel or the conversation that is wished for is not there. */
export function routeOf(situation: Reachability, wish: RouteRequest): Route | undefined {
  const { channels, conversations } = situation;
  if (wish.conversationId !== undefined) {
    const conversation = conversations.find(({ id }) => id === wish.conversationId);
    if (!conversation) return undefined;
    return {
      platform: conversation.platform,
      channel: channels.find(({ id }) => id === conversation.channelId),
      conversation,
    };
  }
  const wished =
    wish.channelId == null ? undefined : channels.find(({ id }) => id === wish.channelId);
  if (wish.channelId != null && (!wished || (wish.platform && wish.platform !== wished.platform)))
    return undefined;
  const platform = wished?.platform ?? wish.platform ?? platformOf(situation);
  const channel = wished ?? channelOf(situation, platform);
  const conversation = conversations.find(
    (one) => one.platform === platform && one.channelId === (channel?.id ?? null),
  );
  return { platform, channel, conversation };
}

/** Where the lead wrote last, else where it is known, else WhatsApp. */
function platformOf({ conversations, phone, identities }: Reachability): Platform {
  const [last] = conversations
    .filter((one) => one.lastInboundAt !== null)
    .toSorted((a, b) => b.lastInboundAt! - a.lastInboundAt!);
  if (last) return last.platform;
  const isOnInstagramOnly =
    !addressOf("whatsapp", phone, identities) && addressOf("instagram", phone, identities);
  return isOnInstagramOnly ? "instagram" : "whatsapp";
}

/** The channel of the number that talks to the lead, else the default of the platform. */
function channelOf({ channels, whatsappPhoneNumberId }: Reachability, platform: Platform) {
  const ofPlatform = channels.filter((channel) => channel.platform === platform);
  const own =
    platform === "whatsapp" &&
    ofPlatform.find(({ externalId }) => externalId === String(whatsappPhoneNumberId));
  return own || ofPlatform.find(({ isDefault }) => isDefault);
}

/** Why nothing can be sent there now; null where it can. Templates need no open window. */
export function blockReason(
  situation: Reachability,
  { platform, channel, conversation }: Route,
  isTemplate: boolean,
  now: number,
): BlockReason | null {
  const { isOptout, phone, identities } = situation;
  const reasons: [BlockReason, boolean][] = [
    ["opted_out", isOptout],
    ["no_channel", !channel],
    ["channel_stopped", channel?.isActive === false],
    ["no_identity", channel?.provider !== "sandbox" && !addressOf(platform, phone, identities)],
    ["window_closed", !isTemplate && !isWindowOpen(conversation?.lastInboundAt ?? null, now)],
  ];
  return reasons.find(([, applies]) => applies)?.[0] ?? null;
}
