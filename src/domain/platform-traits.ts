import type { CredentialName } from "./credentials";
import type { OutgoingType, ReceivedType } from "./messaging";

/**
 * An id of leads, and the channels that can send to it: all, those of the business portfolio that
 * has learnt it, or the one that has. One that is a phone is suppressed as such, and stands for the
 * lead's own.
 */
export type Id = { is: string; knownTo: "all" | "portfolio" | "channel"; hasCountry?: true } & (
  | { isPhone: true }
  | { suppressedBy: string }
);

/** The rules of cards on a platform, and their most characters. */
type CardTraits = {
  /** True if a text must stand above them; false if there can be none. */
  hasText: boolean;
  needsTitle: boolean;
  needsMedia: boolean;
  media: readonly ("image" | "video")[];
  /** True if all have the same kind of file, and of buttons as many. */
  areAlike: boolean;
  title: number;
  text: number;
  /** The limits of title and text, one below the other; null where each has its own alone. */
  together: { characters: number; lines: number } | null;
  links: number;
  replies: number;
};

/** The traits of a platform. Code that depends on the platform reads them, never its name. */
export type PlatformTraits = {
  /** Its name for people. */
  label: string;
  /** The ids by which it knows leads, in the order in which messages are sent to them. */
  ids: Record<string, Id>;
  /** True if the sandbox reaches only leads whose address is known. */
  sandboxNeedsAddress: boolean;
  /** True if leads keep the number that they write to (`whatsapp_phone_number_id`). */
  leadsKeepNumber: boolean;
  /** The types of messages that the team can't send on it, and those that never come from it. */
  unsent: readonly OutgoingType[];
  unreceived: readonly ReceivedType[];
  /** The types that answer a comment by message, while the lead has not written. */
  privateReplies: readonly OutgoingType[];
  /** The ids by which it names those who comment on posts; null where nobody does. */
  commenters: string | null;
  /** The settings of triggers that its links to a chat fit: texts to send, or references. */
  chatLinks: "texts" | "refs";
  /** True if a file can have a text beside it. */
  hasCaptions: boolean;
  hasVoiceNotes: boolean;
  /** The longest text, alone and beside a file, buttons or a list. */
  maxText: { unit: "characters" | "bytes"; alone: number; beside: number };
  /** The limits of a list: how many rows, and the most characters; null for what is not shown. */
  list: {
    rows: number;
    title: number;
    button: number | null;
    section: number | null;
    description: number | null;
  };
  /** The limits of a text with buttons that open URLs. */
  linkButtons: { most: number; text: number; hasMedia: boolean };
  cards: CardTraits;
  /** Its own API: the provider of channels that send by it. */
  api: {
    name: string;
    credentials: readonly CredentialName[];
    /** The ways by which its accounts are connected, the default first; none where one is all. */
    logins: readonly string[];
    /** True if its channels have a business account with templates. */
    hasAccounts: boolean;
    /** True if it says who has written: names, and how the person and the account follow. */
    hasProfiles: boolean;
    /** True if it tells of what is sent through it, too: such echoes may be of our own messages. */
    echoesSent: boolean;
    /** True if it limits the rate from one number to another. */
    hasPairRate: boolean;
    /**
     * The different leads in a row to whom a message must be refused for want of a permission until
     * the channel stops: one where only the token can lack it.
     */
    deniedLeadsToStop: number;
  };
};
