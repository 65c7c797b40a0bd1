import type { z } from "zod";
import { openapiSchema } from "./json-schema";

/** What is posted when something happens: named by its type, with a description and examples. */
export type EventSchema = z.ZodType & { shape: { type: z.ZodLiteral<string> } };

const header = (name: string, description: string, example: string) => ({
  in: "header",
  name,
  required: true,
  description,
  schema: { type: "string", examples: [example] },
});

/** As Standard Webhooks has them. */
const HEADERS = [
  header(
    "webhook-id",
    "Names the event: `evt_` and its `id`. The same in every attempt, so that what comes twice can be told.",
    "evt_1795169730123000",
  ),
  header("webhook-timestamp", "When this attempt was made, in seconds since 1970. Refuse what is older than some minutes.", "1795169731"),
  header(
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` with the endpoint's secret. Several, with a space between, while a secret is being replaced.",
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

const RESPONSES = {
  "2XX": { description: "Taken." },
  410: { description: "Send no more: the endpoint is disabled." },
  default: { description: "It is sent again later, ten times in all. So it is where there is no answer within 15 seconds." },
};

/** The entry of each type of event in the document's `webhooks`, and the components that it refers to. */
export const webhooksOf = (schemas: readonly EventSchema[]) =>
  Promise.all(
    schemas.map(async (event) => {
      const { schema, components } = await openapiSchema(event, "output").toOpenAPISchema();
      const { description = "", examples } = event.meta() ?? {};
      const [example] = (examples ?? []) as unknown[];
      const post = {
        summary: description.split(/[.:,;](?= |$)/)[0],
        description,
        security: [],
        parameters: HEADERS,
        requestBody: { required: true, content: { "application/json": { schema, example } } },
        responses: RESPONSES,
      };
      return { type: event.shape.type.value, post, components };
    }),
  );
