import type { Composed } from "./compose";
import type { Content } from "./members/all";

/** An uploaded file that a message sends, and the type as which it does. */
export type SentUpload = { id: number; type: string; field: string };

type Place = { file: Content["media"]; type: string; field: string };

/** The uploaded files of a message. */
export function uploadsIn({
  type,
  content: { media, cards = [] },
}: Pick<Composed, "type" | "content">): SentUpload[] {
  const places: Place[] = [
    { file: media, type: media?.type ?? type, field: "media.id" },
    ...cards.map((card, place) => ({
      file: card.media,
      type: card.media?.type ?? type,
      field: `cards.${place}.media.id`,
    })),
  ];
  return places.flatMap(({ file, ...place }) =>
    file && "id" in file ? [{ id: file.id, ...place }] : [],
  );
}
