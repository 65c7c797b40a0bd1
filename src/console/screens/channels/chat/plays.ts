import {
  AtSign,
  CircleDashed,
  Link,
  type LucideIcon,
  MapPin,
  Megaphone,
  MessageSquareQuote,
  Share,
  Smartphone,
} from "lucide-react";
import type { InboundInput, Platform } from "#client";
import { platformRow } from "#console/data/platforms";

type Content = Pick<InboundInput, "type" | "text" | "payload" | "origin">;

export type PlayField = "text" | "ad" | "ref" | "story" | "post" | "coordinates" | "place";
export type PlayValues = Record<PlayField, string>;

/** The values that the fields begin with, so that each can be sent as it is. */
export const FIRST_VALUES: PlayValues = {
  text: "",
  ad: "120211000000001",
  ref: "spring",
  story: "18012345678901234",
  post: "17905512345678901",
  coordinates: "48.8584, 2.2945",
  place: "",
};

type Play = {
  Icon: LucideIcon;
  /** The trait without which the platform has no such thing. */
  needs?: "hasComments" | "hasStories" | "hasNumbers";
  fields: readonly PlayField[];
  /** The fields that may be empty. */
  optional?: readonly PlayField[];
  /** The message; null for what is none. Undefined where a field can't be read. */
  contentOf: (values: PlayValues) => Content | null | undefined;
};

/** Files of stories and posts lie at Meta: here nothing does. */
const pointer = (type: string, payload: object) => ({ attachments: [{ type, payload }] });

function placeIn(coordinates: string) {
  const [latitude, longitude] = coordinates.split(/[\s,;]+/).map(Number);
  const isPlace =
    Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180;
  return isPlace ? { latitude, longitude } : undefined;
}

export const PLAYS = {
  location: {
    Icon: MapPin,
    needs: "hasNumbers",
    fields: ["coordinates", "place"],
    optional: ["place"],
    contentOf({ coordinates, place }) {
      const at = placeIn(coordinates);
      const name = place.trim();
      return at && { type: "location", payload: { ...at, ...(name && { name }) } };
    },
  },
  comment: {
    Icon: MessageSquareQuote,
    needs: "hasComments",
    fields: ["text", "post"],
    contentOf: () => null,
  },
  storyReply: {
    Icon: CircleDashed,
    needs: "hasStories",
    fields: ["text", "story"],
    contentOf: ({ text, story: id }) => ({
      type: "text",
      text,
      payload: { reply_to: { story: { id } } },
    }),
  },
  storyMention: {
    Icon: AtSign,
    needs: "hasStories",
    fields: [],
    contentOf: () => ({ type: "story_mention", payload: pointer("story_mention", {}) }),
  },
  share: {
    Icon: Share,
    needs: "hasStories",
    fields: ["post"],
    contentOf: ({ post }) => ({
      type: "share",
      payload: pointer("ig_post", { ig_post_media_id: post }),
    }),
  },
  adClick: {
    Icon: Megaphone,
    fields: ["text", "ad"],
    // The members of both platforms.
    contentOf: ({ text, ad }) => ({
      type: "text",
      text,
      payload: { referral: { source_type: "ad", source_id: ad, ad_id: ad } },
    }),
  },
  linkReferral: {
    Icon: Link,
    needs: "hasStories",
    fields: ["ref"],
    contentOf: ({ ref }) => ({
      type: "referral",
      payload: { referral: { ref, source: "IGME-SOURCE-LINK", type: "OPEN_THREAD" } },
    }),
  },
  fromApp: {
    Icon: Smartphone,
    fields: ["text"],
    contentOf: ({ text }) => ({ origin: "native_app", text }),
  },
} as const satisfies Record<string, Play>;

export type PlayName = keyof typeof PLAYS;

export const playOf = (name: PlayName): Play => PLAYS[name];

// `PLAYS` has every name.
const names = Object.keys(PLAYS) as PlayName[];

/** The things that can be played on a platform beside texts and files. */
export const playsOn = (platform: Platform) =>
  names.filter((name) => {
    const { needs } = playOf(name);
    return needs === undefined || platformRow(platform)[needs];
  });

/** True once the fields of a play have what it needs. */
export function isPlayable(name: PlayName, values: PlayValues) {
  const { fields, optional = [], contentOf } = playOf(name);
  const isFilled = fields.every((field) => optional.includes(field) || values[field].trim() !== "");
  return isFilled && contentOf(values) !== undefined;
}
