import { type OutgoingType, outgoingTypes } from "./messaging";
import { type Platform, type ProviderName, sendableOn } from "./platforms";

/** The types of messages that a gateway takes unless its channel says otherwise. */
export const USUAL_TYPES: readonly OutgoingType[] = [
  "text",
  "template",
  "buttons",
  "list",
  "request_phone",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
];

/** A channel that sends; `accepts` are the types that its gateway takes, null for the usual. */
export type AcceptingChannel = {
  platform: Platform;
  provider: ProviderName;
  accepts?: readonly OutgoingType[] | null;
};

/** The types that a channel's gateway takes; null where it has none. */
export function acceptedBy({
  platform,
  provider,
  accepts,
}: AcceptingChannel): OutgoingType[] | null {
  if (provider !== "webhook") return null;
  return sendableOn(platform).filter((type) => (accepts ?? USUAL_TYPES).includes(type));
}

/** The types that a channel can send, or its platform, where there is no channel. */
export const sendableBy = (platform: Platform, channel: AcceptingChannel | undefined) =>
  (channel && acceptedBy(channel)) ?? sendableOn(platform);

/** The types in the order of the list of all. */
export const inOrder = (types: readonly OutgoingType[]) =>
  outgoingTypes.filter((type) => types.includes(type));
