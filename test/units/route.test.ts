import { describe, expect, it } from "vitest";
import type { KnownId } from "#features/messaging/outbound/address";
import {
  blockReason,
  type Channel,
  type Conversation,
  type Reachability,
  routeOf,
} from "#features/messaging/outbound/route";

const NOW = 1_795_000_000_000;
const HOUR_MS = 3_600_000;

const channel = (id: number, more: Partial<Channel> = {}): Channel => ({
  id,
  platform: "whatsapp",
  provider: "whatsapp_cloud",
  externalId: String(100 + id),
  portfolioId: null,
  isDefault: false,
  isActive: true,
  ...more,
});
const conversation = (
  id: number,
  channelId: number | null,
  more: Partial<Conversation> = {},
): Conversation => ({
  id,
  channelId,
  platform: "whatsapp",
  lastInboundAt: null,
  ...more,
});

const first = channel(1, { isDefault: true });
const second = channel(2);
const instagram = channel(3, { platform: "instagram", provider: "instagram", isDefault: true });

/** An account of Instagram's that a channel has learnt. */
const onInstagram = (channelId: number | null): KnownId => ({
  kind: "instagram_id",
  value: "5678",
  channelId,
  portfolioId: null,
  isUnreachable: false,
  isAnothers: false,
});

const situation = (more: Partial<Reachability> = {}): Reachability => ({
  number: "+33639980142",
  isOptout: false,
  isMarketingOptout: false,
  whatsappPhoneNumberId: null,
  identities: [],
  channels: [first, second, instagram],
  conversations: [],
  ...more,
});

describe("the route of a message", () => {
  it.each([
    ["to the default of WhatsApp when nothing is known", {}, {}, 1],
    ["to the number that talks to the lead", { whatsappPhoneNumberId: 102 }, {}, 2],
    ["to the default where that number is no channel", { whatsappPhoneNumberId: 999 }, {}, 1],
    ["to the platform that is asked for", {}, { platform: "instagram" }, 3],
    [
      "to the channel that is asked for, whatever the lead's number",
      { whatsappPhoneNumberId: 101 },
      { channelId: 2 },
      2,
    ],
    [
      "to where the lead wrote last",
      {
        conversations: [
          conversation(1, 1, { lastInboundAt: 5 }),
          conversation(2, 3, { platform: "instagram", lastInboundAt: 9 }),
        ],
      },
      {},
      3,
    ],
    [
      "to Instagram where the lead is known only there",
      { number: null, identities: [onInstagram(null)] },
      {},
      3,
    ],
    [
      "to the account that knows the lead, where the default does not",
      {
        number: null,
        identities: [onInstagram(4)],
        channels: [first, instagram, { ...instagram, id: 4, isDefault: false }],
      },
      {},
      4,
    ],
    [
      "to the default where no account knows the lead",
      { number: null, identities: [onInstagram(9)] },
      {},
      3,
    ],
    ["to WhatsApp where the lead is known on both", { identities: [onInstagram(null)] }, {}, 1],
  ] as const)("%s", (_, given, wish, id) => {
    expect(routeOf(situation(given as Partial<Reachability>), wish)?.channel?.id).toBe(id);
  });

  it("does not exist for an unknown channel, or one of another platform", () => {
    expect(routeOf(situation(), { channelId: 9 })).toBeUndefined();
    expect(routeOf(situation(), { channelId: 1, platform: "instagram" })).toBeUndefined();
    expect(routeOf(situation(), { conversationId: 9 })).toBeUndefined();
  });

  it("uses the conversation of its channel, not of another one", () => {
    const conversations = [conversation(7, 2), conversation(8, 1)];
    expect(routeOf(situation({ conversations }), {})?.conversation?.id).toBe(8);
    expect(routeOf(situation({ conversations }), { channelId: 2 })?.conversation?.id).toBe(7);
    expect(
      routeOf(situation({ conversations }), { platform: "instagram" })?.conversation,
    ).toBeUndefined();
  });

  it("stays with the conversation, even when its channel was deleted", () => {
    const conversations = [conversation(7, 99)];
    expect(routeOf(situation({ conversations }), { conversationId: 7 })).toMatchObject({
      channel: undefined,
      conversation: { id: 7 },
    });
  });
});

describe("a refusal", () => {
  const open = [conversation(1, 1, { lastInboundAt: NOW - HOUR_MS })];
  const refusal = (given: Partial<Reachability>, isTemplate = false, wish = {}) => {
    const all = situation({ conversations: open, ...given });
    return blockReason(all, routeOf(all, wish)!, { type: isTemplate ? "template" : "text" }, NOW);
  };

  it.each([
    ["none", {}, null],
    ["opted_out before anything else", { isOptout: true, channels: [] }, "opted_out"],
    ["no_channel", { channels: [] }, "no_channel"],
    ["channel_stopped", { channels: [{ ...first, isActive: false }] }, "channel_stopped"],
    ["no_identity", { number: null }, "no_identity"],
    [
      "window_closed at the end of the 24th hour",
      { conversations: [conversation(1, 1, { lastInboundAt: NOW - 24 * HOUR_MS })] },
      "window_closed",
    ],
    [
      "none a moment before",
      { conversations: [conversation(1, 1, { lastInboundAt: NOW - 24 * HOUR_MS + 1 })] },
      null,
    ],
    ["window_closed where the lead never wrote", { conversations: [] }, "window_closed"],
    [
      "window_closed where the lead wrote to another channel",
      { conversations: [conversation(1, 2, { lastInboundAt: NOW })] },
      "window_closed",
    ],
  ] as const)("is %s", (_, given, reason) => {
    expect(refusal(given as Partial<Reachability>)).toBe(reason);
  });

  it("does not apply to a template outside the window", () => {
    expect(refusal({ conversations: [] }, true)).toBeNull();
  });

  it("is no_identity in the sandbox of WhatsApp, too", () => {
    const channels = [{ ...first, provider: "sandbox" as const }];
    expect(refusal({ number: null, channels })).toBe("no_identity");
  });
});
