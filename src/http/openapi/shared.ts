import * as z from "zod";
import { KEY_CLAIMED } from "#lib/idempotency";
import { errorCodes } from "#lib/read-fault";
import { IGNORED_MEMBERS } from "../ignored-members";
import { problems } from "../problems";
import { codes, ErrorCode, exampleOf, whenOf } from "./error-codes";
import { type Json, reference } from "./json";
import { openapiSchema } from "./json-schema";

// Parts that many operations have in common: errors, and headers of requests and answers.

const error = {
  message: z.string().meta({ description: "For people, in English." }),
  code: ErrorCode,
};

const ErrorBody = z.object(error).meta({ id: "Error", examples: [exampleOf("unauthenticated")] });
const ForbiddenBody = z
  .object({
    ...error,
    ability: z.string().optional().meta({ description: "The ability that the token lacks." }),
  })
  .meta({
    id: "ForbiddenError",
    examples: [{ ...exampleOf("missing_ability"), ability: "leads:write" }],
  });
const NotFoundBody = z
  .object({
    ...error,
    merged_into: z.int().min(1).optional().meta({
      format: "int64",
      description: "The id of the lead that the lead in the path was merged into.",
    }),
  })
  .meta({ id: "NotFoundError", examples: [{ ...exampleOf("not_found"), merged_into: 42 }] });
const ValidationErrorBody = z
  .object({
    ...error,
    errors: z.record(z.string(), z.array(z.string())),
    codes: errorCodes.codes.optional(),
    params: errorCodes.params,
    conflicts: z
      .record(z.string(), z.int().min(1).meta({ format: "int64" }))
      .optional()
      .meta({ description: "By field: the id of the lead that has the value." }),
  })
  .meta({
    id: "ValidationError",
    description:
      "`errors` maps each invalid field to its messages. " +
      "A nested field's key is its path, such as `tag_ids.1`.",
    examples: [
      {
        message: problems.validation_failed.message,
        code: "already_taken",
        errors: { email: ["The email has already been taken."] },
        codes: { email: ["taken"] },
        conflicts: { email: 42 },
      },
    ],
  });

/** The schemas of the bodies of errors, by their names. */
export async function errorSchemas(): Promise<Json> {
  const bodies = await Promise.all(
    [ErrorBody, ForbiddenBody, NotFoundBody, ValidationErrorBody].map((schema) =>
      openapiSchema(schema, "output").toOpenAPISchema(),
    ),
  );
  return Object.assign({}, ...bodies.map(({ components }) => components.schemas));
}

/** The errors: the name of each as a component, when it is answered, and its schema. */
const ERRORS: Record<string, [name: string, when: string, schema?: string]> = {
  401: ["Unauthenticated", whenOf("unauthenticated")],
  403: [
    "Forbidden",
    "The token lacks the ability, the workspace is suspended (`message` has the reason), or the " +
      "request did not come by https.",
    "ForbiddenError",
  ],
  404: ["NotFound", whenOf("not_found"), "NotFoundError"],
  408: ["TimedOut", whenOf("timed_out")],
  409: ["Conflict", KEY_CLAIMED],
  412: ["PreconditionFailed", "The resource has changed since it was read."],
  413: ["TooLarge", "The request body is larger than 1 MiB."],
  415: ["UnsupportedMediaType", "The body is a form, a file or XML, not JSON."],
  422: ["Invalid", "The request is invalid. Nothing was changed.", "ValidationError"],
  426: ["UpgradeRequired", whenOf("upgrade_required")],
  429: ["TooManyAttempts", whenOf("rate_limited")],
  "5XX": [
    "ServerError",
    "500: the service failed. Its log has the cause, under the request id. 503: the database " +
      "can't be reached. Wait for `Retry-After` seconds. Repeat a write with its " +
      "`Idempotency-Key`, since the first one may have been carried out.",
  ],
};

export const isError = (status: string) => status in ERRORS;

