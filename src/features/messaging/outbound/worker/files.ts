import type { MediumRow } from "#db/statements/media";
import type { Platform } from "#domain/platforms";
import { mediumUrl, type Signer } from "#features/messaging/media/urls";
import { DAY_MS } from "#lib/time";
import { fieldMessage } from "#lib/validation-messages";
import type { Composed } from "../compose";
import { mediumFaults } from "../medium-faults";
import type { Content } from "../members/all";
import type { Card } from "../members/card";
import type { SendableContent } from "../providers/provider";
import { uploadsIn } from "../uploads";

/** The time for which the platform may fetch a file: it does so when it is asked to send it. */
const FETCHABLE_MS = DAY_MS;

const rowsIn = (stored: string | null): MediumRow[] => (stored === null ? [] : JSON.parse(stored));

/** The files of a message by their URLs; undefined where one is gone. */
export async function filesOf(
  { media, cards }: Pick<Content, "media" | "cards">,
  stored: string | null,
  signer: Signer,
): Promise<Pick<SendableContent, "media" | "cards"> | undefined> {
  const uploads = rowsIn(stored);
  const file = media && (await fileAt(media, uploads, signer));
  const shown = cards && (await Promise.all(cards.map((card) => cardAt(card, uploads, signer))));
  if ((media && !file) || shown?.some((card) => !card)) return undefined;
  return {
    ...(file && { media: file }),
    ...(shown && { cards: shown.filter((card) => card !== undefined) }),
  };
}

type File = NonNullable<Content["media"]>;

async function fileAt(file: File, uploads: MediumRow[], signer: Signer) {
  if ("url" in file) return file;
  const { id, filename: own, ...others } = file;
  const medium = uploads.find((upload) => upload.id === id);
  if (medium?.state !== "stored") return undefined;
  const filename = own ?? medium.filename;
  const url = await mediumUrl(signer, medium, Date.now() + FETCHABLE_MS);
  return { ...others, url, ...(filename && { filename }) };
}

async function cardAt({ media, ...card }: Card, uploads: MediumRow[], signer: Signer) {
  if (!media) return card;
  const { type } = media;
  const file = await fileAt(media, uploads, signer);
  return file && { ...card, media: { type, url: file.url } };
}

/** The words about an uploaded file that the platform would refuse: runs send any. */
export function fileRefusal(
  platform: Platform,
  { type, media: stored }: { type: Composed["type"]; media: string | null },
  content: Content,
) {
  const media = rowsIn(stored).filter(({ state }) => state === "stored");
  const isThere = ({ id }: { id: number }) => media.some((medium) => medium.id === id);
  if (!uploadsIn({ type, content }).every(isThere)) return undefined;
  const [[field, fault] = []] = Object.entries(mediumFaults({ type, content }, media, platform));
  return field && fault && fieldMessage(field, fault);
}
