import { mediaKinds } from "#domain/media";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { Media, type mediaTypes } from "./media-input";
import { defineMember } from "./member";

/** A file by its id or its URL. `type` is its own where the message's says another thing. */
type File = ({ id: number } | { url: string }) & {
  filename?: string | null;
  type?: (typeof mediaTypes)[number];
};

/** The files that can stand above a text. */
const headers = ["image", "video", "document"];

const isFile = (type: string) => mediaKinds.some((kind) => kind === type);

export const media = defineMember({
  input: Media.nullish().describe(
    "For the types `image`, `video`, `audio`, `document` and `sticker`, and for a `link_button` " +
      "on WhatsApp.",
  ),
  read: ({ type, id, url, filename }, messageType): File => ({
    ...(!isFile(messageType) && { type: type ?? "image" }),
    ...(id == null ? { url: url ?? "" } : { id }),
    ...(filename && { filename }),
  }),
  rewrite: (value, change): File => ({
    ...value,
    ...("url" in value && { url: change(value.url, { field: "media.url", kind: "url" }) }),
    ...(value.filename && {
      filename: change(value.filename, { field: "media.filename", kind: "value" }),
    }),
  }),
  faults: ({ type }): Faults =>
    type === undefined || headers.includes(type)
      ? {}
      : { "media.type": validationMessages.selectedOf(headers) },
  isBoundedAsJson: true,
});
