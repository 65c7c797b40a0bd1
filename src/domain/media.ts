import type { Platform } from "./platforms";

/** The kinds of media, by which messages show them and limits apply. */
export const mediaKinds = ["image", "video", "audio", "document", "sticker"] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** The most files of a message that a lead sends. Instagram sends up to ten photos in one. */
export const MAX_FILES = 20;

export const mediaStates = ["pending", "stored", "failed"] as const;
export type MediaState = (typeof mediaStates)[number];

/** The reasons why a file that a lead has sent could not be stored. */
export const mediaFailures = [
  "too_large",
  "wrong_type",
  "not_found",
  "refused",
  "unreachable",
  "not_allowed",
  "quota_reached",
] as const;
export type MediaFailure = (typeof mediaFailures)[number];

/** Where a file is fetched from: an id at Meta, or a URL. */
export type MediaSource = { id: string } | { url: string };

const MB = 1_048_576;

type Limits = {
  /** The most bytes of a file that a lead has sent: the larger limit of the two platforms. */
  received: number;
  isReceivable: RegExp;
  isSendable: RegExp;
};

const ANY = /^[\w.+-]+\/[\w.+-]+$/;

/** The limits of each kind, as WhatsApp and Instagram document them. */
export const mediaLimits: Record<MediaKind, Limits> = {
  image: {
    received: 8 * MB,
    isReceivable: /^image\/(?!svg)[\w.+-]+$/,
    isSendable: /^image\/(jpeg|png)$/,
  },
  video: {
    received: 25 * MB,
    isReceivable: /^video\/[\w.+-]+$/,
    isSendable: /^video\/(mp4|3gpp)$/,
  },
  audio: {
    received: 25 * MB,
    isReceivable: /^(audio\/[\w.+-]+|video\/mp4|application\/ogg)$/,
    isSendable: /^audio\/(aac|amr|mpeg|mp4|ogg)$/,
  },
  document: { received: 100 * MB, isReceivable: ANY, isSendable: ANY },
  sticker: {
    received: 512_000,
    isReceivable: /^image\/(?!svg)[\w.+-]+$/,
    isSendable: /^image\/webp$/,
  },
};

/** The most bytes of a file to be sent, and the type that it must have, if there is but one. */
type SentLimit = { bytes: number; mimeType?: string };

/** The limits of files to be sent. Instagram has no stickers to send. */
export const sentLimits: Record<MediaKind, Record<Platform, SentLimit>> = {
  image: { whatsapp: { bytes: 5 * MB }, instagram: { bytes: 8 * MB } },
  video: { whatsapp: { bytes: 16 * MB }, instagram: { bytes: 25 * MB } },
  audio: { whatsapp: { bytes: 16 * MB }, instagram: { bytes: 25 * MB } },
  document: {
    whatsapp: { bytes: 100 * MB },
    instagram: { bytes: 25 * MB, mimeType: "application/pdf" },
  },
  sticker: { whatsapp: { bytes: 512_000 }, instagram: { bytes: 0 } },
};

/** The most bytes of an upload: the larger limit of the platforms. */
export const maxUploadBytes = (kind: MediaKind) =>
  Math.max(...Object.values(sentLimits[kind]).map(({ bytes }) => bytes));

/** The files that WhatsApp shows as voice notes, and up to which size it plays them at once. */
export const VOICE_NOTE = { mimeType: "audio/ogg", playedBytes: 512_000 };

/** The kind of a file to be sent, by its type. */
export const kindOfType = (mimeType: string): MediaKind =>
  (["image", "video", "audio", "sticker"] as const).find((kind) =>
    mediaLimits[kind].isSendable.test(mimeType),
  ) ?? "document";

/** The type of a `Content-Type`, without its parameters; undefined where it names none. */
export function mimeTypeOf(contentType: string | null | undefined) {
  const type = (contentType ?? "").replace(/;.*/s, "").trim().toLowerCase();
  return ANY.test(type) && type.length <= 100 ? type : undefined;
}

/** The types that are shown where they are opened: none that a browser could read as a page. */
const SHOWN = [
  ...["image/gif", "image/jpeg", "image/png", "image/webp"],
  ...["audio/3gpp", "audio/aac", "audio/amr", "audio/flac", "audio/mp4", "audio/mpeg"],
  ...["audio/ogg", "audio/opus", "audio/wav", "audio/webm", "audio/x-m4a", "audio/x-wav"],
  ...["video/3gpp", "video/mp4", "video/mpeg", "video/ogg", "video/quicktime", "video/webm"],
];

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** The other types that are served under their own names: platforms take documents by them. */
const NAMED = [
  ...["application/pdf", "text/plain"],
  ...["application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"],
  ...[`${OFFICE}.presentationml.presentation`, `${OFFICE}.spreadsheetml.sheet`],
  `${OFFICE}.wordprocessingml.document`,
];

/**
 * The headers that serve a file of a type. Any other type than these is served as bytes to be
 * saved, so that no page can load the file as a script or a style.
 */
export function servedAs(mimeType: string | null): { type: string; isShown: boolean } {
  const type = mimeType ?? "";
  const isShown = SHOWN.includes(type);
  return { type: isShown || NAMED.includes(type) ? type : "application/octet-stream", isShown };
}

/** The key of a medium's file in R2. */
export const mediaKey = (workspaceId: number, id: number) => `media/${workspaceId}/${id}`;
