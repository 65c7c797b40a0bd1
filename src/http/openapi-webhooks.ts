import type { z } from "zod";
import { openapiSchema } from "./json-schema";

/** The body of a POST: named by its `type`, with a description and examples. */
type PostedSchema = z.ZodType & { shape: { type: z.ZodLiteral<string> } };

/** The bodies that the service posts: events to webhooks, and messages to gateways. */
export type Posted = {
  events: readonly PostedSchema[];
  toGateways: { message: PostedSchema; answer: z.ZodType };
};

const header = (name: string, description: string, example: string) => ({
  in: "header",
  name,
  required: true,
  description,
  schema: { type: "string", examples: [example] },
});

/** The headers of Standard Webhooks. */
const headers = (id: [description: string, example: string], secret: string) => [
  header("webhook-id", ...id),
  header(
    "webhook-timestamp",
    "When this attempt was made, in seconds since 1970. Refuse what is older than some minutes.",
    "1795169731",
  ),
  header(
    "webhook-signature",
    "As [Standard Webhooks](https://www.standardwebhooks.com) says: `v1,` and the base64 of the " +
      "HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`, whose key is the bytes that the " +
      `base64 behind \`whsec_\` of ${secret}`,
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

const EVENT = {
  parameters: headers(
    [
      "Names the event: `evt_` and its `id`. The same in every attempt, so that what comes twice " +
        "can be told.",
      "evt_1795169730123000",
    ],
    "the endpoint's secret stands for. Several, with a space between, while a secret is being " +
      "replaced.",
  ),
  responses: {
    "2XX": { description: "Taken." },
    410: { description: "Send no more: the endpoint is disabled." },
    default: {
      description:
        "It is sent again later, ten times in all. " +
        "So it is where there is no answer within 15 seconds.",
    },
  },
};

const AGAIN =
  "It is sent again after 2, 8 and 30 s, 2 and 10 min (±20 %), never before a `Retry-After`, of " +
  "a day at most: six times in all. Then the message has `failed`, with the reason `unavailable`.";
const UNKNOWN =
  "Whether it went out is not known: the message is `unknown`, and not sent again, until the " +
  "gateway reports on it. So it is where there is no answer in time (`SEND_TIMEOUT_MS`, " +
  "10 seconds).";

const toGateway = (answer: object) => ({
  parameters: headers(
    [
      "Names the message: `msg_` and its `message_id`. The same in every attempt, so that what " +
        "comes twice can be told.",
      "msg_5120",
    ],
    "the channel's `signing_secret` stands for.",
  ),
  responses: {
    "2XX": {
      description: "Taken, whatever the body is: the message is `sent`.",
      content: { "application/json": { schema: answer } },
    },
    408: { description: AGAIN },
    425: { description: AGAIN },
    429: {
      description:
        "The channel sends nothing until the `Retry-After` is over, else for 5 s, then twice as " +
        "long each time, up to 15 min. It is sent again then, 50 times in all before it has " +
        "`failed` as after a 503.",
    },
    504: { description: UNKNOWN },
    520: { description: UNKNOWN },
    522: { description: UNKNOWN },
    524: { description: UNKNOWN },
    "5XX": { description: AGAIN },
    default: {
      description:
        "The message has `failed`, with the reason `rejected`, and is not sent again. Its " +
        "`error` shows the `message`, the `error` or the `error.message` of the answer.",
    },
  },
});

/** The document's entry for a body that is posted, and the components that it refers to. */
async function entryOf(
  posted: PostedSchema,
  { parameters, responses }: { parameters: object[]; responses: object },
) {
  const { schema, components } = await openapiSchema(posted, "output").toOpenAPISchema();
  const { description = "", examples } = posted.meta() ?? {};
  const [example] = (examples ?? []) as unknown[];
  const post = {
    summary: description.split(/[.:,;](?= |$)/)[0],
    description,
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses,
  };
  return { type: posted.shape.type.value, post, components };
}

/** The entries of the document's `webhooks`, each with the components that it refers to. */
export async function webhooksOf({ events, toGateways: { message, answer } }: Posted) {
  const { schema, components } = await openapiSchema(answer, "input").toOpenAPISchema();
  const outgoing = await entryOf(message, toGateway(schema));
  Object.assign(outgoing.components.schemas, components.schemas);
  return [...(await Promise.all(events.map((event) => entryOf(event, EVENT)))), outgoing];
}
