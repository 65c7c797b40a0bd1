import type { z } from "zod";
import { componentName, type Json, parameterName, reference } from "./json";
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
    "When this attempt was made, in seconds since 1970. Refuse attempts that are older than a " +
      "few minutes.",
    "1795169731",
  ),
  header(
    "webhook-signature",
    "By [Standard Webhooks](https://www.standardwebhooks.com): `v1,` and the base64 of the " +
      "HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. The key is the base64-decoded " +
      `part after \`whsec_\` of ${secret}`,
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  ),
];

const EVENT_PARAMETERS = headers(
  [
    "The `id` of the event, as in the body and in the feed. It is the same in every attempt, so " +
      "that you can recognise repeats.",
    "1795169730123000",
  ],
  "the endpoint's secret. While a secret is being replaced, there are several signatures with " +
    "spaces between them.",
);

/** By status, the name of the component and what the answer means. */
const EVENT_RESPONSES = {
  "2XX": ["EventTaken", "Accepted."],
  410: ["EndpointGone", "The endpoint wants no more events, and is disabled."],
  default: [
    "EventNotTaken",
    "The event is sent again later, ten times in all. The same happens if there is no answer " +
      "within 15 seconds.",
  ],
} as const;

const GATEWAY_PARAMETERS = headers(
  [
    "Names the message: `msg_` and its `message_id`. It is the same in every attempt, so that " +
      "you can recognise repeats.",
    "msg_5120",
  ],
  "the channel's `signing_secret`.",
);

const AGAIN =
  "The message is sent again after 2, 8 and 30 s, 2 and 10 min (±20 %), never before a " +
  "`Retry-After` (up to a day): six times in all. Then it has `failed`, with the reason " +
  "`unavailable`.";
const UNKNOWN =
  "Nobody knows whether the message went out. It is `unknown`, and not sent again, until the " +
  "gateway reports on it. The same happens if there is no answer in time (`SEND_TIMEOUT_MS`, " +
  "10 seconds).";

const gatewayResponses = (answer: object) => ({
  "2XX": {
    description: "Accepted, whatever the body is: the message is `sent`.",
    content: { "application/json": { schema: answer } },
  },
  408: { description: AGAIN },
  425: { description: AGAIN },
  429: {
    description:
      "The channel sends nothing until the `Retry-After` is over, else for 5 s, then twice as " +
      "long each time, up to 15 min. Then the message is sent again, 50 times in all before it " +
      "has `failed` as after a 503.",
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
});

/** The document's entry for a body that is posted, and the components that it refers to. */
async function entryOf(
  posted: PostedSchema,
  tag: string,
  { parameters, responses }: { parameters: object[]; responses: object },
) {
  const { schema, components } = await openapiSchema(posted, "output").toOpenAPISchema();
  const { description = "" } = posted.meta() ?? {};
  const type = posted.shape.type.value;
  const [summary = ""] = description.split(/[.:,;](?= |$)/);
  const post = {
    operationId: `receive${componentName(type)}`,
    tags: [tag],
    summary,
    ...(description !== `${summary}.` && { description }),
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses,
  };
  return { type, post, schemas: components.schemas };
}

/** The document's `webhooks`, with the components that they refer to. */
export async function webhooksOf({ events, toGateways: { message, answer } }: Posted) {
  const { schema, components } = await openapiSchema(answer, "input").toOpenAPISchema();
  const names = EVENT_PARAMETERS.map(parameterName);
  const event = {
    parameters: names.map((name) => reference("parameters", name)),
    responses: Object.fromEntries(
      Object.entries(EVENT_RESPONSES).map(([status, [name]]) => [
        status,
        reference("responses", name),
      ]),
    ),
  };
  const toGateway = { parameters: GATEWAY_PARAMETERS, responses: gatewayResponses(schema) };
  const entries = await Promise.all([
    ...events.map((posted) => entryOf(posted, "Webhooks", event)),
    entryOf(message, "Channels", toGateway),
  ]);
  const schemas: Record<string, Json> = Object.assign(
    {},
    components.schemas,
    ...entries.map((entry) => entry.schemas),
  );
  return {
    webhooks: Object.fromEntries(entries.map(({ type, post }) => [type, { post }])),
    schemas,
    parameters: Object.fromEntries(
      EVENT_PARAMETERS.map((parameter, index) => [names[index] ?? "", parameter]),
    ),
    responses: Object.fromEntries(
      Object.values(EVENT_RESPONSES).map(([name, description]) => [name, { description }]),
    ),
  };
}
