import * as z from "zod";
import type { OutgoingType } from "#domain/messaging";
import { sampleUrl } from "#features/links/destination";
import { choice, reference, text } from "#lib/fields";
import { isHttpUrl } from "#lib/http-url";
import { validationMessages } from "#lib/validation-messages";

const isFileUrl = (url: string) => (url.includes("{{") ? sampleUrl(url) !== null : isHttpUrl(url));

/** The types of files that messages have, by which they are named. */
export const mediaTypes = ["image", "video", "audio", "document"] as const satisfies OutgoingType[];

export const Media = z
  .object({
    type: choice(mediaTypes).describe(
      "Of a `link_button`. Its file is an `image` by default, a `video` or a `document`. Other " +
        "messages say it by their own `type`.",
    ),
    id: reference().nullish().describe("A file that you have uploaded: `POST /v1/media`."),
    url: text(2048)
      .refine((value) => value == null || isFileUrl(value), validationMessages.url)
      .describe(
        "Or where the platform fetches the file: an http or https URL without credentials. It " +
          "can hold `{{placeholders}}`, in the host only those of variables.",
      ),
    filename: text(255).describe(
      "For documents: the file name that the recipient sees. It can hold `{{placeholders}}`.",
    ),
  })
  .meta({ id: "MessageMedia" });

/** A file has an id or a URL. Runs even where the schema fails: the input is unchecked. */
export function checkFile(file: unknown, context: z.RefinementCtx, path: string[] = []) {
  if (typeof file !== "object" || file === null) return;
  const { id, url }: { id?: unknown; url?: unknown } = file;
  const hasUrl = url != null && url !== "";
  const addError = (field: "id" | "url", message: string) =>
    context.addIssue({ code: "custom", path: [...path, field], message });
  if (hasUrl && id != null) addError("id", validationMessages.notBeside("url"));
  if (!hasUrl && id == null) addError("url", validationMessages.required);
}

export const checkMedia = (media: unknown, context: z.RefinementCtx) =>
  checkFile(media, context, ["media"]);
