import * as z from "zod";
import type { Render } from "./description";

const FileForm = z
  .object({ file: z.string().meta({ format: "binary" }) })
  .meta({ id: "FileForm", description: "A form with one file." });

/** A body that is a file of one of these media types. */
export type FileBody = { required: boolean; types: readonly string[] };

/**
 * The description of a body that is a file, or the one file of a form. The form stands apart, as
 * other answers than JSON do: generators of clients would send a form as they send a file.
 */
export const fileBody = ({ required, types }: FileBody, render: Render) => ({
  required,
  content: Object.fromEntries(
    types.map((type) => [type, { schema: { type: "string", format: "binary" } }]),
  ),
  "x-other-content": { "multipart/form-data": { schema: render(FileForm, "input") } },
});
