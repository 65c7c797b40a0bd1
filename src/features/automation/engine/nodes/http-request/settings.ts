import { z } from "zod";
import { integer, requiredHttpUrl } from "../../../../../lib/fields";
import { validationMessages } from "../../../../../lib/validation-messages";
import { parseTemplate } from "../../../../links/placeholders";
import { documentSettings, type NodeDocumentation } from "../documentation";
import { savedTo } from "../fields";

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
    "content-length|expect|idempotency-key|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$",
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
      "https on port 443 or 8443, to a public host. `{{placeholders}}` may stand in its path, " +
        "query and fragment.",
    ),
  method: z
    .enum(["GET", "POST", "PUT", "PATCH", "DELETE"])
    .meta({ id: "HttpMethod" })
    .default("POST"),
  headers: z
    .record(headerName, z.string().max(1_000))
    .nullish()
    .describe(
      "None that the service or the network sets: `Host`, `Content-Length`, `Idempotency-Key`, " +
        "`Via`, `Forwarded`, `X-Forwarded-*`, `CF-*`, `Proxy-*`, hop-by-hop headers.",
    ),
  /** JSON or a text. Its texts may hold placeholders. */
  body: z.unknown().optional(),
  save_to: savedTo(
    "what is answered: JSON, or else text. With `res` here, `{{res.plan}}` and conditions on " +
      "`variables.res.plan` reach a member of the JSON, `res.items.0.name` the first item's. An " +
      "answer of more than 4,096 characters can't be kept, and the run leaves by `failed`",
  ),
  timeout_seconds: integer(1).max(30).default(10).describe("After this it has failed."),
});

export type HttpRequestSettings = z.output<typeof HttpRequestSettings>;

export const documentation: NodeDocumentation = {
  summary: "Sends a request.",
  handles: "`success`, `failed`",
  data: documentSettings(
    HttpRequestSettings,
    "Webhook",
    "`webhook`. The `body` is JSON or a text, and what it says may hold `{{placeholders}}`; " +
      "without it `{lead, run_id, node_id}` is sent, by `GET` and `DELETE` nothing. Any 2xx is a " +
      "success, and redirects are not followed. It is sent once; where the service dies over it " +
      "again, three times at most, with the same header `Idempotency-Key`",
    {
      url: "https://example.com/hooks/qualified",
      body: { lead: "{{lead_id}}", email: "{{email}}" },
      save_to: "crm",
    },
  ),
};
