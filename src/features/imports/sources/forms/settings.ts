import * as z from "zod";
import { type SourceKind, sourceKinds } from "#domain/sources";
import { httpUrl, requiredText, text } from "#lib/fields";
import { isLocal } from "#lib/hosts";
import { invalid } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";

const [MAX_ORIGINS, MAX_NAME, MAX_SECRET] = [20, 100, 255];

/** True for the origin of a page over https, or of one on the developer's own machine. */
function isOrigin(given: string) {
  const url = URL.parse(given);
  if (url?.origin !== given || given.includes("*")) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal(url.hostname));
}

const Origin = requiredText(255).refine(isOrigin, { error: validationMessages.url });

export const SourceForm = z
  .object({
    origins: z
      .array(Origin)
      .min(1)
      .max(MAX_ORIGINS)
      .describe("The origins of the pages that have the form, such as `https://example.com`."),
    honeypot: text(MAX_NAME).describe("A field that people don't see. Who fills it in is `spam`."),
    redirect_url: httpUrl().describe("Where a form without script leads, by 303."),
    turnstile_secret: text(MAX_SECRET).describe(
      "The secret of Cloudflare's Turnstile, whose answer the field `cf-turnstile-response` has. " +
        "Without this member the stored one stays; `null` removes it.",
    ),
  })
  .meta({
    id: "SourceFormInput",
    description: "Of kind `form` only, and required there.",
    examples: [{ origins: ["https://example.com"], honeypot: "website" }],
  });
export type SourceForm = z.output<typeof SourceForm>;

/** The settings of a form as they are stored. The secret is sealed with those of the source. */
export type FormSettings = {
  origins: string[];
  honeypot: string | null;
  redirect_url: string | null;
};

/** The settings of a form, which sources of its kind have, and no others. */
export function formSettings(
  kind: SourceKind,
  form: SourceForm | null | undefined,
): FormSettings | null {
  const { isPublic } = sourceKinds[kind];
  if (isPublic !== (form != null))
    throw invalid(
      fieldErrors(["form"], isPublic ? validationMessages.required : validationMessages.selected),
    );
  return form
    ? {
        origins: [...new Set(form.origins)],
        honeypot: form.honeypot ?? null,
        redirect_url: form.redirect_url ?? null,
      }
    : null;
}

export const ShownForm = z
  .object({
    origins: z.array(z.string()),
    honeypot: z.string().nullable(),
    redirect_url: z.string().nullable(),
    has_turnstile: z.boolean(),
  })
  .meta({
    id: "SourceForm",
    examples: [
      {
        origins: ["https://example.com"],
        honeypot: "website",
        redirect_url: null,
        has_turnstile: false,
      },
    ],
  });
