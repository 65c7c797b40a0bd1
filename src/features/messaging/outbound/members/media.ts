import { Media } from "./media-input";
import { defineMember } from "./member";

/** A file by its id or its URL. */
type File = ({ id: number } | { url: string }) & { filename?: string | null };

export const media = defineMember({
  input: Media.nullish().describe(
    "For the types `image`, `video`, `audio`, `document` and `sticker`.",
  ),
  read: ({ id, url, filename }): File => ({
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
  isBoundedAsJson: true,
});
