import type { MediumRow } from "#db/statements/media";
import { sentLimits, VOICE_NOTE } from "#domain/media";
import type { Platform } from "#domain/platforms";
import { validationMessages } from "#lib/validation-messages";
import type { Composed } from "./compose";
import type { Faults } from "./faults";

/**
 * The faults of an uploaded file, by what is known of it. It is sent as what it is, and any as a
 * document. Of a file by its URL nothing is known: the platform refuses it, if need be.
 */
export function mediumFaults(
  { type, content: { media, voice } }: Pick<Composed, "type" | "content">,
  medium: MediumRow | undefined,
  platform: Platform,
): Faults {
  if (!media || "url" in media) return {};
  const isSendable = medium?.state === "stored" && (type === "document" || medium.kind === type);
  if (!isSendable) return { "media.id": validationMessages.selected };
  const kind = type === "document" ? type : medium.kind;
  const { bytes, mimeType } = sentLimits[kind][platform];
  if (mimeType && medium.mimeType !== mimeType)
    return { "media.id": validationMessages.onlyWith("type", mimeType) };
  if ((medium.size ?? 0) > bytes) return { "media.id": validationMessages.atMostBytes(bytes) };
  return voice && medium.mimeType !== VOICE_NOTE.mimeType
    ? { voice: validationMessages.onlyWith("type", VOICE_NOTE.mimeType) }
    : {};
}
