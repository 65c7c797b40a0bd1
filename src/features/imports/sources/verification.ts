import * as z from "zod";
import { integer, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

/** The name of a header that a request may have. */
const headerName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, validationMessages.format);

export const TOLERANCE_SECONDS = 300;

export const hmacAlgorithms = ["sha256", "sha512"] as const;
export const hmacEncodings = ["hex", "base64"] as const;
/** The places of the time that is signed. */
export const signedTimes = ["none", "header", "signature"] as const;

const Hmac = z
  .object({
    scheme: z.literal("hmac"),
    header: headerName.describe("The header that has the signature, or several of them."),
    algorithm: z.enum(hmacAlgorithms).default("sha256"),
    encoding: z.enum(hmacEncodings).default("hex"),
    prefix: z
      .string()
      .trim()
      .max(50)
      .default("")
      .describe("The text before a signature, such as `sha256=` or `v1=`."),
    timestamp: z
      .enum(signedTimes)
      .default("none")
      .describe(
        "Where the time of the request is, which is signed with the body, as `<time>.<body>`: in " +
          "`timestamp_header`, or beside the signature as `t=<time>`. With `none` the body alone " +
          "is signed.",
      ),
    timestamp_header: headerName.nullish(),
    tolerance_seconds: integer(1)
      .max(86_400)
      .default(TOLERANCE_SECONDS)
      .describe("How far the time may be from ours."),
  })
  .refine((hmac) => hmac.timestamp !== "header" || hmac.timestamp_header != null, {
    path: ["timestamp_header"],
    error: validationMessages.required,
  });

/** The way to verify that a request comes from whom it says. The secret is no part of it. */
export const Verification = z
  .discriminatedUnion("scheme", [
    z.object({ scheme: z.literal("none") }).meta({ id: "NoVerification" }),
    z
      .object({
        scheme: z.literal("header"),
        name: headerName.describe("The header that has the secret."),
      })
      .meta({ id: "HeaderVerification" }),
    z
      .object({ scheme: z.literal("basic"), username: requiredText(200) })
      .meta({ id: "BasicVerification" }),
    Hmac.meta({ id: "HmacVerification" }),
    z.object({ scheme: z.literal("standard_webhooks") }).meta({ id: "StandardWebhooks" }),
  ])
  .meta({
    id: "SourceVerification",
    description:
      "`none`: who knows the URL may call it. `header`: a header has the secret. `basic`: the " +
      "secret is the password. `hmac`: a header has the signature of the body. " +
      "`standard_webhooks`: as standardwebhooks.com has it, also under the names of Svix.",
    examples: [{ scheme: "header", name: "X-Webhook-Secret" }],
  });
export type Verification = z.output<typeof Verification>;
export type HmacVerification = z.output<typeof Hmac>;
