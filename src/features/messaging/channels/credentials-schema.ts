import * as z from "zod";
import { MIN_SECRET_CHARACTERS } from "#domain/credentials";
import { limited } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

/** `""` counts as `null`, and `null` as absent. */
export const optional = (max: number, isValid: (value: string) => boolean, minimum = 0) =>
  limited(max)
    .refine((value) => value === "" || isValid(value), {
      error: validationMessages.format,
      abort: true,
    })
    .refine(
      (value) => value === "" || value.length >= minimum,
      validationMessages.atLeastCharacters(minimum),
    )
    .transform((value) => value || null)
    .nullish();

/** The characters of an HTTP header. */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

const secret = (description: string) =>
  optional(4096, (value) => VISIBLE_ASCII.test(value), MIN_SECRET_CHARACTERS).meta({
    description: `${description} At least ${MIN_SECRET_CHARACTERS} characters.`,
    writeOnly: true,
  });

/** `whsec_` and base64 of 24 to 64 bytes (Standard Webhooks). */
function isSigningSecret(value: string) {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(value) ?? [];
  try {
    const { length } = Uint8Array.fromBase64(base64 ?? "");
    return length >= 24 && length <= 64;
  } catch {
    return false;
  }
}

export const credentialsInput = z
  .object({
    access_token: secret("For `whatsapp_cloud` and `instagram`: the token of a system user."),
    app_secret: secret(
      "For `whatsapp_cloud` and `instagram`: the secret of your app at Meta, which verifies " +
        "its webhooks.",
    ),
    verify_token: secret(
      "For `whatsapp_cloud` and `instagram`: a text that you also enter at Meta, with " +
        "`webhook_url`.",
    ),
    signing_secret: optional(255, isSigningSecret).meta({
      description:
        "For `webhook`: `whsec_` and the base64 of 24 to 64 bytes, the key with which your " +
        "gateway verifies messages (Standard Webhooks).",
      writeOnly: true,
    }),
  })
  .meta({ id: "ChannelCredentialsInput" })
  .nullish()
  .describe("The provider's credentials, all required. They are stored sealed, and never shown.");
