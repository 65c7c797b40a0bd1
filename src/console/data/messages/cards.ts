import { itemsOf, membersOf, textOf } from "./members";

const FILES = ["image", "video", "document"] as const;

/** A file in a message, by the id of a medium of ours, or where it lies elsewhere. */
export type File = { kind: (typeof FILES)[number]; id: number | null; url: string | null };

/** A button that opens a URL, or is a reply; one with neither does something else. */
export type Button = {
  /** The platform's name of its kind, where it has no title of its own. */
  kind: string | null;
  id: string | null;
  title: string;
  url: string | null;
};

export type Card = {
  title: string | null;
  text: string | null;
  file: File | null;
  buttons: Button[];
};

/** A file as a member of a message has it. */
export function fileIn(value: unknown): File | null {
  const { id, url, type } = membersOf(value);
  const place = { id: typeof id === "number" ? id : null, url: textOf(url) };
  const kind = FILES.find((one) => one === type) ?? "image";
  return place.id === null && place.url === null ? null : { kind, ...place };
}

export const buttonsIn = (value: unknown): Button[] =>
  itemsOf(value).flatMap(({ id, title, url }) => {
    const text = textOf(title);
    return text === null ? [] : [{ kind: null, id: textOf(id), title: text, url: textOf(url) }];
  });

export const cardsIn = (value: unknown): Card[] =>
  itemsOf(value).map(({ title, text, media, buttons }) => ({
    title: textOf(title),
    text: textOf(text),
    file: fileIn(media),
    buttons: buttonsIn(buttons),
  }));