export const HEADERS = {
  "X-Request-Id": {
    description: "Names the request in the service's log.",
    required: true,
    schema: { type: "string" },
  },
  "X-Ignored-Members": IGNORED_MEMBERS,
  "Idempotent-Replayed": {
    description:
      "Present if this is the answer to an earlier request with the same Idempotency-Key.",
    required: false,
    schema: { type: "string", const: "true" },
  },
  Bookmark: {
    description: "How fresh the answer is: see the request's `Bookmark`.",
    required: true,
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "How many requests (`q`) the token and its workspace may make in `w` seconds.",
    required: true,
    schema: { type: "string", examples: ['"token";q=600;w=60, "workspace";q=1200;w=60'] },
  },
  RateLimit: {
    description:
      "The limit that is reached, and in how many seconds (`t`) it is over. How much is left of " +
      "others is not known, but for the quotas of a day on `GET /v1/usage`.",
    required: false,
    schema: { type: "string", examples: ['"token";r=0;t=60'] },
  },
  "Retry-After": { description: "Seconds to wait.", required: true, schema: { type: "integer" } },
};

const RETRY_AFTER_503 = {
  ...HEADERS["Retry-After"],
  description: "Seconds to wait, with a 503.",
  required: false,
};

export const headers = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, reference("headers", name)]));

const requestHeader = (name: string, description: string, schema: object = {}) => ({
  ...{ in: "header", name, required: false, description },
  schema: { type: "string", ...schema },
});

export const IDEMPOTENCY_KEY = requestHeader(
  "Idempotency-Key",
  "1 to 255 visible ASCII characters, kept for 24 hours. The same key with the same request " +
    "by the same token returns the first answer again, with `Idempotent-Replayed: true`. With " +
    "another request you get 422. Of an answer of more than 64 KiB only the status is kept: you " +
    "get what was created, as it is now, or a 409. A request that has written nothing keeps " +
    "nothing.",
  // Tools send an example with every request as it is, which makes all of them but one 422.
  { maxLength: 255 },
);

export const IF_MATCH = requestHeader(
  "If-Match",
  "The `ETag` of what you have read and changed. If it has been changed since, you get 412 and " +
    "nothing changes. What changes by itself does not count: messages, counters, checks.",
);

export const IF_NONE_MATCH = requestHeader(
  "If-None-Match",
  "The `ETag` of what you have. While nothing has changed, you get 304 without a body.",
);

export const BOOKMARK = requestHeader(
  "Bookmark",
  "The `Bookmark` of an earlier answer: the request reads from the nearest replica that is at " +
    "least as fresh. `nearest`: from any replica. Otherwise from the primary database. See " +
    "[Read near by](/docs/errors-and-limits#read-near-by).",
  { examples: ["nearest"] },
);

/**
 * The answer with an error, without the headers of every answer. One that an operation describes
 * itself may have a message of its own, and so it has no example.
 */
export function errorResponse(status: number | string, own?: Json): Json {
  const [, when, schema = "Error"] = ERRORS[status] ?? [];
  const isOf = status === "5XX" ? 503 : Number(status);
  const code = codes.find((one) => problems[one].status === isOf);
  const hasExample = isOf !== 422 && !own?.description;
  return {
    description: when,
    ...(status === 429 && { headers: headers("Retry-After", "RateLimit") }),
    ...(status === "5XX" && { headers: { "Retry-After": RETRY_AFTER_503 } }),
    content: {
      "application/json": {
        schema: reference("schemas", schema),
        ...(hasExample && code && { example: exampleOf(code) }),
      },
    },
    ...(own?.description ? own : {}),
  };
}

/** An answer with these headers beside its own. */
export const withHeaders = (
  { description, headers: own, ...rest }: Json,
  ...names: Parameters<typeof headers>
): Json => ({ description, headers: { ...headers(...names), ...(own as Json) }, ...rest });

/** The answers that are components. That to an invalid body names its ignored members, too. */
export const sharedResponses = (): Record<string, Json> => ({
  ...Object.fromEntries(
    Object.entries(ERRORS).map(([status, [name]]) => [
      name,
      withHeaders(errorResponse(status), "X-Request-Id"),
    ]),
  ),
  InvalidBody: withHeaders(errorResponse(422), "X-Request-Id", "X-Ignored-Members"),
});
