import type { MediumRow } from "#db/statements/media";
import { sentLimits, VOICE_NOTE } from "#domain/media";
import type { Platform } from "#domain/platforms";
import { validationMessages } from "#lib/validation-messages";
import type { Composed } from "./compose";
import type { Faults } from "./faults";
import { type SentUpload, uploadsIn } from "./uploads";

type Content = Pick<Composed, "type" | "content">;

/**
 * The faults of uploaded files, by what is known of them. Each is sent as what it is, and any as a
 * document. Of a file by its URL nothing is known: the platform refuses it, if need be.
 */
export const mediumFaults = (composed: Content, media: MediumRow[], platform: Platform): Faults =>
  Object.assign(
    {},
    ...uploadsIn(composed).map((upload) => {
      const medium = media.find(({ id }) => id === upload.id);
      return uploadFaults(upload, medium, composed, platform);
    }),
  );

function uploadFaults(
  { type, field }: SentUpload,
  medium: MediumRow | undefined,
  { content: { voice } }: Content,
  platform: Platform,
): Faults {
  const isSendable = medium?.state === "stored" && (type === "document" || medium.kind === type);
  if (!isSendable) return { [field]: validationMessages.selected };
  const kind = type === "document" ? type : medium.kind;
  const { bytes, mimeType } = sentLimits[kind][platform];
  if (mimeType && medium.mimeType !== mimeType)
    return { [field]: validationMessages.onlyWith("type", mimeType) };
  if ((medium.size ?? 0) > bytes) return { [field]: validationMessages.atMostBytes(bytes) };
  return voice && medium.mimeType !== VOICE_NOTE.mimeType
    ? { voice: validationMessages.onlyWith("type", VOICE_NOTE.mimeType) }
    : {};
}
