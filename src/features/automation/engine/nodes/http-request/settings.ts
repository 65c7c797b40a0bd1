import * as z from "zod";
import { parseTemplate } from "#features/links/placeholders";
import { integer, requiredHttpUrl } from "#lib/fields";
import { withCommas } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { savedTo } from "../fields";

/** The most bytes of a request: its URL, headers and body, with the lead's values in them. */
export const MAX_REQUEST_BYTES = 262_144;

/** Placeholders may stand for neither the scheme nor the host. */
const isFillable = (url: string) =>
  parseTemplate(url)?.every(
    (part) => typeof part === "string" || ["path", "query", "fragment"].includes(part.place),
  ) ?? false;

/**
 * Headers that are the service's, or that servers and proxies take for the network's word: a host
 * to route by, an address to trust, the length and the end of a message.
 */
const RESERVED_HEADER = new RegExp(
  "^(host|via|forwarded|x-forwarded-.*|x-real-ip|true-client-ip|cf-.*|cdn-loop|connection|" +
    "content-length|expect|idempotency-key|keep-alive|proxy-.*|te|trailer|transfer-encoding|" +
    "upgrade)$",
  "i",
);

const headerName = z
  .string()
  .regex(/^[\w-]{1,64}$/, validationMessages.format)
  .refine((name) => !RESERVED_HEADER.test(name), validationMessages.format);

export const HttpRequestSettings = z.object({
  url: requiredHttpUrl()
    .refine(isFillable, validationMessages.url)
    .describe(
      "An https URL on port 443 or 8443 of a public host. Its path, query and fragment can " +
        "hold `{{placeholders}}`.",
    ),
  method: z
    .enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
    .meta({ id: "HttpMethod" })
    .default("POST"),
  headers: z
    .record(headerName, z.string().max(1_000))
    .nullish()
    .describe(
      "Headers of the request, except those that the service or the network sets: `Host`, " +
        "`Content-Length`, `Idempotency-Key`, `Via`, `Forwarded`, `X-Forwarded-*`, `CF-*`, " +
        "`Proxy-*`, hop-by-hop headers.",
    ),
  /** JSON or a text. Its texts may hold placeholders. */
  body: z.unknown().optional(),
  save_to: savedTo(
    "the answer: JSON, or else text. With `res` here, `{{res.plan}}` and conditions on " +
      "`variables.res.plan` reach a member of the JSON, and `res.items.0.name` the first item's. " +
      "If the answer has more than 4,096 characters, it can't be kept and the run leaves by " +
      "`failed`",
  ),
  timeout_seconds: integer(1).max(30).default(10).describe("After this it has failed."),
});

export type HttpRequestSettings = z.output<typeof HttpRequestSettings>;

export const documentation: NodeDocumentation = {
  summary: "Sends an HTTP request.",
  data: documentSettings(
    HttpRequestSettings,
    "Webhook",
    "`webhook`, the HTTP request node. The `body` is JSON or text, and can hold " +
      "`{{placeholders}}`. Without it, `{lead, run_id, node_id}` is sent, or nothing by `GET` " +
      "and `DELETE`. With the lead's values, the URL, the headers and the body have at most " +
      `${withCommas(MAX_REQUEST_BYTES)} bytes together. A larger request is not sent: the run ` +
      "leaves by `failed`, and the step's `detail` has the `reason` `request_too_large`. " +
      "Any 2xx is a success. Redirects are not followed. The request is sent once. " +
      "If the service dies during it, it is sent again with the same `Idempotency-Key`, three " +
      "times at most",
    {
      url: "https://example.com/hooks/qualified",
      body: { lead: "{{lead_id}}", email: "{{email}}" },
      save_to: "crm",
    },
  ),
};
