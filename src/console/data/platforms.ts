import { Camera, type LucideIcon, MessageCircle, Phone } from "lucide-react";
import { type Channel, type IdentityKind, type InboundInput, Platform } from "#client";
import type { Tone } from "../ui/badge";

type Payload = NonNullable<InboundInput["payload"]>;

/**
 * The traits of a platform that the API doesn't tell. Screens read them, never its name. What the
 * team can send on it stands in `virtual:platforms`.
 */
type Row = {
  /** Its signs on channels and on conversations: drawings of our own, not a brand's. */
  sign: LucideIcon;
  mark: LucideIcon;
  tone: Tone;
  /** The provider that is its own API. */
  api: Channel["provider"];
  /** The settings that a channel of it must, or can, have besides its credentials. */
  settings: readonly ("login" | "external_id" | "business_account_id")[];
  hasTemplates: boolean;
  /** True where its addresses are phone numbers. */
  hasNumbers: boolean;
  /** The kinds of files that it takes; undefined for all. */
  accepts?: string;
  /** True where it shows a list as buttons. */
  hasFlatLists: boolean;
  /** True where people comment on posts, and where there are stories. */
  hasComments: boolean;
  hasStories: boolean;
  /** The emoji with which the team reacts to messages. */
  reactions: readonly string[];
  identityKinds: readonly IdentityKind[];
  /** An address that belongs to nobody, and that of a lead which has none. */
  newAddress(): string;
  /** The id of somebody who hides their number, where people can. */
  newHiddenId?(): string;
  addressOf(lead: number): string;
  /** The part of its webhooks about a message that another one quotes, or reacts to. */
  quote(id: string): Payload;
  reaction(id: string | null, emoji: string): Payload;
};

const digits = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => byte % 10).join("");

export const PLATFORMS = {
  whatsapp: {
    sign: MessageCircle,
    mark: Phone,
    tone: "green",
    api: "whatsapp_cloud",
    settings: ["external_id", "business_account_id"],
    hasTemplates: true,
    hasNumbers: true,
    hasFlatLists: false,
    hasComments: false,
    hasStories: false,
    reactions: ["👍", "❤️", "😂", "😮", "😢", "🙏"],
    identityKinds: ["wa_id", "bsuid", "parent_bsuid"],
    // These French numbers are reserved for fiction.
    newAddress: () => `+336399${80 + Number(digits(1))}${digits(3)}`,
    newHiddenId: () => `US.${digits(12)}`,
    addressOf: (lead) => `US.${lead}`,
    quote: (id) => ({ context: { id } }),
    reaction: (id, emoji) => ({ message_id: id, emoji }),
  },
  instagram: {
    sign: Camera,
    mark: Camera,
    tone: "purple",
    api: "instagram",
    settings: ["login", "external_id"],
    hasTemplates: false,
    hasNumbers: false,
    accepts: "image/*,video/*,audio/*,application/pdf",
    hasFlatLists: true,
    hasComments: true,
    hasStories: true,
    reactions: ["❤️"],
    identityKinds: ["instagram_id"],
    newAddress: () => `1784${digits(11)}`,
    addressOf: (lead) => `17840000000${lead}`,
    quote: (id) => ({ reply_to: { mid: id } }),
    reaction: (id, emoji) => ({ mid: id, emoji, action: "react" }),
  },
} as const satisfies Record<Platform, Row>;

export const platformNames = Object.values(Platform);

/** The platform that a form begins with. */
export const FIRST_PLATFORM: Platform = Platform.whatsapp;

export const platformRow = (platform: Platform): Row => PLATFORMS[platform];

/** The platform whose own API a provider is. */
export const platformOf = (provider: Channel["provider"]): Platform | undefined =>
  platformNames.find((platform) => PLATFORMS[platform].api === provider);
