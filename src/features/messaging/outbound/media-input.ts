import * as z from "zod";
import { httpUrl, reference, text } from "../../../lib/fields";
import { validationMessages } from "../../../lib/validation-messages";

export const Media = z
  .object({
    id: reference().nullish().describe("A file that you have uploaded: `POST /v1/media`."),
    url: httpUrl().describe(
      "Or where the platform fetches the file: an http or https URL without credentials.",
    ),
    filename: text(255).describe("For documents: the file name that the recipient sees."),
  })
  .meta({ id: "MessageMedia" });

/** A file is named by its id or its URL. Runs even where the schema fails: the input is unchecked. */
export function checkMedia(media: unknown, context: z.RefinementCtx) {
  if (typeof media !== "object" || media === null) return;
  const { id, url }: { id?: unknown; url?: unknown } = media;
  const hasUrl = url != null && url !== "";
  const addError = (field: "id" | "url", message: string) =>
    context.addIssue({ code: "custom", path: ["media", field], message });
  if (hasUrl && id != null) addError("id", validationMessages.notBeside("url"));
  if (!hasUrl && id == null) addError("url", validationMessages.required);
}
